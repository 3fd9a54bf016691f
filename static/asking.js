// Asks the API about one game: as whoever is signed in, or with the key of a seat.

/** What the service refused, with its sentence; or, without a code, that there was no answer. */
export class Refusal extends Error {
  constructor({ code = "", sentence = "", story = [] } = {}) {
    super(sentence);
    Object.assign(this, { code, story });
  }
}

const WHOLE_SECONDS = 2000; // the service tells its time in seconds, and an answer takes a while

/** Return a function that asks: with a body it posts. Its answer is null for "nothing new".

Its `skew` is by how many milliseconds the clock of the service is ahead of the browser's. */
export function asking({ api, key }) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
  const headers = key ? { Authorization: `Seat ${key}` } : token ? { "X-CSRFToken": token } : {};
  const credentials = key ? "omit" : "same-origin";
  const ask = async (path, body) => {
    const way = { headers: { ...headers }, credentials, cache: "no-store" };
    if (body) {
      Object.assign(way, { method: "POST", body: JSON.stringify(body) });
      way.headers["Content-Type"] = "application/json";
    }
    const answer = await fetch(api + path, way).catch(() => {
      throw new Refusal();
    });
    const skew = Date.parse(answer.headers.get("Date")) - Date.now();
    ask.skew = Math.abs(skew) > WHOLE_SECONDS ? skew : 0;
    if (answer.status === 204) return null;
    const content = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Refusal(answer.status < 500 ? content : {});
    return content;
  };
  return ask;
}
