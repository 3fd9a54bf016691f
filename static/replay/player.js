// Steps through a game: slider, keys, buttons, the list of what happened. It has no words of its own.

import { Frames } from "./frames.js";
import { clearMarks, markChanges } from "./marks.js";

const SECONDS_A_STEP = 1.8;
const SECONDS_TO_ADDRESS = 0.3; // browsers refuse a page that changes its address a hundred times

export class Player {
  // `stage` is the element that templates/duel/replay_stage.html makes.
  constructor(stage) {
    this.stage = stage;
    this.part = (name) => stage.querySelector(`[data-${name}]`);
    this.hasAddress = "address" in stage.dataset;
    this.playing = null;
    this.replay = null;
    this.onShow = null; // called with each place that is shown
  }

  // Shows what the API answers, from this ply on.
  load(replay, ply) {
    if (!this.replay) this.prepare(); // until then every link leads where it says
    this.replay = replay;
    this.frames = new Frames(replay);
    this.part("slider").max = this.frames.last;
    const table = this.part("table");
    table.className = `table table-${replay.game} seats-${replay.names.length}`;
    table.replaceChildren(); // of another game nothing stays
    this.listing = this.listTurns();
    this.stop();
    this.stage.hidden = false;
    this.show(this.frames.placeOf(ply), { silently: true });
  }

  prepare() {
    const slider = this.part("slider");
    slider.addEventListener("input", () => this.stepTo(Number(slider.value)));
    for (const link of this.stage.querySelectorAll("[data-step]")) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.step(link.dataset.step);
      });
    }
    this.part("play").addEventListener("click", () => this.toggle());
    document.addEventListener("keydown", (event) => this.onKey(event));
    this.part("turns").addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      this.stepTo(this.listing.indexOf(link));
    });
    for (const tool of this.stage.querySelectorAll("[data-scripted]")) tool.hidden = false;
    if (this.hasAddress) this.prepareSharing();
  }

  onKey(event) {
    const isTyped = event.target.closest?.("input, select, textarea, [contenteditable]");
    if (
      this.stage.hidden || isTyped || event.altKey || event.ctrlKey || event.metaKey ||
      event.shiftKey
    ) return;
    const step =
      { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    if (!step) return;
    event.preventDefault();
    this.step(step);
  }

  step(where) {
    const { place, frames } = this;
    this.stepTo({ first: 0, back: place - 1, forward: place + 1, last: frames.last }[where]);
  }

  stepTo(place) {
    this.stop();
    this.show(Math.min(Math.max(place, 0), this.frames.last));
  }

  toggle() {
    if (this.playing) {
      this.stop();
      return;
    }
    if (this.place === this.frames.last) this.show(0);
    this.playing = setInterval(() => {
      this.show(this.place + 1);
      if (this.place === this.frames.last) this.stop();
    }, SECONDS_A_STEP * 1000);
    this.tellPlaying();
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    this.tellPlaying();
  }

  tellPlaying() {
    const button = this.part("play");
    const words = this.playing ? button.dataset.pause : button.dataset.play;
    button.setAttribute("aria-label", words);
    button.title = words;
    button.classList.toggle("playing", Boolean(this.playing));
  }

  show(place, { silently = false } = {}) {
    this.place = place;
    this.draw(place);
    this.tell(place, silently);
    this.markTurn(place);
    this.followLinks(place);
    this.onShow?.(place);
  }

  draw(place) {
    const table = this.part("table");
    clearMarks(table);
    for (const key of this.frames.keys(place)) {
      const region = this.region(table, key);
      const html = this.frames.html(place, key);
      if (region.drawn !== html) {
        region.innerHTML = html;
        region.drawn = html;
      }
    }
    for (const key of this.frames.changed(place)) {
      markChanges(this.region(table, key), this.frames.html(place - 1, key));
    }
  }

  region(table, key) {
    const found = table.querySelector(`:scope > [data-region="${key}"]`);
    if (found) return found;
    const made = document.createElement("div");
    made.dataset.region = key;
    table.append(made);
    return made;
  }

  tell(place, silently) {
    const { last } = this.frames;
    const told = [...this.replay.frames[place].words];
    if (place === last) told.push(...this.replay.closing);
    const counter = this.part("counter");
    counter.textContent = counter.dataset.words.replace("{step}", place).replace("{last}", last);
    const slider = this.part("slider");
    slider.value = place;
    slider.setAttribute("aria-valuetext", `${counter.textContent}. ${told.join(" ")}`);
    this.part("now").replaceChildren(...told.map(paragraph));
    if (!silently) this.part("told").textContent = told.join(" ");
  }

  markTurn(place) {
    const list = this.part("turns");
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const link = this.listing[place];
    link.setAttribute("aria-current", "step");
    // Only the list is scrolled, never the page below the reader's hands.
    list.scrollTop = link.offsetTop - list.clientHeight / 3;
  }

  followLinks(place) {
    const { frames, last } = this.frames;
    const steps = { first: 0, back: place - 1, forward: place + 1, last };
    for (const link of this.stage.querySelectorAll("[data-step]")) {
      const target = steps[link.dataset.step];
      const leadsOn = target !== place && frames[target] !== undefined;
      if (leadsOn) link.removeAttribute("aria-disabled");
      else link.setAttribute("aria-disabled", "true");
      if (this.hasAddress) link.href = `?ply=${frames[leadsOn ? target : place].ply}`;
    }
    if (this.hasAddress) this.keepAddress();
  }

  keepAddress() {
    clearTimeout(this.addressing);
    const change = () => history.replaceState(null, "", this.address());
    this.addressing = setTimeout(change, SECONDS_TO_ADDRESS * 1000);
  }

  // Where what is shown now can be found again.
  address() {
    return new URL(`?ply=${this.replay.frames[this.place].ply}`, location.href).href;
  }

  listTurns() {
    const when = new Intl.DateTimeFormat(document.documentElement.lang, {
      dateStyle: "medium",
      timeStyle: "short",
    });
    const items = this.replay.frames.map((frame) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = this.hasAddress ? `?ply=${frame.ply}` : "#";
      link.textContent = frame.words.join(" ");
      if (frame.time) link.title = when.format(new Date(frame.time));
      item.append(link);
      return item;
    });
    this.part("turns").replaceChildren(...items);
    return items.map((item) => item.firstChild);
  }

  prepareSharing() {
    const copy = this.part("copy");
    const share = this.part("share");
    copy.hidden = !navigator.clipboard;
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(this.address());
      this.part("told").textContent = copy.dataset.copied;
      this.part("copied").textContent = copy.dataset.copied;
    });
    share.hidden = !navigator.share;
    share.addEventListener("click", () => {
      // Whoever changes their mind in the dialogue of the system has said no, which is no error.
      navigator.share({ title: document.title, url: this.address() }).catch(() => {});
    });
  }
}

function paragraph(words) {
  return Object.assign(document.createElement("p"), { textContent: words });
}
