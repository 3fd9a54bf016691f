// Keeps the list of letters fresh: shows new ones, and counts down to those that wait.

const REFRESH_SECONDS = 5;
const inWords = new Intl.RelativeTimeFormat(document.documentElement.lang);

function timeLeft(seconds) {
  if (seconds < 120) return inWords.format(seconds, "second");
  if (seconds < 7200) return inWords.format(Math.round(seconds / 60), "minute");
  return inWords.format(Math.round(seconds / 3600), "hour");
}

function countDown() {
  for (const time of document.querySelectorAll("time[data-countdown]")) {
    const seconds = Math.ceil((Date.parse(time.dateTime) - Date.now()) / 1000);
    time.textContent = seconds > 0 ? timeLeft(seconds) : time.dataset.countdown;
  }
}

let shown = document.getElementById("letters").innerHTML;

async function refresh() {
  const letters = document.getElementById("letters");
  // The list is not replaced while something in it has the focus.
  if (document.hidden || letters.contains(document.activeElement)) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("letters");
  if (fresh.innerHTML !== shown) letters.replaceWith(fresh);
  shown = fresh.innerHTML;
  countDown();
}

countDown();
setInterval(countDown, 1000);
setInterval(refresh, REFRESH_SECONDS * 1000);
