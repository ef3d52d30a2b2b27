// Cards that leave a hand, known or hidden.

import { HIDDEN } from "../sight.js";

/** The card taken out of a hand; out of a hidden hand, a hidden card that now shows its face. */
export function taken(hand, code, id) {
  let at = hand.findIndex((card) => card.code === code);
  if (at < 0) at = hand.findIndex((card) => card.code === HIDDEN);
  if (at < 0) at = hand.length - 1;
  const [card] = hand.splice(at, 1);
  // Nobody who looks from here can tell any longer which of the known cards are still held.
  if (code === HIDDEN) hide(hand);
  return { ...(card ?? { id }), code };
}

/** A hand as it is shown at the end: its hidden cards turn their faces up. */
export function reveal(hand, codes) {
  const unseen = [...codes];
  for (const { code } of hand) {
    const at = unseen.indexOf(code);
    if (at >= 0) unseen.splice(at, 1);
  }
  return hand.map((card) => (card.code === HIDDEN ? { ...card, code: unseen.shift() ?? HIDDEN } : card));
}

function hide(hand) {
  hand.forEach((card, i) => {
    hand[i] = { ...card, code: HIDDEN };
  });
}
