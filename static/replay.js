// The replay of a game: loaded at once, stepped through and proved in the page.

import { showProof } from "./replay/findings.js";
import { Player } from "./replay/player.js";

const stage = document.querySelector("[data-replay]");
const proof = document.querySelector("[data-proof]");
const trouble = document.querySelector("[data-trouble]");

function play(replay) {
  const ply = new URLSearchParams(location.search).get("ply");
  const player = new Player(stage, replay);
  player.start(ply === null ? Infinity : Number(ply) || 0);
  showProof(proof, replay.proof);
  return player;
}

async function answer(response) {
  const said = await response.json();
  if (!response.ok) throw Object.assign(new Error(said.sentence), { said });
  return said;
}

if (stage.dataset.source) {
  const response = await fetch(stage.dataset.source, { headers: { Accept: "application/json" } });
  // Without an answer the page stays as it came: each position by its own link.
  if (response.ok) play(await response.json());
}

const form = document.querySelector("[data-file-form]");
if (form) {
  const input = form.querySelector("input");
  form.hidden = false;
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    trouble.hidden = true;
    try {
      if (file.size > Number(form.dataset.most)) throw new Error(form.dataset.tooLarge);
      const body = await file.arrayBuffer();
      const headers = { "Content-Type": "application/json" };
      const posted = await fetch(form.dataset.checkedBy, { method: "POST", headers, body });
      open(await answer(posted));
    } catch (error) {
      tell(error);
    }
  });
}
