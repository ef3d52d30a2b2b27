// The order of the entries, changed in place by the arrows and by dragging. The form sends the
// order in which its lines stand; without this script each arrow sends it.

const form = document.querySelector("[data-seeding]");

function renumber(list) {
  const lines = [...list.children];
  lines.forEach((line, at) => {
    line.querySelector("input[type=number]").value = at + 1;
    line.querySelector("[value^='up-']").disabled = at === 0;
    line.querySelector("[value^='down-']").disabled = at === lines.length - 1;
  });
}

function say(line) {
  const at = [...line.parentElement.children].indexOf(line) + 1;
  form.querySelector("[data-said]").textContent = `${line.dataset.name} is number ${at} now. Not saved yet.`;
}

function wireArrows(list) {
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=do]");
    const [way] = (button?.value ?? "").split("-");
    if (way !== "up" && way !== "down") return;
    event.preventDefault();
    const line = button.closest("li");
    const other = way === "up" ? line.previousElementSibling : line.nextElementSibling;
    if (!other) return;
    if (way === "up") other.before(line);
    else other.after(line);
    renumber(list);
    // Moving a line takes the focus from it; at the end of the list its other button has it.
    (button.disabled ? line.querySelector("button:enabled") : button).focus();
    say(line);
  });
}

function wireDragging(list) {
  let dragged = null;
  list.addEventListener("dragstart", (event) => {
    dragged = event.target.closest("li");
    dragged.classList.add("dragged");
    event.dataTransfer.effectAllowed = "move";
  });
  list.addEventListener("dragover", (event) => {
    const over = event.target.closest("li");
    if (!dragged || !over || over === dragged) return;
    event.preventDefault();
    const { top, height } = over.getBoundingClientRect();
    if (event.clientY < top + height / 2) over.before(dragged);
    else over.after(dragged);
  });
  list.addEventListener("drop", (event) => event.preventDefault());
  list.addEventListener("dragend", () => {
    dragged.classList.remove("dragged");
    renumber(list);
    say(dragged);
    dragged = null;
  });
}

if (form) {
  const list = form.querySelector("ol");
  wireArrows(list);
  wireDragging(list);
}
