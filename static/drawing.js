// Draws a table or a frame of a replay: its regions, the picks that can be tapped, and what changed.

import { element } from "./elements.js";

/** Show these regions; return a function that restores the focus, or else focuses its argument.

A region that is the same is not touched, so that its pictures do not flicker. */
export function draw(root, regions) {
  const active = document.activeElement; // `:focus` would need a window in front
  const focused = root.contains(active) ? active.getAttribute("data-pick") : null;
  const there = new Map([...root.children].map((each) => [each.dataset.region, each]));
  const drawn = regions.map(({ key, html }) => {
    const fresh = element("div", { innerHTML: html });
    fresh.dataset.region = key;
    const region = there.get(key) ?? fresh;
    if (!region.isEqualNode(fresh)) region.replaceChildren(...fresh.childNodes);
    return region;
  });
  const isSame = drawn.length === there.size && drawn.every((each, i) => each === root.children[i]);
  if (!isSame) root.replaceChildren(...drawn);
  return (otherwise) => {
    if (!focused) return;
    const pick = root.querySelector(`[data-pick="${CSS.escape(focused)}"]:not(:disabled)`);
    (pick ?? otherwise).focus({ preventScroll: true });
  };
}

/** Return the regions drawn now, for `draw`. */
export const drawnNow = (root) =>
  [...root.children].map((each) => ({ key: each.dataset.region, html: each.innerHTML }));

/** Call `press` with the key of each pick that is tapped; arrow keys move between picks. */
export function listen(root, press) {
  root.addEventListener("click", (event) => {
    const pick = event.target.closest("[data-pick]");
    if (pick && !pick.disabled) press(pick.dataset.pick);
  });
  root.addEventListener("keydown", (event) => {
    const pick = event.target.closest("[data-pick]");
    if (!pick || !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    focusNext(root, pick, event.key);
  });
}

/** Light up the `open` picks and show which are `picked`, and how often.

Those of `first`, which begin another choice, can be pressed as well. */
export function light(root, open, picked, first) {
  for (const pick of root.querySelectorAll("[data-pick]")) {
    const key = pick.dataset.pick;
    const count = picked.filter((each) => each === key).length;
    const isOpen = open.has(key);
    pick.disabled = !isOpen && !count && !first.has(key);
    pick.classList.toggle("legal", isOpen);
    pick.classList.toggle("chosen", count > 0);
    if (!pick.disabled) pick.setAttribute("aria-pressed", String(count > 0));
    else pick.removeAttribute("aria-pressed");
    if (count > 1) pick.dataset.count = count;
    else delete pick.dataset.count;
  }
}

/** Scroll to the first open pick if none is visible; the element `below` covers what is under its top. */
export function reveal(root, below) {
  const legal = [...root.querySelectorAll(".pick.legal")];
  const end = below.getBoundingClientRect().top;
  const isVisible = legal.some((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return top >= 0 && bottom <= end;
  });
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!isVisible) {
    legal[0]?.scrollIntoView({ block: "center", behavior: isCalm ? "auto" : "smooth" });
  }
}

/** Return each mark with its value: what the drawing says it is, else its text. */
export function marksIn(root) {
  const marks = [...root.querySelectorAll("[data-mark]")];
  return new Map(marks.map((each) => [each.dataset.mark, each.dataset.is ?? each.textContent]));
}

/** Return the same of regions that are not drawn. */
export function marksOf(regions) {
  const aside = element("template", { innerHTML: regions.map(({ html }) => html).join("") });
  return marksIn(aside.content);
}

/** Mark what has changed; nothing if `before` is empty. */
export function markChanges(root, before) {
  const now = marksIn(root);
  for (const each of root.querySelectorAll("[data-mark]")) {
    const { mark } = each.dataset;
    each.classList.toggle("changed", before.size > 0 && before.get(mark) !== now.get(mark));
  }
}

/** Show one frame of a replay, and mark what has changed since the frame before it. */
export function drawFrame(root, frames, place) {
  draw(root, frames.regions(place));
  markChanges(root, place ? marksOf(frames.regions(place - 1)) : new Map());
}

const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Focus the nearest pick in the direction of an arrow key. */
function focusNext(root, from, arrow) {
  const [across, down] = DIRECTIONS[arrow];
  const middle = (each) => {
    const box = each.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  let nearest = null;
  let least = Infinity;
  for (const pick of root.querySelectorAll("[data-pick]:not(:disabled)")) {
    const [dx, dy] = middle(pick).map((place, axis) => place - [x, y][axis]);
    const ahead = dx * across + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * across);
    if (pick === from || ahead < 4 || ahead + 2 * aside >= least) continue;
    [nearest, least] = [pick, ahead + 2 * aside];
  }
  nearest?.focus();
}
