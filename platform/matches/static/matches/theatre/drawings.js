// How each kind of event changes the table, by topics. Only the drawings know kinds by
// name; a kind that is missing here still replays, as its words.

import { AUCTION } from "./drawings/auction.js";
import { DEALING } from "./drawings/dealing.js";
import { DECLARING } from "./drawings/declaring.js";
import { EXCHANGE } from "./drawings/exchange.js";
import { LAYING } from "./drawings/laying.js";
import { PILE } from "./drawings/pile.js";
import { TRICKS } from "./drawings/tricks.js";

/**
 * The key of a drawing is the kind's name and the fields that the drawing needs. Two games may
 * mean two things by one name ("offer"), and a game to come may give a known name other fields.
 */
const BY_KIND = new Map();
for (const topic of [DEALING, TRICKS, LAYING, AUCTION, PILE, EXCHANGE, DECLARING]) {
  for (const [key, draw] of Object.entries(topic)) {
    const [kind, ...needs] = key.split(" ");
    BY_KIND.set(kind, [...(BY_KIND.get(kind) ?? []), { needs, draw }]);
  }
}

/** The most demanding first: what fits a kind with fewer fields fits one with more as well. */
BY_KIND.forEach((drawings) => drawings.sort((a, b) => b.needs.length - a.needs.length));

/** The drawing of an event whose fields are named; undefined where there is none. */
export const drawingOf = (event) =>
  BY_KIND.get(event.kind)?.find(({ needs }) => needs.every((field) => field in event))?.draw;
