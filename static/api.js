// Calls the API of one game, as the person signed in or with the key of a seat.

const LEAST_SKEW = 2000; // the header Date has whole seconds, and an answer takes a while

/** Return a refusal of the API as an error with its sentence; without a code there was no answer. */
function refusal({ code = "", sentence = "", story = [] } = {}) {
  return Object.assign(new Error(sentence), { code, story });
}

/** Return two functions.

`ask` calls an endpoint, with POST if it is given a body; it returns null for "nothing new". `skew`
returns by how many milliseconds the clock of the service is ahead of the browser's. */
export function createApi({ api, key }) {
  const headers = {};
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
  if (key) headers.Authorization = `Seat ${key}`;
  else if (token) headers["X-CSRFToken"] = token;
  const credentials = key ? "omit" : "same-origin";
  let skew = 0;

  async function ask(path, body) {
    const post = body && {
      method: "POST",
      body: JSON.stringify(body),
      headers: { ...headers, "Content-Type": "application/json" },
    };
    const answer = await fetch(api + path, { headers, credentials, cache: "no-store", ...post })
      .catch(() => {
        throw refusal();
      });
    const ahead = Date.parse(answer.headers.get("Date")) - Date.now();
    skew = Math.abs(ahead) > LEAST_SKEW ? ahead : 0;
    if (answer.status === 204) return null;
    const content = await answer.json().catch(() => ({}));
    if (!answer.ok) throw refusal(answer.status < 500 ? content : {});
    return content;
  }

  return { ask, skew: () => skew };
}
