// Events in words: captions, the list of events, and what a screen reader says.
// The words come from the record: each kind brings a text such as "{seat} plays {card}".

import { HIDDEN } from "./sight.js";
import { cardInWords } from "./suits.js";

/**
 * One sentence about an event whose fields are named.
 * kind: its declaration in the record; without a text the fields are told one by one.
 */
export function inWords(event, { kind, game, names }) {
  const seats = kind?.seats ?? ["seat"];
  const word = (field) => fieldInWords(field, event[field], { isSeat: seats.includes(field), game, names });
  const told = kind?.text
    ? kind.text.replaceAll(/\{(\w+)\}/g, (_, field) => word(field))
    : [event.kind.replaceAll("_", " "), ...plainFields(event).map((field) => `${field} ${word(field)}`)].join(", ");
  return `${told}.`;
}

const plainFields = (event) => Object.keys(event).filter((field) => field !== "kind");

function fieldInWords(field, value, { isSeat, game, names }) {
  if (isSeat && Number.isInteger(value)) return names[value] ?? `seat ${value}`;
  if (field === "deal" && Number.isInteger(value)) return String(value + 1);
  if (Array.isArray(value)) return listInWords(value, { game, names });
  return typeof value === "string" ? cardInWords(game, value) : String(value);
}

function listInWords(values, { game, names }) {
  if (values.length === 0) return "nothing";
  if (values.every((value) => value === HIDDEN)) return values.length === 1 ? "a card" : `${values.length} cards`;
  if (values.length === names.length && values.every(Number.isInteger)) {
    return names.map((name, seat) => `${name} ${values[seat]}`).join(", ");
  }
  return values.map((value) => cardInWords(game, String(value))).join(", ");
}
