// News from the server: server-sent events, and where those do not come, a look every few
// seconds. An element <div data-live="URL"> gets an event `live-changed` whenever there is
// news, at most once a second; htmx can wait for it: hx-trigger="live-changed from:closest [data-live]".

const PATIENCE_MS = 6000;
const POLL_MS = 4000;
const TRY_AGAIN_MS = 60_000;
const CHANGED_MS = 1000;

/**
 * Hear what is said in a channel: hear(kind, data). The kind "hello" comes at every connection and
 * at every look: what the server's database says now. "away" comes when nothing can be heard.
 * @returns a function that stops it
 */
export function listen(url, hear) {
  const line = new Line(new URL(url, location.href), hear);
  line.open();
  return () => line.stop();
}

class Line {
  constructor(url, hear) {
    Object.assign(this, { url, hear, last: "", source: null, timer: null, stopped: false });
  }

  open() {
    if (!("EventSource" in window)) return this.poll();
    // A connection of ours that is opened anew (not by the browser itself) says where it was.
    this.source = new EventSource(this.url);
    this.wait(() => this.giveUp(), PATIENCE_MS);
    this.source.onmessage = ({ data, lastEventId }) => {
      this.wait(null);
      this.last = lastEventId || this.last;
      const { kind, data: said } = JSON.parse(data);
      this.hear(kind, said);
    };
    this.source.onerror = () => {
      if (this.source?.readyState === EventSource.CLOSED) this.giveUp();
      else if (this.timer === null) this.wait(() => this.giveUp(), PATIENCE_MS);
    };
  }

  /** No connection can be held: look now and then, and try again after a while. */
  giveUp() {
    this.source?.close();
    this.source = null;
    this.connectAt = Date.now() + TRY_AGAIN_MS;
    this.poll();
  }

  async poll() {
    try {
      const url = new URL(this.url);
      url.searchParams.set("after", this.last);
      const answer = await fetch(url, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(`answered with ${answer.status}`);
      const { messages, last } = await answer.json();
      if (this.stopped) return;
      this.last = last;
      messages.forEach(({ kind, data }) => this.hear(kind, data));
    } catch {
      if (!this.stopped) this.hear("away", {});
    }
    if (this.stopped) return;
    if (Date.now() > this.connectAt) this.open();
    else this.wait(() => this.poll(), POLL_MS);
  }

  /** Do something later, instead of what was to be done later; nothing with null. */
  wait(next, ms) {
    clearTimeout(this.timer);
    this.timer = next && setTimeout(next, ms);
  }

  stop() {
    this.stopped = true;
    this.wait(null);
    this.source?.close();
  }
}

/** Many changes within a second are one. */
function tellChanges(element) {
  let waiting = null;
  const tell = () => {
    waiting = null;
    element.dispatchEvent(new CustomEvent("live-changed", { bubbles: true }));
  };
  listen(element.dataset.live, (kind) => {
    if (kind !== "away") waiting ??= setTimeout(tell, CHANGED_MS);
  });
}

document.querySelectorAll("[data-live]").forEach(tellChanges);
