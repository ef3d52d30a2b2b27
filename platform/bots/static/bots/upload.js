// The drop zone: a file dropped anywhere on it goes into its file input, and the
// page says which file it holds. Without this script the input works by itself.

const inBytes = new Intl.NumberFormat("en", { style: "unit", unit: "byte", unitDisplay: "long" });

function wire(zone) {
  const input = zone.querySelector("[data-drop-input]");
  const chosen = zone.querySelector("[data-chosen]");
  const show = () => {
    const [file] = input.files;
    zone.classList.toggle("filled", Boolean(file));
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
    show();
  });
  show();
}

document.querySelectorAll("[data-drop]").forEach(wire);
