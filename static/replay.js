// The replay of a game: loaded at once, stepped through and proved in the page.

import { analysing } from "./replay/analysis.js";
import { openFiles } from "./replay/files.js";
import { showProof, showUnproved } from "./replay/findings.js";
import { playing } from "./replay/player.js";

const stage = document.querySelector("[data-replay]");
const proof = document.querySelector("[data-proof]");
const player = playing(stage);

function play(replay) {
  const analysis = document.querySelector("[data-analysis]");
  const shown = analysis ? analysing(analysis, replay, player.stepTo) : () => {};
  player.load(replay, Number(stage.dataset.ply ?? 0), shown);
  return showProof(proof, replay);
}

async function answered(source) {
  try {
    const response = await fetch(source, { headers: { Accept: "application/json" } });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

function close() {
  player.stop();
  stage.hidden = true;
  proof.hidden = true;
}

if (stage.dataset.source) {
  const replay = await answered(stage.dataset.source);
  // Without an answer the page stays as it came: each position by its own link.
  if (replay) await play(replay);
  else showUnproved(proof);
}
openFiles(document.querySelector("[data-files]"), { play, close });
