// Composes a turn: taps on the drawing choose among the legal moves that the API returned, step by
// step until the turn is complete. It knows no rules and has no sentences of its own.

import { afterPress, choicesLeft, complete, NOTHING, open } from "./choices.js";
import { draw, light, listen, markChanges, marksIn, reveal } from "./drawing.js";
import { element, partsOf } from "./elements.js";

const MOST_OFFERED = 6; // so many choices are offered in words before all that they need is tapped

const times = (list, key) => list.filter((each) => each === key).length;

/** Return the name of a key, with how often a list has it if that is more than once. */
function counted(list, key, word = key) {
  return times(list, key) > 1 ? `${times(list, key)} × ${word}` : word;
}

function createButton(textContent, className, act) {
  const button = element("button", { type: "button", textContent, className });
  button.addEventListener("click", act);
  return button;
}

/** Return a composer for the table of this page.

`preview` asks the API for the position after some steps, or returns nothing; `play` sends them. */
export function createComposer(page, { words, announce, preview, play }) {
  const find = partsOf(page);
  const table = find("table");
  const panel = find("panel");
  const send = find("send");
  let first = null; // the turn before its first step, and its drawing
  let turn = null; // the turn after the steps chosen so far
  let chosen = NOTHING; // the picks and ways chosen for its next step
  const phrases = new Map(); // of every move that was offered

  function button(choice, look) {
    const offered = createButton(choice.words, look, () => compose([...turn.steps, choice.move]));
    if (choice.wins) offered.append(" ", element("strong", { textContent: choice.wins }));
    if (choice.final) {
      offered.append(" ", element("span", { textContent: words.final, className: "final" }));
    }
    return offered;
  }

  /** Offer in words the choices that are complete, and those still possible if they are few. */
  function offer() {
    const isPicked = chosen.picks.length > 0;
    const left = choicesLeft(turn.choices, chosen);
    const whole = complete(turn.choices, chosen);
    const others = left.filter((choice) => !whole.includes(choice));
    const areOffered = !offerWays() && left.length <= MOST_OFFERED;
    find("offers").replaceChildren(
      ...whole.map((choice) => button(choice, isPicked ? "" : "secondary")),
      ...(areOffered ? others : []).map((choice) => button(choice, "secondary")),
    );
    const isBegun = turn.steps.length > 0;
    const isOpen = turn.choices.length > 0;
    find("hint=begin").hidden = isPicked || !others.length;
    find("hint=go-on").hidden = !isPicked || !open(turn.choices, chosen).picks.size;
    find("clear").hidden = !isPicked;
    find("play-on").hidden = !isBegun || !isOpen || isPicked;
    send.hidden = !isBegun || isOpen;
  }

  /** Offer the ways to do what was tapped (say, to pay); return whether there are any. */
  function offerWays() {
    const next = open(turn.choices, chosen).ways;
    const ways = [...new Set(turn.choices.flatMap((choice) => choice.ways))];
    const shown = ways.filter((way) => next.has(way) || chosen.ways.includes(way));
    const active = document.activeElement;
    const focused = find("ways").contains(active) ? active.getAttribute("data-way") : null;
    const buttons = shown.map((way) => {
      const toggle = createButton(counted(chosen.ways, way), "secondary", () => press("ways", way));
      toggle.dataset.way = way;
      toggle.setAttribute("aria-pressed", String(chosen.ways.includes(way)));
      return toggle;
    });
    find("ways").querySelector(".toggles").replaceChildren(...buttons);
    find("ways").hidden = !shown.length;
    buttons.find((each) => each.dataset.way === focused)?.focus({ preventScroll: true });
    return shown.length > 0;
  }

  function showSteps() {
    const steps = turn.steps.map((step, place) => {
      const item = find("template=step").content.cloneNode(true).firstElementChild;
      const [text, change] = item.children;
      Object.assign(text, { textContent: phrases.get(step), id: `step-${place}` });
      change.setAttribute("aria-describedby", text.id);
      change.addEventListener("click", () => compose(turn.steps.slice(0, place)));
      return item;
    });
    find("steps").replaceChildren(...steps);
    find("notation").hidden = find("steps").hidden = !steps.length;
    find("notation").querySelector("code").textContent = turn.notation ?? "";
    find("asked").textContent = question();
    find("final").textContent = turn.final || words.canBeTakenBack;
  }

  const question = () =>
    turn.choices.length ? turn.asked : turn.unknown ? words.unknown : words.ends;

  /** List every move in words, instead of the links that work without a script. */
  function listMoves() {
    if (!find("moves")) return;
    const list = element("ul");
    for (const choice of turn?.choices ?? []) {
      const item = element("li");
      item.append(button(choice, "move"));
      list.append(item);
    }
    find("moves").hidden = !list.children.length;
    find("moves").querySelector("div").replaceChildren(list);
  }

  function show() {
    panel.hidden = !turn;
    const choices = turn?.choices ?? [];
    light(table, open(choices, chosen).picks, chosen.picks, open(choices, NOTHING).picks);
    if (turn) offer();
  }

  function setTurn(next, regions, before = marksIn(table)) {
    const refocus = draw(table, regions);
    [turn, chosen] = [next, NOTHING];
    for (const choice of turn?.choices ?? []) phrases.set(choice.move, choice.words);
    markChanges(table, before);
    show();
    if (turn) showSteps();
    else find("steps").replaceChildren();
    listMoves();
    refocus(panel.hidden ? find("say=heading") : panel.querySelector("h2"));
  }

  async function compose(steps) {
    if (!steps.length) {
      setTurn(first.turn, first.regions, new Map());
      announce(words.cleared, question());
      return;
    }
    const ahead = await preview(steps);
    if (!ahead) {
      show();
      return;
    }
    setTurn(ahead, ahead.regions);
    announce(`${words.chosen} ${phrases.get(steps.at(-1))}.`, question());
    if (ahead.choices.length) reveal(table, panel);
    else send.querySelector("button").focus({ preventScroll: true });
  }

  const labelOf = (key) =>
    table.querySelector(`[data-pick="${CSS.escape(key)}"]`).getAttribute("aria-label");

  /** Choose one of the `picks` or `ways`; when only one choice is left and complete, make it a step. */
  function press(sort, key) {
    chosen = afterPress(turn.choices, chosen, sort, key);
    const { picks, ways } = chosen;
    const left = choicesLeft(turn.choices, chosen);
    if (picks.length && left.length === 1 && complete(left, chosen).length) {
      compose([...turn.steps, left[0].move]);
      return;
    }
    show();
    const chosenWords = [
      ...[...new Set(picks)].map((each) => counted(picks, each, labelOf(each))),
      ...[...new Set(ways)].map((each) => counted(ways, each)),
    ];
    announce(chosenWords.length ? `${words.chosen} ${chosenWords.join("; ")}.` : words.cleared);
  }

  function clear() {
    chosen = NOTHING;
    show();
    announce(words.cleared);
  }

  listen(table, (key) => {
    if (turn) press("picks", key);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !turn || event.target.closest("input, select")) return;
    if (chosen.picks.length) clear();
    else if (turn.steps.length) compose(turn.steps.slice(0, -1));
  });
  find("clear").addEventListener("click", () => {
    clear();
    panel.querySelector("h2").focus({ preventScroll: true });
  });
  find("play-on").addEventListener("click", () => play(turn.steps));
  send.addEventListener("submit", (event) => {
    event.preventDefault();
    const to = send.elements.note_to?.value;
    const note = send.elements.note?.value ?? ""; // bots read none
    const seats = send.elements.note_seats?.value;
    const numbers = (text) => (text ? text.split(" ").map(Number) : []);
    play(turn.steps, note.trim() ? { note, note_to: numbers(to), note_seats: numbers(seats) } : {});
  });

  return {
    /** Begin a turn (null: it is not the reader's) on this drawing; mark what is not as before. */
    begin(next, regions, before) {
      first = { turn: next, regions };
      setTurn(next, regions, before);
      send.reset();
    },
    /** Whether something is chosen that would be lost. */
    isUnderWay: () => Boolean(turn) && turn.steps.length + chosen.picks.length > 0,
    /** Stop composing while the reader looks back, and go on afterwards. */
    pause(isPaused) {
      panel.hidden = isPaused || !turn;
      if (!isPaused) setTurn(turn, turn?.steps.length ? turn.regions : first.regions, new Map());
    },
  };
}
