// Which legal choices are still possible after some taps. It knows no game: a choice lists its picks
// (what is tapped for it, in any order, maybe more than once) and its ways (what tells it from other
// choices with the same picks).

/** Return what is needed and not yet chosen; null if something is chosen that is not needed. */
function remaining(needed, chosen) {
  const left = [...needed];
  for (const key of chosen) {
    const place = left.indexOf(key);
    if (place < 0) return null;
    left.splice(place, 1);
  }
  return left;
}

const missing = (choice, { picks, ways }) => {
  const picksLeft = remaining(choice.picks, picks);
  const waysLeft = remaining(choice.ways, ways);
  return picksLeft && waysLeft && {
    picks: picksLeft,
    ways: picksLeft.length ? [] : waysLeft,
    all: [...picksLeft, ...waysLeft],
  };
};

/** Return the choices that need everything chosen so far. */
export const choicesLeft = (choices, chosen) => choices.filter((choice) => missing(choice, chosen));

/** Return those of them that need nothing more. */
export const complete = (choices, chosen) =>
  choicesLeft(choices, chosen).filter((choice) => !missing(choice, chosen).all.length);

/** Return what can be chosen next: picks, and the ways of choices with all picks tapped. */
export function open(choices, chosen) {
  const next = { picks: new Set(), ways: new Set() };
  for (const choice of choicesLeft(choices, chosen)) {
    const { picks, ways } = missing(choice, chosen);
    picks.forEach((key) => next.picks.add(key));
    ways.forEach((way) => next.ways.add(way));
  }
  return next;
}

export const NOTHING = { picks: [], ways: [] };

/** Return what is chosen after a press on one of the `picks` or `ways`.

The key is added if that is possible, else removed if it was chosen; else it is all that is chosen. */
export function afterPress(choices, chosen, sort, key) {
  const before = sort === "picks" ? { ...chosen, ways: [] } : chosen;
  if (open(choices, before)[sort].has(key)) return { ...before, [sort]: [...before[sort], key] };
  if (!before[sort].includes(key)) return { ...NOTHING, [sort]: [key] };
  return { ...before, [sort]: before[sort].filter((each) => each !== key) };
}
