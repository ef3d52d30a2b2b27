// The form's times are typed in the reader's own time zone, which a hidden field names.
// Without this script they are UTC, as the form then says.

const zone = document.querySelector("[data-zone-input]");
const own = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** "2026-05-01T10:00" in UTC as the same moment on the reader's clock. */
function inOwnZone(text) {
  const moment = new Date(`${text}Z`);
  if (Number.isNaN(moment.getTime())) return text;
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

if (zone) {
  // A form that comes back with its errors already holds the reader's times.
  if (!zone.value || zone.value === "UTC") {
    document.querySelectorAll("[data-local-input]").forEach((input) => {
      if (input.value) input.value = inOwnZone(input.value);
    });
    zone.value = own;
  }
  document.querySelectorAll("[data-zone-name]").forEach((name) => {
    name.textContent = zone.value;
  });
}
