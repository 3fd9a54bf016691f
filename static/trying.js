// Trying a game out: taps on what is drawn narrow the list of moves down; the last one is made. No
// rule and no word is written here, and all of it works from the list alone.

import { afterPress, complete, goingOn, NOTHING, open } from "./choosing.js";
import { light, listen } from "./drawing.js";

const { choices } = JSON.parse(document.getElementById("try-state").textContent);
const table = document.querySelector("[data-table]");
const list = document.querySelector("[data-moves]");
const live = document.querySelector("[data-live]");
const clearing = list.querySelector("[data-clear]");
const buttons = new Map(
  [...list.querySelectorAll("button[name=move]")].map((each) => [each.value, each]),
);

let chosen = NOTHING;

/** Show the moves that go with what was tapped, and light up what can be tapped next. */
function show() {
  const going = new Set(goingOn(choices, chosen).map((choice) => choice.move));
  light(table, open(choices, chosen).picks, chosen.picks, open(choices, NOTHING).picks);
  for (const [move, button] of buttons) button.closest("li").hidden = !going.has(move);
  clearing.hidden = !chosen.picks.length;
  list.classList.toggle("narrowed", chosen.picks.length > 0);
  return going.size;
}

function press(key) {
  chosen = afterPress(choices, chosen, "picks", key);
  const going = goingOn(choices, chosen);
  if (chosen.picks.length && going.length === 1 && complete(going, chosen).length) {
    list.requestSubmit(buttons.get(going[0].move));
    return;
  }
  const count = show();
  live.textContent = chosen.picks.length
    ? `${live.dataset.narrowed} ${count}`
    : live.dataset.cleared;
}

function clear() {
  chosen = NOTHING;
  show();
  live.textContent = live.dataset.cleared;
}

listen(table, press);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && chosen.picks.length) clear();
});
clearing.addEventListener("click", () => {
  clear();
  document.getElementById("play").focus({ preventScroll: true });
});
list.querySelector("[data-with-script]").hidden = false;
show();
