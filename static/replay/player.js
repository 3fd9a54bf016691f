// Steps through a replay by slider, keys, buttons and the list of turns. It has no sentences of its own.

import { drawFrame } from "../drawing.js";
import { element, partsOf } from "../elements.js";
import { framesOf } from "./frames.js";

const SECONDS_A_STEP = 1.8;
const SECONDS_TO_ADDRESS = 0.3; // browsers refuse a page that changes its address a hundred times
const STEPS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

/** Return a player for replays on `stage`, the element of templates/duel/replay_stage.html. */
export function createPlayer(stage) {
  const part = partsOf(stage);
  const table = part("table");
  const slider = part("slider");
  const turns = part("turns");
  const hasAddress = "address" in stage.dataset;
  let replay = null;
  let frames = null;
  let place = 0;
  let turnLinks = []; // one for each place, in the list of turns
  let onShow = (_place) => {};
  let timer = 0; // set while the replay plays by itself
  let addressing = 0;

  const stepsFrom = (from) => ({ first: 0, back: from - 1, forward: from + 1, last: frames.last });

  function step(where) {
    stepTo(stepsFrom(place)[where]);
  }

  function stepTo(next) {
    stop();
    show(Math.min(Math.max(next, 0), frames.last));
  }

  function toggle() {
    if (timer) {
      stop();
      return;
    }
    if (place === frames.last) show(0);
    timer = setInterval(() => {
      show(place + 1);
      if (place === frames.last) stop();
    }, SECONDS_A_STEP * 1000);
    showPlayButton();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    showPlayButton();
  }

  function showPlayButton() {
    const button = part("play");
    const words = timer ? button.dataset.pause : button.dataset.play;
    button.setAttribute("aria-label", words);
    button.title = words;
    button.classList.toggle("playing", Boolean(timer));
  }

  function show(next, { silently = false } = {}) {
    place = next;
    drawFrame(table, frames, place);
    showWords(silently);
    markTurn();
    followLinks();
    onShow(place);
  }

  function showWords(silently) {
    const sentences = [...frames.at(place).words];
    if (place === frames.last) sentences.push(...replay.closing);
    const counter = part("counter");
    counter.textContent = counter.dataset.words.replace("{step}", place).replace(
      "{last}",
      frames.last,
    );
    slider.value = place;
    slider.setAttribute("aria-valuetext", `${counter.textContent}. ${sentences.join(" ")}`);
    part("now").replaceChildren(...sentences.map((textContent) => element("p", { textContent })));
    if (!silently) part("told").textContent = sentences.join(" ");
  }

  function markTurn() {
    turns.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const link = turnLinks[place];
    link.setAttribute("aria-current", "step");
    // Only the list is scrolled, never the page.
    turns.scrollTop = link.offsetTop - turns.clientHeight / 3;
  }

  function followLinks() {
    for (const link of stage.querySelectorAll("[data-step]")) {
      const target = stepsFrom(place)[link.dataset.step];
      const leadsOn = target !== place && frames.at(target) !== undefined;
      if (leadsOn) link.removeAttribute("aria-disabled");
      else link.setAttribute("aria-disabled", "true");
      if (hasAddress) link.href = `?ply=${frames.at(leadsOn ? target : place).ply}`;
    }
    if (hasAddress) keepAddress();
  }

  function keepAddress() {
    clearTimeout(addressing);
    const change = () => history.replaceState(null, "", address());
    addressing = setTimeout(change, SECONDS_TO_ADDRESS * 1000);
  }

  /** Return the address of the frame shown now. */
  function address() {
    return new URL(`?ply=${frames.at(place).ply}`, location.href).href;
  }

  function listTurns() {
    const when = new Intl.DateTimeFormat(document.documentElement.lang, {
      dateStyle: "medium",
      timeStyle: "short",
    });
    turnLinks = replay.frames.map(({ ply, time, words }) =>
      element("a", {
        href: hasAddress ? `?ply=${ply}` : "#",
        textContent: words.join(" "),
        ...(time && { title: when.format(new Date(time)) }),
      })
    );
    const items = turnLinks.map((link) => {
      const item = element("li");
      item.append(link);
      return item;
    });
    turns.replaceChildren(...items);
  }

  function onKey(event) {
    const isTyped = event.target.closest?.("input, select, textarea, [contenteditable]");
    const isShortcut = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    const where = STEPS[event.key];
    if (stage.hidden || isTyped || isShortcut || !where) return;
    event.preventDefault();
    step(where);
  }

  /** Handle the page's links and keys; without this each link loads its own page. */
  function prepare() {
    slider.addEventListener("input", () => stepTo(Number(slider.value)));
    for (const link of stage.querySelectorAll("[data-step]")) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        step(link.dataset.step);
      });
    }
    part("play").addEventListener("click", toggle);
    document.addEventListener("keydown", onKey);
    turns.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      stepTo(turnLinks.indexOf(link));
    });
    for (const tool of stage.querySelectorAll("[data-scripted]")) tool.hidden = false;
    if (hasAddress) prepareSharing();
  }

  function prepareSharing() {
    const copy = part("copy");
    const share = part("share");
    copy.hidden = !navigator.clipboard;
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(address());
      part("told").textContent = copy.dataset.copied;
      part("copied").textContent = copy.dataset.copied;
    });
    share.hidden = !navigator.share;
    share.addEventListener("click", () => {
      // Cancelling the system's dialogue is no error.
      navigator.share({ title: document.title, url: address() }).catch(() => {});
    });
  }

  return {
    /** Show a replay, first at this ply; `shown` is called with each place that is shown. */
    load(answer, ply, shown) {
      if (!replay) prepare();
      [replay, frames, onShow] = [answer, framesOf(answer), shown];
      slider.max = frames.last;
      table.dataset.ofGame = replay.game;
      table.dataset.seats = replay.names.length;
      listTurns();
      stop();
      stage.hidden = false;
      show(frames.placeOf(ply), { silently: true });
    },
    stepTo,
    stop,
  };
}
