import { expect, test } from "vitest";
import { amountText, readAmount } from "./amount";

test.each([
  ["1", 100],
  ["0.5", 50],
  ["0,05", 5],
  [" 12.34 ", 1234],
  [".25", 25],
  ["3.", 300],
  ["10000", 1_000_000],
])("%j is an amount", (text, hundredths) => {
  expect(readAmount(text)).toBe(hundredths);
});

test.each(["", "0", "0.00", "0.001", "-1", "1e3", "1.2.3", "10000.01", "ten", "1 000"])(
  "%j can't be staked",
  (text) => {
    expect(readAmount(text)).toBeNull();
  },
);

test("amounts have decimals only if they need them, in the player's language", () => {
  expect(amountText(1250, "€", "en")).toBe("12.50\u00a0€");
  expect(amountText(1250, "€", "es")).toBe("12,50\u00a0€");
  expect(amountText(-300, "beers", "en")).toBe("3\u00a0beers");
  expect(amountText(100, "", "en")).toBe("1");
});
