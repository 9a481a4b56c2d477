import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Check, checkShuffle, deriveKey, type Finding, hashShare, shuffle, shuffleKey, verdict } from "./fairness";
import type { FairShown } from "./protocol";
import type { Seat } from "./seats.svelte";

/** The frozen fair shuffles that the server is tested with as well: the seed, the shares, and the cards. */
const VECTORS = readFileSync(new URL("../../../tests/corpus/deals.tsv", import.meta.url), "utf-8")
  .split("\n")
  .filter((line) => line.startsWith("fair\t"))
  .map((line) => {
    const [, source = "", cards = ""] = line.split("\t");
    const [seed = "", ...words] = source.split("|");
    return { seed, words, cards: cards.split(" ") };
  });
const SUITED = (ranks: string[], suits: string) => [...suits].flatMap((suit) => ranks.map((rank) => rank + suit));
const NUMBERS = ["2", "3", "4", "5", "6", "7", "8", "9", "10"];
const DECK = [...SUITED(NUMBERS, "SDC"), ...["J", "Q", "K", "A"].flatMap((rank) => SUITED([rank], "SHDC")), "Jk"];

test("the shuffle is the server's, on every frozen vector", () => {
  expect(VECTORS.length).toBeGreaterThanOrEqual(30);
  for (const { seed, words, cards } of VECTORS) expect(shuffle(DECK, shuffleKey(seed, words))).toEqual(cards);
});

