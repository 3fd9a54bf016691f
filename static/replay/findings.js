// Shows the proof of a game, one check after the other, each with a tick or a cross.

import { canProve, prove } from "./proof.js";

export async function showProof(section, proof) {
  section.hidden = false;
  const part = (name) => section.querySelector(`[data-${name}]`);
  part("closed").hidden = Boolean(proof);
  if (!proof) return;
  part("open").hidden = false;
  part("moves").textContent = proof.moves;
  part("notes").replaceChildren(...proof.notes.flatMap(described));
  if (!canProve()) {
    part("unable").hidden = false;
    return;
  }
  const list = part("checks");
  list.replaceChildren();
  let broken = 0;
  for await (const found of prove(proof)) {
    list.append(finding(found, list.dataset));
    if (!found.holds) broken += 1;
  }
  const summary = part("summary");
  summary.textContent = broken ? summary.dataset.wrong : summary.dataset.right;
  summary.classList.toggle("wrong", broken > 0);
}

function finding({ check, words, holds, entry }, said) {
  const item = document.createElement("li");
  item.dataset.check = check;
  item.className = holds ? "right" : "wrong";
  const sign = document.createElement("span");
  sign.className = "sign";
  sign.setAttribute("role", "img");
  sign.setAttribute("aria-label", holds ? said.right : said.wrong);
  sign.textContent = holds ? "✓" : "✗";
  item.append(sign, ` ${words}`);
  if (entry !== undefined) item.append(` ${said.entry.replace("{number}", entry)}`);
  return item;
}

function described({ words, value }) {
  const term = Object.assign(document.createElement("dt"), { textContent: words });
  const text = Object.assign(document.createElement("dd"), { textContent: value });
  return [term, text];
}
