/** The ledger: the debts between this player and each other one. */
import { debtState } from "../../core/competition";
import { groupBy } from "../../core/group";
import type { DebtShown, Ledger } from "../../core/protocol";

/** All open debts between this player and another one in one currency. */
export interface Account {
  name: string;
  currency: string;
  /** Hundredths of the currency: positive if they owe you. */
  amount: number;
  debts: DebtShown[];
  /** The debts that this player has not marked as settled yet. */
  unmarked: DebtShown[];
  /** Whether the other one has marked all of them as settled. */
  isMarkedByOther: boolean;
}

/** The other player of a debt. */
export const otherOf = ({ you, debtor, creditor }: DebtShown): string => (you === "debtor" ? creditor : debtor);

/** Return the accounts with open debts, in the order of the server's balances. */
export function openAccounts({ balances, debts }: Ledger): Account[] {
  const open = debts.filter((debt) => debt.you && debt.amount > 0 && !debt.is_settled);
  const groups = groupBy(open, (debt) => accountKey(otherOf(debt), debt.currency));
  const amounts = new Map(balances.map(({ name, currency, amount }) => [accountKey(name, currency), amount]));
  const order = new Set([...amounts.keys(), ...groups.keys()]);
  return [...order].flatMap((key) => {
    const found = groups.get(key);
    return found ? account(found, amounts.get(key)) : [];
  });
}
const accountKey = (name: string, currency: string) => JSON.stringify([name, currency]);

function account(debts: [DebtShown, ...DebtShown[]], amount?: number): Account {
  const [first] = debts;
  const unmarked = debts.filter(({ you, settled_by }) => you && !settled_by.includes(you));
  return {
    name: otherOf(first),
    currency: first.currency,
    amount: amount ?? debts.reduce((sum, debt) => sum + (debt.you === "creditor" ? debt.amount : -debt.amount), 0),
    debts,
    unmarked,
    isMarkedByOther: unmarked.length > 0 && unmarked.every((debt) => debtState(debt) === "yours_missing"),
  };
}

/** Return the debts that nobody owes any more. */
export const closedDebts = ({ debts }: Ledger): DebtShown[] =>
  debts.filter((debt) => ["cancelled", "settled"].includes(debtState(debt)));
