// A turn, composed: taps on what is drawn choose among the legal moves that the service sent, step
// by step until the turn is whole. No rule and no word is written here.

import { afterPress, complete, goingOn, NOTHING, open } from "./choosing.js";
import { draw, light, listen, markChanges, marksIn, reveal } from "./drawing.js";
import { element, partsOf } from "./elements.js";

const SO_FEW = 6; // choices that are offered in words before everything is tapped that they need

const times = (list, key) => list.filter((each) => each === key).length;

/** Return what a key is called, and how often it stands in a list if that is more than once. */
function counted(list, key, word = key) {
  return times(list, key) > 1 ? `${times(list, key)} × ${word}` : word;
}

function pressable(textContent, className, act) {
  const button = element("button", { type: "button", textContent, className });
  button.addEventListener("click", act);
  return button;
}

/** Let turns be composed on the table of this page.

`foresee` has the service say what some steps come to, or returns nothing; `play` sends them. */
export function composing(page, { words, tell, foresee, play }) {
  const find = partsOf(page);
  const table = find("table");
  const panel = find("panel");
  const send = find("send");
  let first = null; // the turn of which nothing is chosen, and its drawing
  let turn = null; // what is composed of it, and what may follow
  let chosen = NOTHING; // what was tapped for its next step, and how that is to be done
  const phrases = new Map(); // of every move that was offered

  function button(choice, look) {
    const offered = pressable(choice.words, look, () => compose([...turn.steps, choice.move]));
    if (choice.wins) offered.append(" ", element("strong", { textContent: choice.wins }));
    if (choice.final) {
      offered.append(" ", element("span", { textContent: words.final, className: "final" }));
    }
    return offered;
  }

  /** Offer in words what is chosen, and what could still be meant if that is little. */
  function offer() {
    const isPicked = chosen.picks.length > 0;
    const going = goingOn(turn.choices, chosen);
    const whole = complete(turn.choices, chosen);
    const others = going.filter((choice) => !whole.includes(choice));
    const areOffered = !offerWays() && going.length <= SO_FEW;
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

  /** Offer the ways in which what was tapped can be done; return whether there are several. */
  function offerWays() {
    const next = open(turn.choices, chosen).ways;
    const ways = [...new Set(turn.choices.flatMap((choice) => choice.ways))];
    const shown = ways.filter((way) => next.has(way) || chosen.ways.includes(way));
    const active = document.activeElement;
    const focused = find("ways").contains(active) ? active.getAttribute("data-way") : null;
    const buttons = shown.map((way) => {
      const toggle = pressable(counted(chosen.ways, way), "secondary", () => press("ways", way));
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
    find("asked").textContent = whatIsAsked();
    find("final").textContent = turn.final || words.canBeTakenBack;
  }

  const whatIsAsked = () =>
    turn.choices.length ? turn.asked : turn.unknown ? words.unknown : words.ends;

  /** List every move in words, in the place of the links that need no script. */
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

  function set(next, regions, before = marksIn(table)) {
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
      set(first.turn, first.regions, new Map());
      tell(words.cleared, whatIsAsked());
      return;
    }
    const ahead = await foresee(steps);
    if (!ahead) {
      show();
      return;
    }
    set(ahead, ahead.regions);
    tell(`${words.chosen} ${phrases.get(steps.at(-1))}.`, whatIsAsked());
    if (ahead.choices.length) reveal(table, panel);
    else send.querySelector("button").focus({ preventScroll: true });
  }

  const labelOf = (key) =>
    table.querySelector(`[data-pick="${CSS.escape(key)}"]`).getAttribute("aria-label");

  /** Choose one of the `picks` or `ways`; once nothing is open any more, go on with what that makes. */
  function press(sort, key) {
    chosen = afterPress(turn.choices, chosen, sort, key);
    const { picks, ways } = chosen;
    const going = goingOn(turn.choices, chosen);
    if (picks.length && going.length === 1 && complete(going, chosen).length) {
      compose([...turn.steps, going[0].move]);
      return;
    }
    show();
    const told = [
      ...[...new Set(picks)].map((each) => counted(picks, each, labelOf(each))),
      ...[...new Set(ways)].map((each) => counted(ways, each)),
    ];
    tell(told.length ? `${words.chosen} ${told.join("; ")}.` : words.cleared);
  }

  function clear() {
    chosen = NOTHING;
    show();
    tell(words.cleared);
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
      set(next, regions, before);
      send.reset();
    },
    /** Whether something is chosen that would be lost. */
    isUnderWay: () => Boolean(turn) && turn.steps.length + chosen.picks.length > 0,
    /** Leave the table to somebody who looks back, and take it up again. */
    rest(isResting) {
      panel.hidden = isResting || !turn;
      if (!isResting) set(turn, turn?.steps.length ? turn.regions : first.regions, new Map());
    },
  };
}
