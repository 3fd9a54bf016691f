// The chances of each player through the game, and the move a program would have played. The API is
// asked only when a reader wants to know.

import { element, partsOf } from "../elements.js";

const HEIGHT = 30;
const WIDTH = 100;

/** Analyse a replay in `details`, the element of templates/duel/replay_analysis.html.

Return a function to call with each place that is shown. */
export function createAnalysis(details, { names, frames }, stepTo) {
  const part = partsOf(details);
  const curve = part("curve");
  const words = part("said");
  const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
  let chances = null; // of each seat at each place, in thousandths
  let now = null; // the line at the place that is shown
  let shares = []; // the elements with the chances of each seat at that place
  let shown = 0;

  async function load() {
    if (chances || !details.open) return;
    const answer = await fetchJson(details.dataset.chances);
    if (!answer.chances) {
      words.textContent = answer.sentence ?? words.dataset.unanswered;
      return;
    }
    ({ chances } = answer);
    drawCurve();
    drawLegend();
    show(shown);
  }

  const across = (place) => (WIDTH * place) / Math.max(chances.length - 1, 1);

  function drawCurve() {
    const height = (share) => HEIGHT * (1 - share / 1000);
    const lines = names.map((_, seat) =>
      createShape("polyline", {
        "data-seat": seat,
        points: chances.map((each, place) => `${across(place)},${height(each[seat])}`).join(" "),
      })
    );
    now = createShape("line", { class: "now", y1: 0, y2: HEIGHT });
    curve.replaceChildren(now, ...lines);
  }

  function drawLegend() {
    shares = names.map((name, seat) => {
      const sample = createShape("svg", { viewBox: "0 0 30 6", "aria-hidden": "true" });
      sample.append(createShape("line", { "data-seat": seat, x1: 0, x2: 30, y1: 3, y2: 3 }));
      const item = element("li");
      const share = element("b");
      item.append(sample, ` ${name} `, share);
      part("legend").append(item);
      return share;
    });
  }

  function show(place) {
    shown = place;
    words.textContent = "";
    if (!chances) return;
    for (const end of ["x1", "x2"]) now.setAttribute(end, across(place));
    shares.forEach((share, seat) => {
      share.textContent = percent.format(chances[place][seat] / 1000);
    });
  }

  async function ask() {
    const place = shown;
    const answer = await fetchJson(`${details.dataset.advice}?ply=${frames[place].ply}`);
    if (place === shown) words.textContent = inWords(answer); // else the reader has stepped on
  }

  function inWords({ words: move, sentence, seat, is_played: isPlayed }) {
    const { unanswered, nobody, same, would } = words.dataset;
    if (move === undefined) return sentence ?? unanswered;
    if (seat === null) return nobody;
    return `${(isPlayed ? same : would).replace("{name}", names[seat])} ${move}`;
  }

  details.hidden = false;
  details.addEventListener("toggle", load);
  part("ask").addEventListener("click", ask);
  curve.addEventListener("click", ({ clientX }) => {
    if (!chances) return;
    const { left, width } = curve.getBoundingClientRect();
    stepTo(Math.round(((clientX - left) / width) * (chances.length - 1)));
  });
  return show;
}

async function fetchJson(address) {
  try {
    return await (await fetch(address, { headers: { Accept: "application/json" } })).json();
  } catch {
    return {};
  }
}

function createShape(name, attributes) {
  const shape = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  return shape;
}
