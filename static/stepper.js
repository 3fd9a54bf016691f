// Steps through what happened since the reader's last turn, in frames that the API returns.

import { drawFrame, markChanges, marksOf } from "./drawing.js";
import { partsOf } from "./elements.js";
import { framesOf } from "./replay/frames.js";

/** Return a stepper for this page; `pause` is called with whether the reader looks back. */
export function createStepper(page, { ask, pause }) {
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
    pause(isBack);
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
    /** Fetch the frames after a ply, and mark what has changed since. */
    async load(ply) {
      find("stepping").hidden = true;
      const replay = await ask(`/replay?after=${ply}`).catch(() => null);
      if (!replay || replay.frames.length < 2) return;
      frames = framesOf(replay);
      find("stepping").hidden = false;
      markSince();
    },
    /** Show the table as it is now. */
    leave() {
      if (place >= 0) show(-1);
    },
  };
}
