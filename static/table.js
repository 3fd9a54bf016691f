// The table of a game: shows what the service says of it, sends what its player does, and follows
// what others do while it is looked at. No rule and no word is written here.

import { asking } from "./asking.js";
import { leadOn, renewReaders, renewWays, showNotes } from "./beside.js";
import { composing } from "./composing.js";
import { countDown } from "./countdown.js";
import { draw, drawnNow, markChanges, marksIn } from "./drawing.js";
import { element, partsOf } from "./elements.js";
import { follow } from "./news.js";
import { stepping } from "./stepping.js";

const page = document.querySelector("[data-game]");
const find = partsOf(page);
const table = find("table");
const words = find("words").dataset;
const alarm = find("alarm");
const { ask, skew } = asking(page.dataset);
const site = document.title.slice(document.title.lastIndexOf("·"));

let known = JSON.parse(document.getElementById("table-state").textContent);
let isBusy = false;
let stopCounting = () => {};

function tell(...sentences) {
  find("live").textContent = sentences.filter(Boolean).join(" ");
}

function paragraphs(name, sentences) {
  return sentences.filter(Boolean).map((textContent) => element(name, { textContent }));
}

function say(name, text) {
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

/** Do one thing at a time; tell what was refused, and return nothing then. */
async function busy(act) {
  if (isBusy) return null;
  isBusy = true;
  page.setAttribute("aria-busy", "true");
  warn();
  try {
    return await act();
  } catch (refusal) {
    if (!("code" in refusal)) throw refusal;
    warn(refusal.message || words.offline, ...refusal.story);
    if (refusal.code === "stale") await ask("?drawn=true").then(takeNews, () => {});
    if (refusal.code === "reader_has_changed") await renewReaders(find("send"));
    return null;
  } finally {
    isBusy = false;
    page.removeAttribute("aria-busy");
  }
}

/** Do what was pressed, and show what the table has come to. */
async function act(path, body, said) {
  const fresh = await busy(() => ask(`/${path}?drawn=true`, { ply: known.ply, ...body }));
  if (!fresh) return;
  take(fresh);
  warn(fresh.said);
  tell(said, fresh.result_words, fresh.asked);
  find("say=heading").focus({ preventScroll: true });
}

const composer = find("panel")
  ? composing(page, {
    words,
    tell,
    foresee: (steps) => busy(() => ask("/turn?drawn=true", { ply: known.ply, steps })),
    play: (moves, note) => act("moves", { moves, ...note }, words.sent),
  })
  : {
    begin(_turn, regions, before) {
      draw(table, regions);
      markChanges(table, before);
    },
    isUnderWay: () => false,
    rest(isResting) {
      if (!isResting) draw(table, known.regions);
    },
  };
const steps = stepping(page, { ask, rest: composer.rest });

/** Show the table as the service tells it now; return whether the position is another one. */
function take(fresh) {
  const isMoved = fresh.ply !== known.ply || fresh.status !== known.status;
  const isLost = isMoved && composer.isUnderWay();
  known = fresh;
  if (isMoved) {
    if (isLost && !isBusy) warn(words.changed);
    document.querySelectorAll("[data-until-news]").forEach((each) => each.remove());
    steps.leave();
    composer.begin(fresh.turn, fresh.regions, marksIn(table));
    steps.from(fresh.since_ply);
    leadOn(page, ask, () => Boolean(known.turn));
  }
  const isMine = Boolean(fresh.turn);
  say("heading", fresh.result ? words.over : isMine ? words.yours : fresh.asked);
  say("standing", fresh.result_words || fresh.asked);
  say("lede", fresh.result ? fresh.result_words : isMine ? fresh.asked : "");
  say("places", fresh.places_words);
  say("warning", isMine ? fresh.warning : "");
  say("deadline", fresh.deadline_words);
  showWhen("over", Boolean(fresh.result));
  showWhen("running", !fresh.result);
  showWhen("can-step-back", fresh.can_step_back);
  find("list=story").replaceChildren(...paragraphs("li", fresh.story));
  showNotes(page, fresh.notes);
  find("story").hidden = !fresh.story.length && !fresh.notes.length;
  if (find("say=heading")) {
    document.title = `${isMine ? words.title : fresh.result_words || fresh.asked} ${site}`;
  }
  waitForLetter(Date.parse(fresh.can_take_back_until) - Date.now() - skew());
  return isMoved;
}

/** The same for what somebody else has done. Links of the reader's own turn led on until now. */
function takeNews(fresh) {
  const isMoved = take(fresh);
  if (isMoved) renewWays(page);
  return isMoved;
}

/** Count down while the turn that was made can be taken back. */
function waitForLetter(milliseconds) {
  stopCounting();
  const isUnsent = milliseconds > 0;
  showWhen("unsent", isUnsent);
  if (!isUnsent) return;
  say("unsent", words.unsent);
  stopCounting = countDown(page.querySelector("[role=timer]"), milliseconds / 1000, () => hurry());
}

async function look() {
  const { number } = known;
  const fresh = isBusy ? null : await ask(`/news?after=${number}&drawn=true`);
  if (!fresh || isBusy || number !== known.number) return Boolean(fresh);
  if (takeNews(fresh)) tell(...fresh.story.slice(-3), fresh.result_words, fresh.asked);
  return true;
}

const hurry = follow(look, () => known.status !== "running");

for (const each of page.querySelectorAll("[data-act]")) {
  each.addEventListener("click", (event) => {
    event.preventDefault();
    act(each.dataset.act, {}, "");
  });
}
page.querySelectorAll("[data-without-script]").forEach((each) => each.remove());
if (find("moves")) find("moves").open = false;
known.regions = drawnNow(table);
composer.begin(known.turn, known.regions, new Map());
waitForLetter(page.querySelector("[role=timer]")?.dataset.seconds * 1000);
if (known.since_ply < known.ply) steps.from(known.since_ply);
