// The way of an entry through a bracket lights up while it is pointed at or has the focus.
// Brackets are drawn anew while a tournament runs: all listening is done by the document.

const SMALLEST = 0.78;

let traced = null;

function show(entry) {
  traced = entry;
  document.querySelectorAll("[data-bracket]").forEach((bracket) => {
    bracket.classList.toggle("tracing", entry !== null && bracket.querySelector(`[data-entry="${entry}"]`) !== null);
    bracket.querySelectorAll("[data-entry]").forEach((part) => {
      part.classList.toggle("traced", part.dataset.entry === entry);
    });
  });
}

function entryAt(target) {
  return target instanceof Element ? (target.closest("[data-bracket] [data-entry], [data-traces]")?.dataset.entry ?? null) : null;
}

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const entry = entryAt(event.target);
    if (entry !== traced) show(entry);
  });
}
document.addEventListener("focusout", (event) => {
  if (event.relatedTarget === null && traced !== null) show(null);
});
/** A bracket that is a little too wide is drawn smaller; one that is much too wide is scrolled. */
function fit() {
  document.querySelectorAll("[data-bracket='fit']").forEach(({ style, width }) => {
    style.maxWidth = `${width.baseVal.value}px`;
    style.minWidth = `${width.baseVal.value * SMALLEST}px`;
    style.width = "100%";
    style.height = "auto";
  });
}

fit();
document.addEventListener("htmx:afterSettle", () => {
  fit();
  if (traced !== null) show(traced);
});
