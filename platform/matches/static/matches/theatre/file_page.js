// The page that replays a record from a file: chosen, or dropped anywhere on the page.

import { keepAddress } from "./address.js";
import { openTheatre } from "./opening.js";
import { readRecordFile } from "./record_file.js";
import { Replay } from "./replay.js";
import { EVERYTHING } from "./sight.js";

export async function openFile(root) {
  const [place, input, shown, problem] = ["drop", "file", "file-name", "problem"].map((name) => root.querySelector(`[data-${name}]`));
  let position = null;

  async function take(file) {
    if (!file) return;
    problem.hidden = true;
    try {
      const replay = new Replay(await readRecordFile(file));
      root.dataset.opened = "true";
      if (position) position.load(replay, { perspective: EVERYTHING });
      else {
        position = openTheatre(root, replay);
        keepAddress(position);
      }
      shown.textContent = `${replay.record.title ?? replay.record.game}: ${file.name}`;
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  }

  input.addEventListener("change", () => take(input.files[0]));
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    place.classList.add("is-over");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) place.classList.remove("is-over");
  });
  document.addEventListener("drop", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    place.classList.remove("is-over");
    take(event.dataTransfer.files[0]);
  });
}
