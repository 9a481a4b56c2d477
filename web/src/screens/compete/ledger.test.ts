import { expect, test } from "vitest";
import { debtOf } from "../../core/fake_competition";
import { closedDebts, openAccounts } from "./ledger";

const OWED = debtOf();
const OWING = debtOf({ debt: "d2", number: 2, debtor: "Ada", creditor: "Bruno", amount: 200, you: "debtor" });

test("debts are summed up by person and currency, in the order of the balances", () => {
  const beers = debtOf({ debt: "d3", debtor: "Carla", currency: "beers" });
  const balances = [
    { name: "Carla", currency: "beers", amount: 500 },
    { name: "Bruno", currency: "coins", amount: 300 },
  ];
  const accounts = openAccounts({ balances, debts: [OWED, OWING, beers] });
  expect(accounts.map(({ name, currency, amount, debts }) => [name, currency, amount, debts.length])).toEqual([
    ["Carla", "beers", 500, 1],
    ["Bruno", "coins", 300, 2],
  ]);
});

test("a sum that the server doesn't send is computed", () => {
  expect(openAccounts({ balances: [], debts: [OWED, OWING] })[0]?.amount).toBe(300);
});

test("settled and cancelled debts, and those of others, are no accounts", () => {
  const settled = debtOf({ is_settled: true, settled_by: ["debtor", "creditor"] });
  const cancelled = debtOf({ debt: "d2", amount: 0, cancelled_amount: 500 });
  const ofOthers = debtOf({ debt: "d3", you: "" });
  const ledger = { balances: [], debts: [settled, cancelled, ofOthers] };
  expect(openAccounts(ledger)).toEqual([]);
  expect(closedDebts(ledger)).toEqual([settled, cancelled]);
});

test("only debts that this player hasn't marked yet can be marked", () => {
  const marked = debtOf({ settled_by: ["creditor"] });
  const [account] = openAccounts({ balances: [], debts: [marked, OWING] });
  expect(account?.unmarked).toEqual([OWING]);
  expect(account?.isMarkedByOther).toBe(false);
});

test("the other player has marked everything that is left to agree to", () => {
  const asked = debtOf({ settled_by: ["debtor"] });
  const waiting = debtOf({ debt: "d2", settled_by: ["creditor"] });
  expect(openAccounts({ balances: [], debts: [asked, waiting] })[0]?.isMarkedByOther).toBe(true);
  expect(openAccounts({ balances: [], debts: [waiting] })[0]?.isMarkedByOther).toBe(false);
});
