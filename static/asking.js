// Asks the API about one game: as whoever is signed in, or with the key of a seat.

const WHOLE_SECONDS = 2000; // the service tells its time in seconds, and an answer takes a while

/** Return what the service refused as an error with its sentence; without a code: no answer. */
function refusal({ code = "", sentence = "", story = [] } = {}) {
  return Object.assign(new Error(sentence), { code, story });
}

/** Return two functions.

`ask` asks, and posts if it is given a body; its answer is null for "nothing new". `skew` tells by how
many milliseconds the clock of the service is ahead of the browser's. */
export function asking({ api, key }) {
  const headers = {};
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
  if (key) headers.Authorization = `Seat ${key}`;
  else if (token) headers["X-CSRFToken"] = token;
  const credentials = key ? "omit" : "same-origin";
  let skew = 0;

  async function ask(path, body) {
    const posted = body && {
      method: "POST",
      body: JSON.stringify(body),
      headers: { ...headers, "Content-Type": "application/json" },
    };
    const answer = await fetch(api + path, { headers, credentials, cache: "no-store", ...posted })
      .catch(() => {
        throw refusal();
      });
    const ahead = Date.parse(answer.headers.get("Date")) - Date.now();
    skew = Math.abs(ahead) > WHOLE_SECONDS ? ahead : 0;
    if (answer.status === 204) return null;
    const content = await answer.json().catch(() => ({}));
    if (!answer.ok) throw refusal(answer.status < 500 ? content : {});
    return content;
  }

  return { ask, skew: () => skew };
}
