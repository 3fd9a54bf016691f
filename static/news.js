// Looks for news while the page is visible: less often the longer there has been none.

const SECONDS = 1000;
const MOST = 120 * SECONDS;

/** Call `look` again and again; it returns whether there was news, or throws.

Return a function that looks at once. */
export function follow(look, isOver) {
  let quietSince = performance.now();
  let failures = 0;
  let waiting = 0;

  function pause() {
    const quiet = (performance.now() - quietSince) / SECONDS;
    const usual = quiet < 300 ? 5 : quiet < 1800 ? 15 : 60;
    return Math.min(usual * SECONDS * 2 ** failures, MOST);
  }

  async function again() {
    clearTimeout(waiting);
    if (document.hidden || isOver()) return;
    try {
      if (await look()) quietSince = performance.now();
      failures = 0;
    } catch {
      failures += 1;
    }
    clearTimeout(waiting);
    waiting = setTimeout(again, pause());
  }

  document.addEventListener("visibilitychange", again);
  waiting = setTimeout(again, pause());
  return again;
}
