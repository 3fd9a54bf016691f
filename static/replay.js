// The page of a replay: loads it, plays it and checks its proof.

import { createAnalysis } from "./replay/analysis.js";
import { openFiles } from "./replay/files.js";
import { showProof, showUnproved } from "./replay/findings.js";
import { createPlayer } from "./replay/player.js";

const stage = document.querySelector("[data-replay]");
const proof = document.querySelector("[data-proof]");
const player = createPlayer(stage);

function play(replay) {
  const analysis = document.querySelector("[data-analysis]");
  const shown = analysis ? createAnalysis(analysis, replay, player.stepTo) : () => {};
  player.load(replay, Number(stage.dataset.ply ?? 0), shown);
  return showProof(proof, replay);
}

async function fetchReplay(source) {
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
  const replay = await fetchReplay(stage.dataset.source);
  // Without an answer the links of the page still show each position.
  if (replay) await play(replay);
  else showUnproved(proof);
}
openFiles(document.querySelector("[data-files]"), { play, close });
