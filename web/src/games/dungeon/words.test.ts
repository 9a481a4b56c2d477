import { beforeAll, describe, expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import type { DungeonShown } from "../../core/protocol";
import { type Chosen, choicesOf, type Move, narrow } from "./moves";
import { moveIn, VIEWS } from "./recorded_views";

fakeBrowser();
const { loadLanguage } = await import("../../core/words.svelte");
const {
  choiceText,
  fightingCardText,
  fightText,
  moveText,
  optionHelp,
  optionValueText,
  questionText,
  revealTitle,
  warningText,
} = await import("./words");

const { turn, branch, attacked, fighting, robbing } = VIEWS;
const NAMES = ["Ana", "Luis", "Eva"];
const textOf = (view: DungeonShown, move: string) => moveText(moveIn(view, move), view, NAMES);
const choiceTexts = (view: DungeonShown, chosen: Chosen) =>
  choicesOf(narrow(view.legal, chosen)).map((choice) => choiceText(choice, view, NAMES));

beforeAll(() => loadLanguage("en"));

test("a move names its card, its target and what it asks for", () => {
  expect(textOf(turn, "cave 8 p1")).toBe("Cave in Ana's front with the 8");
  expect(textOf(turn, "fish Q p3 10")).toBe("Ask Eva for a 10 with the queen");
  expect(textOf(robbing, "take K")).toBe("Take the king");
  expect(textOf(turn, "pass")).toBe("Pass");
});

test("a card that stands for another says so", () => {
  expect(textOf(attacked, "fight Jk=9")).toBe("Fight with the joker as a 9");
  expect(textOf(attacked, "fight 2")).toBe("Fight with the 2");
});

test("a place is named by its passage, with its number only if there are several", () => {
  expect(textOf(turn, "dig 10 @0")).toBe("Dig with the 10, next to the cell");
  expect(textOf(branch, "dig 9 @2")).toBe("Dig with the 9, next to the 10 (no. 2)");
  const [one = branch.players[0]] = branch.players.filter(({ seat }) => seat === branch.seat);
  const single = { ...branch, players: [{ ...one, dungeon: one?.dungeon.slice(0, 1) ?? [] }] } as DungeonShown;
  expect(textOf(single, "dig 9 @1")).toBe("Dig with the 9, next to the 10");
});

test("no text of a move has a gap or an unknown key", () => {
  for (const view of Object.values(VIEWS))
    for (const move of view.legal) expect(moveText(move, view, NAMES)).not.toMatch(/[{}]|dungeon\.|undefined/);
});

describe("a choice", () => {
  test("between verbs, targets or ranks names only these", () => {
    expect(choiceTexts(turn, { card: "Q" })).toEqual(["Attack Ana with the queen", "Fish for a card"]);
    expect(choiceTexts(turn, { verb: "fish" })).toEqual(["Ana", "Eva"]);
    expect(choiceTexts(turn, { verb: "fish", target: 2 })).toEqual(
      expect.arrayContaining(["Ace", "2", "10", "Jack", "King"]),
    );
  });

  test("between cards or values names these if several moves remain", () => {
    const fights = narrow(attacked.legal, { verb: "fight" });
    expect(choicesOf(fights).map((choice) => choiceText(choice, attacked, NAMES))).toEqual([
      "Fight with the 2",
      "the joker",
      "Fight with the king",
    ]);
    const [nine] = choicesOf(narrow(fights, { card: "Jk" }));
    expect(nine && choiceText({ ...nine, moves: [...nine.moves, ...nine.moves] }, attacked, NAMES)).toBe("As a 9");
  });

  test("without moves has no text", () => {
    expect(choiceText({ facet: "verb", value: "dig", moves: [] }, turn, NAMES)).toBe("");
  });
});

test("the game says what it waits for", () => {
  expect(questionText(turn, NAMES)).toBe("Your turn: play one card, or pass.");
  expect(questionText(attacked, NAMES)).toBe("Ana attacks you with a jack, the Graverobber, worth 11. What do you do?");
  expect(questionText(fighting, NAMES)).toBe(
    "You have laid 7♠ against the Wight: 7 of 13 so far. That isn't enough yet: lay more.",
  );
  const saving = { ...turn, question: { key: "saving.other", seats: [0, 2], rank: 9 } } as DungeonShown;
  expect(questionText(saving, NAMES)).toBe("Waiting for Ana and Eva: a 9 from the hand, or the joker goes.");
  expect(questionText({ ...turn, question: null }, NAMES)).toBe("");
});

test("an ace says if it draws fewer than two cards", () => {
  const ace = { text: "ace A", verb: "ace", label: "ace", card: "A" } as const;
  const text = (move: Move) => choiceText({ facet: "verb", value: "ace", moves: [move] }, turn, NAMES);
  expect(text(ace)).toBe("Ace: draw two");
  expect(text({ ...ace, draws: 0 })).toBe("Ace: draws nothing now");
});

test("a card that is given is named, with the player it goes to", () => {
  const give = { text: "give", verb: "give", label: "give" } as const;
  const asked = { ...turn, question: { key: "asked.you", seats: [1], target: 2, rank: 1 } } as DungeonShown;
  expect(moveText(give, asked, NAMES)).toBe("Give the ace to Eva");
  expect(moveText(give, { ...asked, question: null }, NAMES)).toBe("Hand it over");
});

describe("a counter", () => {
  const countering = (key: string, rank: number) =>
    questionText({ ...turn, question: { key, seats: [1], target: 0, rank } } as DungeonShown, NAMES);

  test("names the ability and the card that cancels it", () => {
    expect(countering("counters.you", 11)).toBe("Ana uses the Graverobber. Counter it with another jack, or pass?");
    expect(countering("counters.pass", 12)).toBe("Ana uses the Myrmiddon. You have nothing to counter it with: pass.");
  });

  test("names the counter that can be cancelled in its turn", () => {
    expect(countering("countered.you", 12)).toBe(
      "Ana counters with the Myrmiddon. Cancel that with another queen, or pass?",
    );
  });

  test("of another player is waited for", () => {
    expect(countering("counters.other", 11)).toBe("Waiting for Luis: a counter, perhaps.");
  });
});

test("what is revealed is called the viewer's own, or by its player's name", () => {
  expect(revealTitle("dungeon", 1, 1, NAMES)).toBe("Your tunnel, face up");
  expect(revealTitle("dungeon", 0, 1, NAMES)).toBe("The tunnel of Ana, face up");
  expect(revealTitle("hand", 0, null, NAMES)).toBe("The hand of Ana");
});

test("no question has a gap", () => {
  for (const view of Object.values(VIEWS)) expect(questionText(view, NAMES)).not.toMatch(/[{}]|^$/);
});

test("fighting cards are written as short as on the cards", () => {
  expect(fightingCardText(moveIn(attacked, "fight K"))).toBe("K");
  expect(fightingCardText(moveIn(attacked, "fight Jk=10"))).toBe("★ 10");
  expect(fightText([moveIn(attacked, "fight K"), moveIn(attacked, "fight Jk=10")])).toBe("Fight with K + ★ 10");
});

test("options are explained without the number of their paragraph", () => {
  expect(optionHelp("pitch_black")).toBe("Almost black, and passages are face down too, true or not.");
  expect(optionHelp("counter_attack")).toMatch(/^A creature of the same rank/);
});

test("the values of an option have names, or are counted", () => {
  expect(optionValueText("counter_attack", 3)).toBe("Both");
  expect(optionValueText("decks", 2)).toBe("2 decks");
});

test("a question says which answer lets another player win", () => {
  const lastPassage = {
    ...turn,
    question: { key: "accusations.escape", seats: [0, 2], target: 1, lets_win: 1, warning: "pass_or_others" },
  } as DungeonShown;
  expect(questionText(lastPassage, NAMES)).toBe(
    `${NAMES[1]} has laid the 2, the way out. Accuse, or pass? Passing lets ${NAMES[1]} win, unless somebody else accuses.`,
  );
  expect(warningText(turn, NAMES)).toBe("");
});
