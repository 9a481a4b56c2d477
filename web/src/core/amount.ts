/** Amounts of a wager, counted in hundredths of a currency with any name. */

const UNITS = 100;
/** The highest stake that the server accepts, in hundredths. */
export const MAX_STAKE = 1_000_000;
export const MAX_CURRENCY_LENGTH = 20;

/** Read a typed amount, with a point or a comma; null if it is no amount that can be staked. */
export function readAmount(text: string): number | null {
  const typed = text.trim().replace(",", ".");
  if (!/^(\d+(\.\d{0,2})?|\.\d{1,2})$/.test(typed)) return null;
  const hundredths = Math.round(Number(typed) * UNITS);
  return hundredths >= 1 && hundredths <= MAX_STAKE ? hundredths : null;
}

/** `12.50 €`; whole amounts have no decimals. */
export function amountText(hundredths: number, currency: string, language: string): string {
  const amount = Math.abs(hundredths);
  const digits = amount % UNITS === 0 ? 0 : 2;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${new Intl.NumberFormat(language, options).format(amount / UNITS)}\u00a0${currency}`.trim();
}
