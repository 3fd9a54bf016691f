// Links beside the table that change with the game: to other pages, and to the reader's next game.

/** Replace links that were valid for one position by the permanent addresses of the same pages. */
export function renewLinks(page) {
  for (const link of page.querySelectorAll("[data-later]")) {
    if (link.dataset.later) link.href = link.dataset.later + link.hash;
  }
}

/** Show the link to the next game that waits, unless it is the reader's turn in this one. */
export async function showNextGame(page, ask, isMine) {
  const onward = page.querySelector("[data-onward]");
  if (!onward) return;
  onward.hidden = true;
  const next = isMine() ? null : await ask("/next").catch(() => null);
  if (!next || isMine()) return;
  const link = onward.querySelector("a");
  link.textContent = next.words;
  link.classList.toggle("button", next.count > 0);
  onward.hidden = false;
}
