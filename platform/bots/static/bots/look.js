// A chosen file is looked at by the site before it is submitted; its answer stands below the drop
// zone. Nothing is kept of the file, and whatever goes wrong here is left for the submission to tell.

import { csrfToken } from "./csrf.js";

function wire(zone) {
  const input = zone.querySelector("[data-drop-input]");
  const answer = zone.parentElement.querySelector("[data-look-answer]");
  let latest = 0;
  const look = async () => {
    const mine = ++latest;
    const [file] = input.files;
    answer.replaceChildren();
    zone.classList.remove("refused");
    if (!file) return;
    answer.textContent = "Looking into the file \u2026";
    const body = new FormData();
    body.append("file", file);
    const response = await fetch(zone.dataset.look, {
      method: "POST",
      body,
      headers: { "X-CSRFToken": csrfToken(), "HX-Request": "true" },
    }).catch(() => null);
    if (mine !== latest) return;
    // The site's own template: everything of the file in it is escaped there.
    answer.innerHTML = response?.ok ? await response.text() : "";
    const isRefused = answer.querySelector(".refusal") !== null;
    zone.classList.toggle("refused", isRefused);
    zone.classList.toggle("filled", !isRefused);
  };
  input.addEventListener("change", look);
  // The same file, mended and chosen again, is a change too; browsers tell only of another name.
  input.addEventListener("click", () => {
    input.value = "";
  });
}

document.querySelectorAll("[data-look]").forEach(wire);