test("a share is committed to by its SHA-256 in UTF-8", () => {
  expect(hashShare("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hashShare("ñ")).toBe(hashShare("\u00f1"));
});

test("a derived key depends on the key and on the label", () => {
  const derived = [deriveKey("key", "a"), deriveKey("key", "b"), deriveKey("other", "a"), deriveKey("key", "a")];
  expect(new Set(derived).size).toBe(3);
  expect(derived[0]).toBe(derived[3]);
});

const SEED = "11".repeat(32);
/** SHA-256 of 32 bytes of 0x11. */
const COMMITMENT = "02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc";
const WORDS = ["ada's share", "bo's share"];
const COMMITTED = WORDS.map(hashShare);

interface Case {
  fair: FairShown;
  stored: Pick<Seat, "game" | "commitment" | "shares">;
  record: { deal: { cards: string[]; fair: { seed: string; mix: string[] } } } | null;
}
function dealt(words: string[]) {
  return { deal: { cards: shuffle(DECK, shuffleKey(SEED, words)), fair: { seed: SEED, mix: words } } };
}
function several(): Case {
  return {
    fair: { commitment: COMMITMENT, shares: COMMITTED, owes: null, waits_for: [], words: WORDS, seed: SEED },
    stored: { game: "dungeon", commitment: COMMITMENT, shares: [{ words: "ada's share", seen: COMMITTED }] },
    record: dealt(WORDS),
  };
}
function solitaire(): Case {
  const words = ["ada's share"];
  return {
    fair: { commitment: COMMITMENT, shares: [], owes: null, waits_for: [], words, seed: SEED },
    stored: { game: "tomb", commitment: COMMITMENT, shares: [{ words: "ada's share" }] },
    record: dealt(words),
  };
}
function findings({ fair, stored, record }: Case): Record<string, Finding> {
  return Object.fromEntries(
    checkShuffle(fair, DECK, stored, record).map(({ name, finding }: Check) => [name, finding]),
  );
}
function findingsOf(make: () => Case, change: (example: Case) => void): Record<string, Finding> {
  const example = make();
  change(example);
  return findings(example);
}

test("an honest game of several is good in every respect", () => {
  expect(findings(several())).toEqual({ seed: "good", own: "good", others: "good", cards: "good", first: "good" });
});

test("an honest solitaire is good in every respect", () => {
  expect(findings(solitaire())).toEqual({ seed: "good", own: "good", alone: "good", cards: "good" });
});

test("a seed that doesn't fit the stored commitment is bad, even if it fits the published one", () => {
  const found = (commitment: string) =>
    findingsOf(several, (example) => {
      example.stored.commitment = commitment;
    }).seed;
  expect([found(COMMITMENT), found("ab".repeat(32))]).toEqual(["good", "bad"]);
});

test("a published commitment that differs from the stored one is bad", () => {
  expect(findingsOf(several, ({ fair }) => Object.assign(fair, { commitment: "ab".repeat(32) })).seed).toBe("bad");
});

test("a seed that isn't hexadecimal is bad", () => {
  const found = findingsOf(several, ({ fair }) => Object.assign(fair, { seed: "xyz" }));
  expect([found.seed, found.cards]).toEqual(["bad", "bad"]);
});

test("a share of this device that was left out is bad", () => {
  const found = findingsOf(several, ({ fair }) => Object.assign(fair, { words: ["forged", "bo's share"] }));
  expect([found.own, found.others]).toEqual(["bad", "bad"]);
});

test("a share of somebody else that was changed after the commitment is bad, though one's own is there", () => {
  const found = findingsOf(several, ({ fair }) => Object.assign(fair, { words: ["ada's share", "forged"] }));
  expect([found.own, found.others]).toEqual(["good", "bad"]);
});

test("an additional share is bad", () => {
  const more = (example: Case) => Object.assign(example.fair, { words: [...(example.fair.words ?? []), "more"] });
  expect(findingsOf(several, more).others).toBe("bad");
  expect(findingsOf(solitaire, more)).toMatchObject({ own: "good", alone: "bad" });
});

test("seats without a share, such as bots', are not expected among the shares", () => {
  const found = findingsOf(several, ({ stored }) => {
    stored.shares = [{ words: "ada's share", seen: [...COMMITTED, null] }];
  });
  expect(found.others).toBe("good");
});

test("cards in another order than the seed and the shares give are bad", () => {
  expect(findingsOf(several, ({ record }) => record?.deal.cards.reverse()).cards).toBe("bad");
});

test("a record of another seed or of other shares is bad", () => {
  const other = (fair: object) =>
    findingsOf(several, ({ record }) => Object.assign(record?.deal.fair ?? {}, fair)).cards;
  expect([other({ seed: "22".repeat(32) }), other({ mix: ["ada's share"] })]).toEqual(["bad", "bad"]);
});

test("what this device doesn't know, it can't judge", () => {
  const nothing = ({ stored }: Case) => Object.assign(stored, { commitment: null, shares: [] });
  expect(findingsOf(several, nothing)).toMatchObject({
    seed: "unknown",
    own: "unknown",
    others: "unknown",
    cards: "good",
    first: "unknown",
  });
  expect(findingsOf(solitaire, nothing).alone).toBe("unknown");
  expect(findings({ ...several(), record: null }).cards).toBe("unknown");
});

test("before the end nothing is published, and nothing can be judged", () => {
  const found = findingsOf(several, ({ fair }) => Object.assign(fair, { seed: null, words: null }));
  expect(found).toMatchObject({ seed: "unknown", own: "unknown", others: "unknown", cards: "unknown" });
});

test("a repeated shuffle proves less, and is judged by the last share that was revealed", () => {
  const found = findingsOf(several, ({ stored }) => {
    stored.shares = [
      { words: "an older one", seen: ["x"] },
      { words: "ada's share", seen: COMMITTED },
      { words: "unused" },
    ];
  });
  expect(found).toMatchObject({ own: "good", others: "good", first: "unknown" });
});

test("the verdict is bad if anything is, and good only if everything is", () => {
  const judge = (...all: Finding[]) => verdict(all.map((finding) => ({ name: "seed", finding })));
  expect([judge("good", "good"), judge("good", "unknown"), judge("unknown", "bad", "good")]).toEqual([
    "good",
    "unknown",
    "bad",
  ]);
});
