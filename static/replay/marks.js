// Marks what differs between two drawings of a region: what has the same key in `data-mark`.

export function clearMarks(table) {
  for (const marked of table.querySelectorAll(".changed")) marked.classList.remove("changed");
}

export function markChanges(region, before) {
  const old = document.createElement("template");
  old.innerHTML = before;
  const was = new Map();
  for (const part of old.content.querySelectorAll("[data-mark]")) {
    was.set(part.dataset.mark, whatItIs(part));
  }
  // Innermost first: around what has changed nothing else is marked.
  const changed = [...region.querySelectorAll("[data-mark]")]
    .filter((part) => was.get(part.dataset.mark) !== whatItIs(part) && isSeen(part))
    .reverse();
  for (const part of changed) {
    if (!part.querySelector(".changed")) part.classList.add("changed");
  }
}

// As the drawing says, or as it looks: a card is the same whatever its reader lacks for it.
const whatItIs = (part) => part.dataset.is ?? part.outerHTML;

// Whether there is anything to put a mark around.
function isSeen(part) {
  return part.textContent.trim() !== "" || part.querySelector("svg") !== null;
}
