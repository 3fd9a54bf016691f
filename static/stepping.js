// Steps through what happened since the reader's last turn, from frames that the service draws.

import { drawFrame, markChanges, marksOf } from "./drawing.js";
import { partsOf } from "./elements.js";
import { framesOf } from "./replay/frames.js";

/** Let the reader step; `rest` is told when they look back, and when they are back. */
export function stepping(page, { ask, rest }) {
  const find = partsOf(page);
  const table = find("table");
  let frames = null;
  let place = -1; // -1: now

  const markSince = () => markChanges(table, marksOf(frames.regions(0)));

  function show(next) {
    place = next;
    const isBack = place >= 0;
    find("step-buttons").hidden = !isBack;
    find("step=in").hidden = isBack;
    page.classList.toggle("looking-back", isBack);
    rest(isBack);
    if (!isBack) {
      find("step-words").textContent = "";
      markSince();
      return;
    }
    drawFrame(table, frames, place);
    find("step=back").disabled = place === 0;
    find("step=on").disabled = place === frames.last;
    find("step-place").textContent = `${place} / ${frames.last}`;
    find("step-words").textContent = frames.at(place).words.join(" ");
  }

  find("step=in").addEventListener("click", () => {
    show(Math.min(1, frames.last));
    find("step=on").focus({ preventScroll: true });
  });
  find("step=back").addEventListener("click", () => show(place - 1));
  find("step=on").addEventListener("click", () => show(place + 1));
  find("step=out").addEventListener("click", () => {
    show(-1);
    find("step=in").focus({ preventScroll: true });
  });

  return {
    /** Fetch what happened after a ply, to be stepped through; mark what changed since. */
    async from(ply) {
      find("stepping").hidden = true;
      const replay = await ask(`/replay?after=${ply}`).catch(() => null);
      if (!replay || replay.frames.length < 2) return;
      frames = framesOf(replay);
      find("stepping").hidden = false;
      markSince();
    },
    /** Be back, as there is something new. */
    leave() {
      if (place >= 0) show(-1);
    },
  };
}
