// Opens a game's file from the reader's disk. The service checks it and stores nothing.

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
    showTitle({ names: [], title: "" });
    progress.textContent = progress.dataset.words;
    const answer = await check(file, form.dataset);
    if (input.files[0] !== file) return; // another one was chosen meanwhile
    progress.textContent = "";
    if (answer.sentence) showTrouble(trouble, answer);
    else {
      showTitle(answer);
      await play({ ...answer, file: await parse(file) });
    }
  });
}

// Returns the service's answer: a replay, or a sentence about what is wrong with the file.
async function check(file, { source, most, tooLarge, unanswered }) {
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

// Returns the file as this browser reads it, so that its proof does not rest on the service.
async function parse(file) {
  return JSON.parse((await file.text()).replace(/^\uFEFF/, ""));
}

function showTrouble(trouble, { sentence, problems = [] }) {
  trouble.querySelector("[data-sentence]").textContent = sentence;
  const items = problems.map((textContent) => element("li", { textContent }));
  trouble.querySelector("[data-problems]").replaceChildren(...items);
  trouble.hidden = false;
}

function showTitle({ names, title }) {
  const heading = document.querySelector("[data-names]");
  heading.textContent = names.join(" – ") || heading.dataset.names;
  document.querySelector("[data-title]").textContent = title;
}
