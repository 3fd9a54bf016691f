// The page of a table: shows the state that the API returns, sends the player's moves, and looks for
// news while the page is visible. It knows no rules and has no sentences of its own.

import { createApi } from "./api.js";
import { createComposer } from "./composer.js";
import { countDown } from "./countdown.js";
import { draw, drawnNow, markChanges, marksIn } from "./drawing.js";
import { element, partsOf } from "./elements.js";
import { renewLinks, showNextGame } from "./links.js";
import { follow } from "./news.js";
import { renewReaders, showNotes } from "./notes.js";
import { createStepper } from "./stepper.js";

const page = document.querySelector("[data-game]");
const find = partsOf(page);
const table = find("table");
const words = find("words").dataset;
const alarm = find("alarm");
const { ask, skew } = createApi(page.dataset);
const site = document.title.slice(document.title.lastIndexOf("·"));

let state = JSON.parse(document.getElementById("table-state").textContent);
let isBusy = false;
let stopCounting = () => {};

function announce(...sentences) {
  find("live").textContent = sentences.filter(Boolean).join(" ");
}

function paragraphs(name, sentences) {
  return sentences.filter(Boolean).map((textContent) => element(name, { textContent }));
}

function setText(name, text) {
  for (const each of page.querySelectorAll(`[data-say="${name}"]`)) {
    each.textContent = text;
    each.hidden = !text;
  }
}

function showWhen(name, isSo) {
  for (const each of page.querySelectorAll(`[data-say-when="${name}"]`)) each.hidden = !isSo;
}

function warn(...sentences) {
  alarm.replaceChildren(...paragraphs("p", sentences));
  alarm.hidden = !alarm.children.length;
}

/** Run one action at a time; if it is refused, show why and return nothing. */
async function whenIdle(act) {
  if (isBusy) return null;
  isBusy = true;
  page.setAttribute("aria-busy", "true");
  warn();
  try {
    return await act();
  } catch (refusal) {
    if (!("code" in refusal)) throw refusal;
    warn(refusal.message || words.offline, ...refusal.story);
    if (refusal.code === "stale") await ask("?drawn=true").then(showNews, () => {});
    if (refusal.code === "reader_has_changed") await renewReaders(find("send"));
    return null;
  } finally {
    isBusy = false;
    page.removeAttribute("aria-busy");
  }
}

/** Send what was pressed, and show the new state of the table. */
async function act(path, body, announcement) {
  const fresh = await whenIdle(() => ask(`/${path}?drawn=true`, { ply: state.ply, ...body }));
  if (!fresh) return;
  show(fresh);
  warn(fresh.said);
  announce(announcement, fresh.result_words, fresh.asked);
  find("say=heading").focus({ preventScroll: true });
}

const composer = find("panel")
  ? createComposer(page, {
    words,
    announce,
    preview: (steps) => whenIdle(() => ask("/turn?drawn=true", { ply: state.ply, steps })),
    play: (moves, note) => act("moves", { moves, ...note }, words.sent),
  })
  : {
    begin(_turn, regions, before) {
      draw(table, regions);
      markChanges(table, before);
    },
    isUnderWay: () => false,
    pause(isPaused) {
      if (!isPaused) draw(table, state.regions);
    },
  };
const stepper = createStepper(page, { ask, pause: composer.pause });

/** Show a state that the API returned; return whether the position has changed. */
function show(fresh) {
  const isMoved = fresh.ply !== state.ply || fresh.status !== state.status;
  const isLost = isMoved && composer.isUnderWay();
  state = fresh;
  if (isMoved) {
    if (isLost && !isBusy) warn(words.changed);
    document.querySelectorAll("[data-until-news]").forEach((each) => each.remove());
    stepper.leave();
    composer.begin(fresh.turn, fresh.regions, marksIn(table));
    stepper.load(fresh.since_ply);
    showNextGame(page, ask, () => Boolean(state.turn));
  }
  const isMine = Boolean(fresh.turn);
  setText("heading", fresh.result ? words.over : isMine ? words.yours : fresh.asked);
  setText("standing", fresh.result_words || fresh.asked);
  setText("lede", fresh.result ? fresh.result_words : isMine ? fresh.asked : "");
  setText("places", fresh.places_words);
  setText("warning", isMine ? fresh.warning : "");
  setText("deadline", fresh.deadline_words);
  showWhen("over", Boolean(fresh.result));
  showWhen("running", !fresh.result);
  showWhen("can-step-back", fresh.can_step_back);
  find("list=story").replaceChildren(...paragraphs("li", fresh.story));
  showNotes(page, fresh.notes);
  find("story").hidden = !fresh.story.length && !fresh.notes.length;
  if (find("say=heading")) {
    document.title = `${isMine ? words.title : fresh.result_words || fresh.asked} ${site}`;
  }
  countDownToLetter(Date.parse(fresh.can_take_back_until) - Date.now() - skew());
  return isMoved;
}

/** Show what somebody else has done, and renew the links of the reader's own turn. */
function showNews(fresh) {
  const isMoved = show(fresh);
  if (isMoved) renewLinks(page);
  return isMoved;
}

/** Count down while the turn that was made can be taken back. */
function countDownToLetter(milliseconds) {
  stopCounting();
  const isUnsent = milliseconds > 0;
  showWhen("unsent", isUnsent);
  if (!isUnsent) return;
  setText("unsent", words.unsent);
  stopCounting = countDown(
    page.querySelector("[role=timer]"),
    milliseconds / 1000,
    () => lookNow(),
  );
}

async function lookForNews() {
  const { number } = state;
  const fresh = isBusy ? null : await ask(`/news?after=${number}&drawn=true`);
  if (!fresh || isBusy || number !== state.number) return Boolean(fresh);
  if (showNews(fresh)) announce(...fresh.story.slice(-3), fresh.result_words, fresh.asked);
  return true;
}

const lookNow = follow(lookForNews, () => state.status !== "running");

for (const each of page.querySelectorAll("[data-act]")) {
  each.addEventListener("click", (event) => {
    event.preventDefault();
    act(each.dataset.act, {}, "");
  });
}
page.querySelectorAll("[data-without-script]").forEach((each) => each.remove());
if (find("moves")) find("moves").open = false;
state.regions = drawnNow(table);
composer.begin(state.turn, state.regions, new Map());
countDownToLetter(page.querySelector("[role=timer]")?.dataset.seconds * 1000);
if (state.since_ply < state.ply) stepper.load(state.since_ply);
