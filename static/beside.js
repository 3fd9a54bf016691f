// What stands beside the table and changes with the game: notes, and the ways to other pages.

/** Show what was written to the reader, and what can be done about it, as the page's templates do. */
export function showNotes(page, notes) {
  const list = page.querySelector('[data-list="notes"]');
  const shown = [...list.querySelectorAll("[name=note]")].map((each) => each.value);
  if (shown.join() === notes.map((each) => each.key).join()) return;
  list.replaceChildren(...notes.map((each) => noteOf(page, each)));
}

function noteOf(page, { key, seat, sentence }) {
  const template = page.querySelector(`[data-note-of="${seat}"]`);
  const note = template.content.cloneNode(true).firstElementChild;
  const report = note.querySelector("a");
  const address = new URL(report.href, location.href);
  address.searchParams.set("note", key);
  report.href = address;
  note.id = `note-${key}`;
  note.querySelector(".words").textContent = sentence;
  note.querySelector("[name=note]").value = key;
  return note;
}

/** Have links that were good for one position lead to where such pages always are. */
export function renewWays(page) {
  for (const way of page.querySelectorAll("[data-later]")) {
    if (way.dataset.later) way.href = way.dataset.later + way.hash;
  }
}

/** Show who reads a note by now, as somebody else has taken a seat; what was written stays. */
export async function renewReaders(form) {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const { note, note_to: to } = form.elements;
  const [written, reader] = [note.value, to?.selectedOptions[0]];
  for (const old of form.querySelectorAll("[data-note-field]")) {
    const field = fresh.querySelector(`[data-send] #${old.querySelector("[id]").id}`);
    if (field) old.replaceWith(field.closest("[data-note-field]"));
  }
  form.elements.note.value = written;
  const now = form.elements.note_to;
  if (!reader || !now) return;
  // Words to one are never led to all: who cannot be chosen any more stays chosen, and is refused.
  if (![...now.options].some((each) => each.value === reader.value)) now.append(reader);
  now.value = reader.value;
}

/** Lead whoever is signed in, and has nothing to do here, on to the game that waits. */
export async function leadOn(page, ask, isMine) {
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
