// Which legal choices go with what was chosen so far. It knows no game: a choice says what is tapped
// for it, in no order, and how often; then in what ways it differs from others for which the same is
// tapped.

/** Of all that a choice needs, what is not among what was chosen; null if something else is. */
function rest(needed, chosen) {
  const left = [...needed];
  for (const key of chosen) {
    const place = left.indexOf(key);
    if (place < 0) return null;
    left.splice(place, 1);
  }
  return left;
}

const missing = (choice, { picks, ways }) => {
  const tapped = rest(choice.picks, picks);
  const said = rest(choice.ways, ways);
  return tapped && said &&
    { picks: tapped, ways: tapped.length ? [] : said, all: [...tapped, ...said] };
};

/** The choices that have everything that was chosen. */
export const goingOn = (choices, chosen) => choices.filter((choice) => missing(choice, chosen));

/** Those of them for which nothing is missing. */
export const complete = (choices, chosen) =>
  goingOn(choices, chosen).filter((choice) => !missing(choice, chosen).all.length);

/** What can be chosen next: things to tap, and ways once all is tapped that a choice needs. */
export function open(choices, chosen) {
  const next = { picks: new Set(), ways: new Set() };
  for (const choice of goingOn(choices, chosen)) {
    const { picks, ways } = missing(choice, chosen);
    picks.forEach((key) => next.picks.add(key));
    ways.forEach((way) => next.ways.add(way));
  }
  return next;
}

export const NOTHING = { picks: [], ways: [] };

/** What is chosen after a press on one of the `picks` or `ways`: once more of it where that is legal,
nothing of it where it was chosen; else it is something to begin anew with. */
export function afterPress(choices, chosen, sort, key) {
  const before = sort === "picks" ? { ...chosen, ways: [] } : chosen;
  if (open(choices, before)[sort].has(key)) return { ...before, [sort]: [...before[sort], key] };
  if (!before[sort].includes(key)) return { ...NOTHING, [sort]: [key] };
  return { ...before, [sort]: before[sort].filter((each) => each !== key) };
}
