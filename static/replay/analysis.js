// Who stood better when, and what a program would have played: asked for once a reader wants to know.

const HEIGHT = 30;
const WIDTH = 100;

export class Analysis {
  // `details` is the element that templates/duel/replay_analysis.html makes.
  constructor(details, player) {
    this.details = details;
    this.player = player;
    this.part = (name) => details.querySelector(`[data-${name}]`);
    this.percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
    details.hidden = false;
    details.addEventListener("toggle", () => this.load());
    this.part("ask").addEventListener("click", () => this.ask());
    this.part("curve").addEventListener("click", (event) => this.stepTo(event));
    player.onShow = (place) => this.show(place);
  }

  async load() {
    if (this.chances || !this.details.open) return;
    const answer = await asked(this.details.dataset.chances);
    if (!answer.chances) {
      this.say(answer.sentence ?? this.part("said").dataset.unanswered);
      return;
    }
    this.chances = answer.chances;
    this.draw();
    this.show(this.player.place);
  }

  draw() {
    const curve = this.part("curve");
    const seats = this.player.replay.names.map((_, seat) => seat);
    const step = WIDTH / Math.max(this.chances.length - 1, 1);
    const height = (share) => HEIGHT * (1 - share / 1000);
    const lines = seats.map((seat) =>
      drawn("polyline", {
        class: `seat-${seat}`,
        points: this.chances.map((shares, place) => `${place * step},${height(shares[seat])}`).join(
          " ",
        ),
      })
    );
    this.now = drawn("line", { class: "now", y1: 0, y2: HEIGHT });
    curve.replaceChildren(this.now, ...lines);
    this.shares = this.player.replay.names.map((name, seat) => {
      const item = document.createElement("li");
      const sample = drawn("svg", { viewBox: "0 0 30 6", "aria-hidden": "true" });
      sample.append(drawn("line", { class: `seat-${seat}`, x1: 0, x2: 30, y1: 3, y2: 3 }));
      const share = document.createElement("b");
      item.append(sample, ` ${name} `, share);
      this.part("legend").append(item);
      return share;
    });
  }

  show(place) {
    this.say("");
    if (!this.chances) return;
    const x = (WIDTH * place) / Math.max(this.chances.length - 1, 1);
    for (const end of ["x1", "x2"]) this.now.setAttribute(end, x);
    this.shares.forEach((share, seat) => {
      share.textContent = this.percent.format(this.chances[place][seat] / 1000);
    });
  }

  async ask() {
    const { place } = this.player;
    const said = this.part("said").dataset;
    const answer = await asked(
      `${this.details.dataset.advice}?ply=${this.player.replay.frames[place].ply}`,
    );
    if (place !== this.player.place) return; // the reader has stepped on
    if (answer.words === undefined) this.say(answer.sentence ?? said.unanswered);
    else if (answer.seat === null) this.say(said.nobody);
    else {
      const told = answer.is_played ? said.same : said.would;
      this.say(`${told.replace("{name}", this.player.replay.names[answer.seat])} ${answer.words}`);
    }
  }

  say(words) {
    this.part("said").textContent = words;
  }

  stepTo({ clientX }) {
    if (!this.chances) return;
    const { left, width } = this.part("curve").getBoundingClientRect();
    this.player.stepTo(Math.round(((clientX - left) / width) * (this.chances.length - 1)));
  }
}

async function asked(address) {
  try {
    return await (await fetch(address, { headers: { Accept: "application/json" } })).json();
  } catch {
    return {};
  }
}

function drawn(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
