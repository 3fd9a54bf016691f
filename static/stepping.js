// Steps through what happened since the reader's last turn, from frames that the service draws.

import { draw, markChanges, marksIn } from "./drawing.js";

/** Let the reader step; `rest` is told when they look back, and when they are back. */
export function stepping(page, { ask, rest }) {
  const find = (what) => page.querySelector(`[data-${what}]`);
  const table = find("table");
  let frames = [];
  let place = -1; // -1: now

  /** Return the whole drawing of each frame: a frame has only the regions that changed. */
  function whole(parts) {
    const drawn = new Map();
    return parts.map(({ regions, words }) => {
      for (const { key, html } of regions) {
        if (html) drawn.set(key, html);
        else drawn.delete(key);
      }
      return { words, regions: [...drawn].map(([key, html]) => ({ key, html })) };
    });
  }

  function show(next) {
    const before = marksIn(table);
    place = next;
    const isBack = place >= 0;
    find("step-buttons").hidden = !isBack;
    find("step=in").hidden = isBack;
    page.classList.toggle("looking-back", isBack);
    rest(isBack);
    if (!isBack) {
      find("step-words").textContent = "";
      return;
    }
    draw(table, frames[place].regions);
    markChanges(table, place ? before : new Map());
    find("step=back").disabled = place === 0;
    find("step=on").disabled = place === frames.length - 1;
    find("step-place").textContent = `${place} / ${frames.length - 1}`;
    find("step-words").textContent = frames[place].words.join(" ");
  }

  find("step=in").addEventListener("click", () => {
    show(Math.min(1, frames.length - 1));
    find("step=on").focus({ preventScroll: true });
  });
  find("step=back").addEventListener("click", () => show(place - 1));
  find("step=on").addEventListener("click", () => show(place + 1));
  find("step=out").addEventListener("click", () => {
    show(-1);
    find("step=in").focus({ preventScroll: true });
  });

  return {
    /** Fetch what happened after a ply; mark what changed since, once. */
    async from(ply, marks) {
      if (place >= 0) show(-1);
      frames = [];
      find("stepping").hidden = true;
      const replay = await ask(`/replay?after=${ply}`).catch(() => null);
      if (!replay || replay.frames.length < 2) return;
      frames = whole(replay.frames);
      find("stepping").hidden = false;
      if (marks) markChanges(table, marksOf(frames[0].regions));
    },
    leave() {
      if (place >= 0) show(-1);
    },
  };
}

/** What can change, as it looked in this drawing. */
function marksOf(regions) {
  const aside = document.createElement("template");
  aside.innerHTML = regions.map(({ html }) => html).join("");
  return marksIn(aside.content);
}
