// Opens a game's file from the reader's disk: the service checks it and keeps nothing of it.

import { element } from "../elements.js";

export function openFiles(form, { play, close }) {
  if (!form) return;
  const input = form.querySelector("input[type=file]");
  const trouble = form.querySelector("[data-trouble]");
  const progress = form.querySelector("[data-progress]");
  form.hidden = false;
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    trouble.hidden = true;
    close();
    tellWhose({ names: [], title: "" });
    progress.textContent = progress.dataset.words;
    const said = await checked(file, form.dataset);
    if (input.files[0] !== file) return; // another one was chosen meanwhile
    progress.textContent = "";
    if (said.sentence) tell(trouble, said);
    else {
      tellWhose(said);
      await play({ ...said, file: await parsed(file) });
    }
  });
}

// What the service says of the file: a replay, or a sentence about what is wrong with it.
async function checked(file, { source, most, tooLarge, unanswered }) {
  if (file.size > Number(most)) return { sentence: tooLarge };
  try {
    const body = await file.arrayBuffer();
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(source, { method: "POST", headers, body });
    return await response.json();
  } catch {
    return { sentence: unanswered };
  }
}

// The file as this browser reads it: the service is not asked what it says.
async function parsed(file) {
  return JSON.parse((await file.text()).replace(/^\uFEFF/, ""));
}

function tell(trouble, { sentence, problems = [] }) {
  trouble.querySelector("[data-sentence]").textContent = sentence;
  const items = problems.map((textContent) => element("li", { textContent }));
  trouble.querySelector("[data-problems]").replaceChildren(...items);
  trouble.hidden = false;
}

function tellWhose({ names, title }) {
  const heading = document.querySelector("[data-names]");
  heading.textContent = names.join(" – ") || heading.dataset.names;
  document.querySelector("[data-title]").textContent = title;
}
