// The notes beside the table: those that the reader got, and who reads the one being written.

/** Show the notes written to the reader, with their buttons, as the page's templates do. */
export function showNotes(page, notes) {
  const list = page.querySelector('[data-list="notes"]');
  const shown = [...list.querySelectorAll("[name=note]")].map((each) => each.value);
  if (shown.join() === notes.map((each) => each.key).join()) return;
  list.replaceChildren(...notes.map((each) => createNote(page, each)));
}

function createNote(page, { key, seat, sentence }) {
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

/** Show who reads a note now that somebody else has taken a seat; keep the text and the reader chosen. */
export async function renewReaders(form) {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const { note, note_to: to } = form.elements;
  const [text, reader] = [note.value, to?.selectedOptions[0]];
  for (const old of form.querySelectorAll("[data-note-field]")) {
    const field = fresh.querySelector(`[data-send] #${old.querySelector("[id]").id}`);
    if (field) old.replaceWith(field.closest("[data-note-field]"));
  }
  form.elements.note.value = text;
  const now = form.elements.note_to;
  if (!reader || !now) return;
  // A note to one reader must never go to all: a reader who has left stays chosen, and is refused.
  if (![...now.options].some((each) => each.value === reader.value)) now.append(reader);
  now.value = reader.value;
}
