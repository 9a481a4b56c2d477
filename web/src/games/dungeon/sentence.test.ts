import { expect, test } from "vitest";
import { partsOf } from "./sentence";

const names = (sentence: string, ...known: string[]) =>
  partsOf(sentence, known).flatMap(({ text, isName }) => (isName ? [text] : []));

test("names are found where they are whole words", () => {
  expect(names("Ana asks Anabel for an ace.", "Ana", "Luis")).toEqual(["Ana"]);
  expect(names("Bot 3 attacks you.", "Ada", "Bot 3")).toEqual(["Bot 3"]);
});

test("a longer name wins over one that it contains", () => {
  expect(names("Ana María has played an ace.", "Ana", "Ana María")).toEqual(["Ana María"]);
});

test("a name may have characters with a meaning in patterns", () => {
  expect(names("(Ω) attacks you.", "(Ω)")).toEqual(["(Ω)"]);
});

test("the parts are the sentence", () => {
  expect(partsOf("Luis asks Ada.", ["Ada", "Luis"]).map(({ text }) => text)).toEqual(["Luis", " asks ", "Ada", "."]);
  expect(partsOf("Your turn.", ["", " "])).toEqual([{ text: "Your turn.", isName: false }]);
});
