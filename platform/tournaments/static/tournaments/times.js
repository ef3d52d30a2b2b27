// Every <time data-local> in the reader's own time zone, which its title turns back into UTC.

const LANGUAGE = "en-GB";
const shown = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });
const zoned = new Intl.DateTimeFormat(LANGUAGE, {
  weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short",
});

function localise(root) {
  root.querySelectorAll("time[data-local]").forEach((time) => {
    const moment = new Date(time.dateTime);
    if (Number.isNaN(moment.getTime())) return;
    time.title = time.textContent.trim();
    time.textContent = (time.dataset.local === "long" ? zoned : shown).format(moment);
    time.removeAttribute("data-local");
  });
}

localise(document);
document.addEventListener("htmx:afterSettle", () => localise(document));
