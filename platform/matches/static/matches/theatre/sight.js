// What a seat may know of an event: the browser's twin of arena.events.seen_from.

export const HIDDEN = "?";

export const EVERYTHING = "everything";
export const SPECTATOR = "spectator";

const hidden = (value) => (Array.isArray(value) ? value.map(() => HIDDEN) : HIDDEN);

/**
 * The event as seen from a perspective: EVERYTHING, SPECTATOR or a seat number.
 * An undeclared kind is a broken record: all its fields are hidden from everybody
 * but EVERYTHING, so that a gap in a record never shows a card.
 */
export function seenFrom(event, perspective, kinds) {
  if (perspective === EVERYTHING) return event;
  const [name, ...values] = event;
  const kind = kinds[name];
  if (!kind) return [name, ...values.map(hidden)];
  const knows = kind.knowers.some((field) => values[kind.fields.indexOf(field)] === perspective);
  if (knows) return event;
  return [name, ...values.map((value, i) => (kind.private.includes(kind.fields[i]) ? hidden(value) : value))];
}

/** The event with its fields by name: {kind: "play", seat: 2, card: "R11"}. */
export function withNames(event, kinds) {
  const [kind, ...values] = event;
  const fields = kinds[kind]?.fields ?? values.map((_, i) => `field ${i + 1}`);
  return Object.assign({ kind }, Object.fromEntries(fields.map((field, i) => [field, values[i]])));
}
