// Combinations laid open, calls, and the show-down in which partners pool their points.

import { reveal, taken } from "./hands.js";

export const DECLARING = {
  "compass north south"(table, { north, south }) {
    table.compass = { north, south };
  },

  "declare seat combinations points"(table, { seat, combinations, points }, id) {
    const player = table.seats[seat];
    const groups = combinations.map((combination, i) =>
      combination.split("+").map((code, j) => taken(player.hand, code, `${id}.${i}.${j}`)),
    );
    player.open.push(...groups);
    player.declared += points;
    player.note = `${player.declared} declared`;
    player.says = [`declares ${points} points`, `declares ${points}`];
  },

  "call seat call"(table, { seat, call }) {
    table.seats[seat].says = [`calls ${call}!`];
  },

  "fail seat better points"(table, { seat }) {
    table.seats[seat].says = ["the call fails"];
  },

  "show seat cards held declared times penalties points"(table, { seat, cards, held, declared, times, penalties, points }) {
    const player = table.seats[seat];
    player.hand = reveal(player.hand, cards);
    player.inDeal = points;
    player.note = "";
    const sum = times === 1 ? `${held} + ${declared}` : `(${held} + ${declared}) × ${times}`;
    player.says = [`${sum} − ${penalties} = ${points}`, `shows ${points}`];
  },

  "pool north south half"(table, { north, south, half }) {
    [north, south].forEach((seat) => {
      table.seats[seat].inDeal = half;
      table.seats[seat].says = [`half of the pool: ${half}`, `pool: ${half}`];
    });
  },
};
