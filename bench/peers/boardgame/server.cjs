// A small game of cards for four on boardgame.io's server, in memory: play a card from your hand, draw another. Hands
// and stock are hidden by `playerView`, as ours are. It never ends, so that nothing but moves is measured.
const { Server } = require("boardgame.io/server");

const CARDS = 53;
const HAND = 5;

const market = {
  name: "market",
  minPlayers: 4,
  maxPlayers: 4,
  setup: ({ ctx, random }) => {
    const stock = random.Shuffle([...Array(CARDS).keys()]);
    const hands = {};
    for (let seat = 0; seat < ctx.numPlayers; seat++) hands[seat] = stock.splice(0, HAND);
    return { stock, hands, market: [], points: Array(ctx.numPlayers).fill(0) };
  },
  moves: {
    play: ({ G, playerID }, place) => {
      const hand = G.hands[playerID];
      if (!(place >= 0 && place < hand.length)) return "INVALID_MOVE";
      const [card] = hand.splice(place, 1);
      G.market.push(card);
      G.points[playerID] += card % 10;
      if (G.market.length > 12) G.stock.push(G.market.shift());
      hand.push(G.stock.shift());
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: ({ G, playerID }) => ({
    ...G,
    stock: G.stock.length,
    hands: Object.fromEntries(
      Object.entries(G.hands).map(([seat, hand]) => [seat, seat === playerID ? hand : hand.length]),
    ),
  }),
};

const server = Server({ games: [market], origins: [] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
