/** Counted values as the columns of a chart. */
import type { ValueCount } from "../protocol";

export interface Column {
  from: number;
  /** The last value, included. */
  to: number;
  count: number;
}

/** The widths of columns that are easy to read. */
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100];

export const isNumeric = (values: readonly ValueCount[]): boolean =>
  values.length > 0 && values.every(({ value }) => /^-?\d+$/.test(value));

/** Count numbers in columns of the same width, at most `maxColumns` of them; values that never occurred count 0. */
export function columnsOf(values: readonly ValueCount[], maxColumns: number): Column[] {
  const counts = values.map(({ value, count }) => ({ number: Number(value), count }));
  if (!counts.length) return [];
  const low = Math.min(...counts.map(({ number }) => number));
  const high = Math.max(...counts.map(({ number }) => number));
  const start = low > 0 && low <= maxColumns / 2 ? 0 : low;
  const width = STEPS.find((step) => columnCount(start, high, step) <= maxColumns) ?? high - start + 1;
  const first = Math.floor(start / width);
  const columns = Array.from({ length: columnCount(start, high, width) }, (_, index) => {
    const from = (first + index) * width;
    return { from, to: from + width - 1, count: 0 };
  });
  for (const { number, count } of counts) {
    const column = columns[Math.floor(number / width) - first];
    if (column) column.count += count;
  }
  return columns;
}

const columnCount = (low: number, high: number, width: number) =>
  Math.floor(high / width) - Math.floor(low / width) + 1;

export const total = (values: readonly { count: number }[]): number =>
  values.reduce((sum, { count }) => sum + count, 0);

/** Return every how many columns have a label, so that labels of this width don't touch. */
export function labelStep(columns: number, chartWidth: number, labelWidth: number): number {
  const fitting = Math.max(1, Math.floor(chartWidth / labelWidth));
  return Math.max(1, Math.ceil(columns / fitting));
}
