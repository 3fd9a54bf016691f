// Shows the proof of a game: each check with a tick or a cross.

import { element } from "../elements.js";
import { canProve, prove } from "./proof.js";
import { checkSignature } from "./signature.js";

let shown = null;

/** Show a proof; `origin` and `file` belong to a file from the reader's disk. */
export async function showProof(section, { proof, origin, file }) {
  shown = proof;
  section.hidden = false;
  const part = (name) => section.querySelector(`[data-${name}]`);
  part("closed").hidden = Boolean(proof);
  if (!proof) return;
  part("open").hidden = false;
  part("redone").hidden = !canProve();
  part("unable").hidden = canProve();
  part("limits").replaceChildren(...(proof.limits ?? []).map(paragraph));
  part("origin").replaceChildren(...(origin?.words ?? []).map(paragraph));
  part("origin").classList.toggle("wrong", origin?.holds === false);
  part("notes").replaceChildren(...proof.notes.flatMap(described));
  const [summary, list, moves] = [part("summary"), part("checks"), part("moves")];
  summary.textContent = "";
  moves.textContent = proof.moves.words;
  moves.classList.toggle("wrong", !proof.moves.hold);
  list.replaceChildren();
  if (!canProve()) return;
  let broken = (proof.moves.hold ? 0 : 1) + (origin?.holds === false ? 1 : 0);
  for await (const found of prove(proof)) {
    if (shown !== proof) return; // another file was opened meanwhile
    list.append(finding(found, list.dataset));
    if (!found.holds) broken += 1;
  }
  if (file?.signature) {
    const found = await checkSignature(file, section.dataset.keys);
    if (shown !== proof) return;
    const words = part("signature").dataset[found];
    const isFinding = found === "ours" || found === "wrong";
    if (!isFinding) part("origin").append(paragraph(words));
    else list.append(finding({ check: "signature", words, holds: found === "ours" }, list.dataset));
    if (found === "wrong") broken += 1;
  }
  summary.textContent = broken ? summary.dataset.wrong : summaryOf(summary.dataset, origin);
  summary.classList.toggle("wrong", broken > 0);
}

// A file that this site does not know is only called consistent.
function summaryOf({ right, consistent }, origin) {
  return !origin || origin.match === "same" ? right : consistent;
}

/** Show that nothing was proved, as the replay could not be loaded. */
export function showUnproved(section) {
  section.querySelector("[data-unanswered]").hidden = false;
}

function finding({ check, words, holds, entry = 0 }, labels) {
  const item = element("li", { className: holds ? "right" : "wrong" });
  item.dataset.check = check;
  const sign = element("span", { className: "sign", textContent: holds ? "✓" : "✗" });
  sign.setAttribute("role", "img");
  sign.setAttribute("aria-label", holds ? labels.right : labels.wrong);
  item.append(sign, ` ${words}`);
  if (entry) item.append(` ${labels.entry.replace("{number}", String(entry))}`);
  return item;
}

function paragraph(textContent) {
  return element("p", { className: "notice", textContent });
}

function described({ words, value }) {
  return [element("dt", { textContent: words }), element("dd", { textContent: value })];
}
