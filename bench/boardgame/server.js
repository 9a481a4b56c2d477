// A card game of about the weight of Dungeon: node server.js FOLDER PORT
// FOLDER is "" to keep matches in memory, or the folder of the FlatFile store.
'use strict';

const { Server, FlatFile, Origins } = require('boardgame.io/server');

const SUITS = ['C', 'D', 'H', 'S'];
const HAND_SIZE = 5;
const TUNNEL_LENGTH = 9;
const INVALID_MOVE = 'INVALID_MOVE'; // as in boardgame.io/core

const value = (card) => parseInt(card, 10);

function newDeck() {
  return SUITS.flatMap((suit) => Array.from({ length: 13 }, (_, i) => `${i + 1}${suit}`));
}

function setup({ ctx, random }) {
  const deck = random.Shuffle(newDeck());
  const hands = {};
  const tunnels = {};
  for (let seat = 0; seat < ctx.numPlayers; seat++) {
    hands[seat] = deck.splice(0, HAND_SIZE);
    tunnels[seat] = [];
  }
  return { deck, hands, tunnels, discarded: [] };
}

function draw({ G, playerID, random }) {
  if (G.hands[playerID].length >= HAND_SIZE) return INVALID_MOVE;
  if (G.deck.length === 0) {
    G.deck = random.Shuffle(G.discarded);
    G.discarded = [];
  }
  G.hands[playerID].push(G.deck.pop());
}

function dig({ G, playerID }, card) {
  const hand = G.hands[playerID];
  const tunnel = G.tunnels[playerID];
  const isNext = tunnel.length === 0 || value(card) < value(tunnel[tunnel.length - 1]);
  if (!hand.includes(card) || !isNext) return INVALID_MOVE;
  hand.splice(hand.indexOf(card), 1);
  tunnel.push(card);
}

function discard({ G, playerID }, card) {
  const hand = G.hands[playerID];
  if (!hand.includes(card)) return INVALID_MOVE;
  hand.splice(hand.indexOf(card), 1);
  G.discarded.push(card);
}

function playerView({ G, playerID }) {
  const hands = {};
  for (const [seat, hand] of Object.entries(G.hands)) {
    hands[seat] = seat === playerID ? hand : hand.length;
  }
  return { ...G, deck: G.deck.length, hands };
}

function endIf({ G }) {
  const winner = Object.keys(G.tunnels).find((seat) => G.tunnels[seat].length === TUNNEL_LENGTH);
  return winner === undefined ? undefined : { winner };
}

const game = {
  name: 'dungeon',
  setup,
  moves: { draw, dig, discard },
  turn: { minMoves: 1, maxMoves: 1 },
  playerView,
  endIf,
  disableUndo: true, // a hidden card that was drawn can't be drawn back
};

const [folder, port] = process.argv.slice(2);
const store = folder ? { db: new FlatFile({ dir: folder }) } : {};
Server({ games: [game], origins: [Origins.LOCALHOST], ...store }).run(Number(port));
