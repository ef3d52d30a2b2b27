// A part of the page is drawn anew while a tournament runs. Whoever is reading it loses neither
// place nor what was folded open, and what has not changed is left alone.

let last = null;
let kept = { scrolled: {}, open: {} };

function states() {
  const scrolled = {};
  const open = {};
  document.querySelectorAll("[data-keeps-scroll]").forEach((box) => { scrolled[box.id] = box.scrollLeft; });
  document.querySelectorAll("[data-keeps-open]").forEach((box) => { open[box.id] = box.open; });
  return { scrolled, open };
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== "live") return;
  if (detail.xhr.status === 200 && detail.serverResponse === last) detail.shouldSwap = false;
  last = detail.serverResponse;
  kept = states();
});

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id !== "live") return;
  Object.entries(kept.scrolled).forEach(([id, left]) => {
    const box = document.getElementById(id);
    if (box) box.scrollLeft = left;
  });
  Object.entries(kept.open).forEach(([id, isOpen]) => {
    const box = document.getElementById(id);
    if (box) box.open = isOpen;
  });
});
