// Which legal choices go with what was tapped. It knows no game: a choice says what is tapped for
// it, in no order, and how often.

/** Whether all of `part` is in `whole`, each thing as often as it is there. */
function holds(whole, part) {
  const rest = [...whole];
  return part.every((key) => {
    const place = rest.indexOf(key);
    if (place >= 0) rest.splice(place, 1);
    return place >= 0;
  });
}

/** The choices that have everything that was tapped. */
export const goingOn = (choices, picked) => choices.filter((choice) => holds(choice.picks, picked));

/** Those of them for which nothing is missing. */
export const complete = (choices, picked) =>
  goingOn(choices, picked).filter((choice) => choice.picks.length === picked.length);

/** What can be tapped next. */
export function openPicks(choices, picked) {
  const open = new Set();
  for (const choice of goingOn(choices, picked)) {
    const rest = [...choice.picks];
    for (const key of picked) rest.splice(rest.indexOf(key), 1);
    rest.forEach((key) => open.add(key));
  }
  return open;
}

/** What is chosen after a tap: once more of it where that is legal, else nothing of it. */
export const afterTap = (choices, picked, key) =>
  openPicks(choices, picked).has(key) ? [...picked, key] : picked.filter((each) => each !== key);
