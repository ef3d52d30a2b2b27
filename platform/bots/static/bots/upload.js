// The drop zone: a file dropped anywhere on it goes into its file input, and the
// page says which file it holds. Without this script the input works by itself.

import { csrfToken } from "./csrf.js";

const FAILURES = {
  401: "You are logged out. Log in in another tab, then submit again here.",
  403: "This page has grown stale. Load it again, then submit.",
  413: "The file is too large: a Python file may have 1 MiB, a zip 8 MiB.",
};

const inBytes = new Intl.NumberFormat("en", { style: "unit", unit: "byte", unitDisplay: "long" });

function wire(zone) {
  const input = zone.querySelector("[data-drop-input]");
  const chosen = zone.querySelector("[data-chosen]");
  const show = () => {
    const [file] = input.files;
    zone.classList.toggle("filled", Boolean(file));
    zone.classList.remove("refused");
    chosen.textContent = file ? `${file.name}, ${inBytes.format(file.size)}` : "";
  };
  input.addEventListener("change", show);
  for (const kind of ["dragenter", "dragover"]) {
    zone.addEventListener(kind, (event) => {
      event.preventDefault();
      zone.classList.add("over");
    });
  }
  for (const kind of ["dragleave", "drop"]) {
    zone.addEventListener(kind, () => zone.classList.remove("over"));
  }
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    const { files } = event.dataTransfer;
    if (files.length === 0) return;
    const first = new DataTransfer();
    first.items.add(files[0]);
    input.files = first.files;
    // Setting files by script tells nobody.
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  show();
}

/** The drop zone looks as if it held a good file until the answer says otherwise. */
function markRefused(form) {
  form.querySelectorAll("[data-drop]").forEach((zone) => {
    zone.classList.remove("filled");
    zone.classList.add("refused");
  });
}

function paragraph(...content) {
  const element = document.createElement("p");
  element.append(...content);
  return element;
}

/** What goes wrong on the way is told beside the form, which keeps all that was entered. */
function tellOfFailures(form) {
  const refusal = document.querySelector(form.getAttribute("hx-target"));
  const tell = (text) => {
    const box = document.createElement("div");
    const heading = document.createElement("strong");
    heading.textContent = "Not submitted. Everything you entered is still here.";
    box.className = "refusal";
    box.setAttribute("role", "alert");
    box.append(paragraph(heading), paragraph(text));
    refusal.replaceChildren(box);
  };
  form.addEventListener("htmx:afterSwap", () => {
    if (refusal.querySelector("[data-file-refused]")) markRefused(form);
  });
  form.addEventListener("htmx:sendError", () => tell("The site was not reached, or the file has changed since it was chosen. Choose it again, and submit."));
  form.addEventListener("htmx:responseError", ({ detail }) => {
    const { status } = detail.xhr;
    if (status === 413) markRefused(form);
    tell(FAILURES[status] ?? `The site failed (${status}). Try again in a minute.`);
  });
  form.addEventListener("htmx:configRequest", ({ detail }) => {
    detail.headers["X-CSRFToken"] = csrfToken();
  });
}

document.querySelectorAll("[data-drop]").forEach(wire);
document.querySelectorAll("form[hx-post]").forEach(tellOfFailures);
