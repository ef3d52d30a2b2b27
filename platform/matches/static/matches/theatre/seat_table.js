// The table as a table: for a screen reader, and for whoever wants to read it.

import { pointsOf } from "./points.js";
import { cardInWords, inHandOrder, suitAndRank } from "./suits.js";

/** Columns by what a game has: each a heading, and its words for a seat. */
function columnsFor({ hasTricks, hasPile }, { game, dealNumber }) {
  const words = (cards) => cards.map(({ code }) => cardInWords(game, code)).join(", ") || "–";
  const hand = (cards) =>
    cards.length > 0 && cards.every(({ code }) => code === "?") ? `${cards.length} cards` : words([...cards].sort(inHandOrder(game)));
  return [
    ["Hand", (seat) => hand(seat.hand)],
    ...(hasTricks ? [["Tricks", (seat) => seat.tricks], ["Cards won", (seat) => words(seat.won)]] : []),
    ...(hasPile ? [["Lying open", (seat) => seat.open.map(words).join("; ") || "–"]] : []),
    ...(hasTricks ? [] : [["Now", (seat) => [seat.note, seat.isOut && "out"].filter(Boolean).join(", ") || "–"]]),
    ["Points", (seat) => pointsOf(seat, { game, dealNumber }).points ?? "–"],
  ];
}

export function showSeatTable(table, { element, game, names, middle }) {
  const columns = columnsFor(table, { game, dealNumber: table.dealNumber });
  const head = document.createElement("tr");
  head.append(...["Bot", ...columns.map(([heading]) => heading)].map((heading) => headCell(heading, "col")));
  const rows = table.seats.map((seat, i) => {
    const row = document.createElement("tr");
    row.append(headCell(names[i], "row"), ...columns.map(([heading, say]) => cell(say(seat), heading)));
    return row;
  });
  element.previousElementSibling.replaceChildren(head);
  element.replaceChildren(...rows);
  if (middle) middle.textContent = middleInWords(table, { game, names });
}

/** What lies in the middle, in a sentence; nothing where nothing does. */
function middleInWords({ stock, pile, hasPile, upturned, laid, start, compass, trick, outOfDeal }, { game, names }) {
  const word = ({ code }) => cardInWords(game, code);
  const parts = [
    compass && `N is ${names[compass.north]}, S is ${names[compass.south]}`,
    trick.length > 0 && `trick: ${trick.map(({ seat, card }) => `${names[seat]} ${word(card)}`).join(", ")}`,
    upturned && `turned up: ${word(upturned)}`,
    stock > 0 && `stock: ${stock}`,
    outOfDeal > 0 && `out of the deal: ${outOfDeal}`,
    hasPile && pile.length > 0 && `pile: ${pile.length}, ${word(pile.at(-1))} on top`,
    start !== null && `starting number ${start}`,
    ...endsOf(laid, { game }),
  ].filter(Boolean);
  return parts.length > 0 ? `In the middle: ${parts.join("; ")}.` : "";
}

/** "Owl 3 to 7" for each suit that is laid out. */
function endsOf(laid, { game }) {
  const ends = new Map();
  for (const { code } of laid) {
    const { suit, rank } = suitAndRank(code);
    const [low, high] = ends.get(suit) ?? [rank, rank];
    ends.set(suit, [Math.min(low, rank), Math.max(high, rank)]);
  }
  return [...ends].map(([suit, [low, high]]) => cardInWords(game, `${suit}${low}`) + (low < high ? ` to ${high}` : ""));
}

function headCell(text, scope) {
  const element = document.createElement("th");
  element.scope = scope;
  element.textContent = text;
  return element;
}

function cell(text, label) {
  const element = document.createElement("td");
  element.textContent = text;
  element.dataset.label = label;
  return element;
}
