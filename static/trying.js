// The page on which a game is tried out: taps on the drawing shorten the list of moves, and the last
// move left is made. The list alone works, too.

import { afterPress, choicesLeft, complete, NOTHING, open } from "./choices.js";
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

/** Show the moves that are left, and light up what can be tapped next; return how many are left. */
function show() {
  const left = new Set(choicesLeft(choices, chosen).map((choice) => choice.move));
  light(table, open(choices, chosen).picks, chosen.picks, open(choices, NOTHING).picks);
  for (const [move, button] of buttons) button.closest("li").hidden = !left.has(move);
  clearing.hidden = !chosen.picks.length;
  list.classList.toggle("narrowed", chosen.picks.length > 0);
  return left.size;
}

function press(key) {
  chosen = afterPress(choices, chosen, "picks", key);
  const left = choicesLeft(choices, chosen);
  if (chosen.picks.length && left.length === 1 && complete(left, chosen).length) {
    list.requestSubmit(buttons.get(left[0].move));
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
