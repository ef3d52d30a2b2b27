// The right of first play is sold, and counters change hands.

export const AUCTION = {
  "offer seat"(table, { seat }) {
    beginCounting(table);
    say(table, seat, "sells the first play", "sells");
  },

  "keep seat"(table, { seat }) {
    beginCounting(table);
    say(table, seat, "keeps the first play", "keeps it");
  },

  "bid seat counters"(table, { seat, counters }) {
    say(table, seat, `bids ${counters}`);
    table.seats[seat].note = `bid ${counters}`;
  },

  "drop seat"(table, { seat }) {
    say(table, seat, "bids no more");
    table.seats[seat].note = "";
  },

  "sale seat buyer counters"(table, { seat, buyer, counters }) {
    endBidding(table);
    pay(table, { from: buyer, to: seat, counters });
    say(table, buyer, `buys the first play for ${counters}`, `buys for ${counters}`);
  },

  "unsold seat"(table, { seat }) {
    endBidding(table);
    say(table, seat, "no bids: plays first", "plays first");
  },

  "false_pass seat fine"(table, { seat, fine }) {
    table.seats.forEach((_, to) => to !== seat && pay(table, { from: seat, to, counters: fine }));
    say(table, seat, `false pass: pays ${fine} to each`, `fined ${fine} each`);
  },

  "pay seat payee counters"(table, { seat, payee, counters }) {
    pay(table, { from: seat, to: payee, counters });
    say(table, seat, `pays ${counters}`);
  },
};

/** Payments show at once, so counters are counted from the beginning of the deal. */
function beginCounting(table) {
  table.seats.forEach((seat) => {
    seat.inDeal ??= 0;
  });
}

function pay(table, { from, to, counters }) {
  beginCounting(table);
  table.seats[from].inDeal -= counters;
  table.seats[to].inDeal += counters;
}

function endBidding(table) {
  table.seats.forEach((seat) => {
    seat.note = "";
  });
}

function say(table, seat, ...forms) {
  table.seats[seat].says = forms;
}
