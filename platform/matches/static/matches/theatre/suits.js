// Suits: a shape and a colour for each letter, and their names by game. The shape
// alone tells a suit, the colour only helps. Shapes fill a box of 24 by 24.

import { hasNamedCards, namedCard } from "./named_cards.js";
import { HIDDEN } from "./sight.js";

const SHAPES = {
  R: "M12 1 22 12 12 23 2 12Z",
  Y: "M12 1 14.6 7.4 21 4.6 18 11 23 14 16.6 15.6 17 22 12 17.6 7 22 7.4 15.6 1 14 6 11 3 4.6 9.4 7.4Z",
  B: "M12 1C16 8 20 11 20 15.5A8 7.5 0 0 1 4 15.5C4 11 8 8 12 1Z",
  W: "M1 22 9 6 13 13 16 8.500 23 22Z",
  G: "M12 23C3 20 1 10 4 2 10 5 12 9 12 13 12 9 14 5 20 2 23 10 21 20 12 23Z",
  P: "M7 3H17L23 12 17 21H7L1 12Z",
  O: "M7 5A6 6 0 1 1 7 17A6 6 0 1 1 7 5ZM17 5A6 6 0 1 1 17 17A6 6 0 1 1 17 5ZM10 17H14L12 22Z",
  L: "M12 2A10 10 0 1 1 12 22A10 10 0 1 1 12 2ZM12 7.500A4.500 4.500 0 1 0 12 16.500A4.500 4.500 0 1 0 12 7.500Z",
  F: "M1 3 8 7H16L23 3 20 15 12 23 4 15Z",
};
const ANY_SHAPE = "M3 3H21V21H3Z";

/** Where a letter means another thing than a colour: planes, arms, ships and animals; and the scouts' patrols. */
const OWN_SHAPES = {
  "dan-dare": {
    G: "M12 1 14 9 23 14V16.500L14 14V19L17 21.500V23L12 21.500 7 23V21.500L10 19V14L1 16.500V14L10 9Z",
    R: "M1 6H20V4H22V11H14L12 14H9L7.500 21H2L4 11H1Z",
    B: "M10.500 1H13.500V6H18V9H13.500V19C17 18.500 19 16.500 19.500 14L22.500 15C21.500 20 17 23 12 23S2.500 20 1.500 15L4.500 14C5 16.500 7 18.500 10.500 19V9H6V6H10.500Z",
    Y: "M12 11.500C16 11.500 19 15 19 18.500S15.500 22.500 12 22.500 5 22 5 18.500 8 11.500 12 11.500ZM4 8A2.500 3 0 1 1 4 14A2.500 3 0 1 1 4 8ZM9 2A2.500 3.200 0 1 1 9 8.500A2.500 3.200 0 1 1 9 2ZM15 2A2.500 3.200 0 1 1 15 8.500A2.500 3.200 0 1 1 15 2ZM20 8A2.500 3 0 1 1 20 14A2.500 3 0 1 1 20 8Z",
  },
  "boy-scouts": {
    W: "M15 1.500A11 11 0 1 0 22.500 17A9 9 0 0 1 15 1.500Z",
    B: "M5.500 2A4 4 0 0 1 9.500 5H14.500A4 4 0 1 1 20 9.500A9 9 0 1 1 4 9.500A4 4 0 0 1 5.500 2Z",
  },
};

const COLOURS = { R: "Red", Y: "Yellow", G: "Green", B: "Blue", P: "Purple", W: "White" };
const NAMES = {
  "davy-crockett": COLOURS,
  "david-and-goliath": COLOURS,
  "dan-dare": { G: "Air", R: "Weapons", B: "Land and sea", Y: "Animals" },
  "boy-scouts": { O: "Owl", W: "Wolf", L: "Lion", F: "Fox", B: "Bear" },
};

/** The order of suits in the rules, where it is not that of the alphabet. */
const SUIT_ORDERS = { "davy-crockett": "RYBW", "david-and-goliath": "RYGBP", "dan-dare": "GRBY", "boy-scouts": "OWLFB" };

/** Cards of special worth get a frame of their own. */
const NOTABLE = {
  "davy-crockett": ({ rank }) => rank >= 8,
  "boy-scouts": ({ rank }) => rank === 1,
};

/** {suit, rank} of a card such as "R11"; null for a card that has neither, such as "DD". */
export function suitAndRank(code) {
  const found = /^([A-Z])(\d+)$/.exec(code);
  return found && { suit: found[1], rank: Number(found[2]) };
}

export const shapeOf = (game, suit) => OWN_SHAPES[game]?.[suit] ?? SHAPES[suit] ?? ANY_SHAPE;

export const isNotable = (game, card) => NOTABLE[game]?.(card) ?? false;

/** "Red 11", "Battle Cruiser + Big Gun"; a card of no name keeps its code; a hidden one is "a card". */
export function cardInWords(game, code) {
  if (code === HIDDEN) return "a card";
  if (hasNamedCards(game)) return code.split("+").map((each) => namedCard(game, each)?.name ?? each).join(" + ");
  const card = suitAndRank(code);
  const name = card && NAMES[game]?.[card.suit];
  return name ? `${name} ${card.rank}` : String(code);
}

/**
 * For sorting a hand: by suit as the game's rules name them, then by rank, and cards that have names
 * by their codes; hidden cards last. Others keep the order in which they came.
 */
export function inHandOrder(game) {
  if (hasNamedCards(game)) {
    return (a, b) => (a.code === HIDDEN) - (b.code === HIDDEN) || (a.code < b.code ? -1 : Number(a.code > b.code));
  }
  return (a, b) => {
    const [left, right] = [suitAndRank(a.code), suitAndRank(b.code)];
    if (!left || !right) return (left ? 0 : 1) - (right ? 0 : 1);
    return suitPlace(game, left.suit) - suitPlace(game, right.suit) || left.rank - right.rank;
  };
}

export const suitsInOrder = (game, suits) => [...suits].sort((a, b) => suitPlace(game, a) - suitPlace(game, b));

const suitPlace = (game, suit) => {
  const place = SUIT_ORDERS[game]?.indexOf(suit) ?? -1;
  return place < 0 ? suit.charCodeAt(0) : place;
};

/** The ranks of cards by their suits: Map("R" -> [4, 10]). */
export function bySuit(cards) {
  const suits = new Map();
  for (const { code } of cards) {
    const card = suitAndRank(code);
    if (card) suits.set(card.suit, [...(suits.get(card.suit) ?? []), card.rank]);
  }
  return suits;
}
