/** The numbers of a profile in the order and in the words in which the screen shows them. */
import { kindLabel, namedValue, valueLabel } from "../../core/career";
import { columnsOf, isNumeric, total } from "../../core/charts/bins";
import { formatNumber, formatShare } from "../../core/numbers";
import type { Mean, Rate, StatisticsShown, ValueCount } from "../../core/protocol";
import { capitalize, say } from "../../core/words.svelte";

/** A share or a mean with the band in which the true value probably lies. */
export interface Figure {
  kind: string;
  label: string;
  /** `42 %` */
  text: string;
  detail: string;
  likely: string;
  /** The value and its band as shares of the scale. */
  value: number;
  low: number;
  high: number;
}

type Distributions = Pick<StatisticsShown, "distributions">;

function rateFigure(kind: string, { n, share, low, high }: Rate): Figure {
  return {
    kind,
    label: titleOf(kind),
    text: formatShare(share),
    detail: say("stats.of", { n: Math.round(n * share), all: n }),
    likely: say("stats.likely", { low: formatShare(low), high: formatShare(high) }),
    value: share,
    low,
    high,
  };
}

function meanFigure(kind: string, { mean, low, high, median }: Mean, { distributions }: Distributions): Figure {
  const most = Math.max(high, ...(distributions[kind] ?? []).map(({ value }) => Number(value)), 1);
  return {
    kind,
    label: titleOf(kind),
    text: formatNumber(mean),
    detail: say("stats.median", { median: formatNumber(median) }),
    likely:
      low === high
        ? say("stats.too_few")
        : say("stats.likely_mean", { low: formatNumber(low), high: formatNumber(high) }),
    value: mean / most,
    low: low / most,
    high: high / most,
  };
}

/** Return the shares and means of the given kinds, in that order; kinds without games are left out. */
export function figuresOf(shown: StatisticsShown, kinds: readonly string[]): Figure[] {
  return kinds.flatMap((kind) => {
    const { [kind]: rate } = shown.rates;
    const { [kind]: mean } = shown.means;
    return rate ? [rateFigure(kind, rate)] : mean ? [meanFigure(kind, mean, shown)] : [];
  });
}

export interface Chart {
  kind: string;
  title: string;
  /** A sentence about the columns. */
  summary: string;
  /** Numbers are columns, named values are rows. */
  type: "columns" | "rows";
  bars: Bar[];
  whole: number;
}
export interface Bar {
  text: string;
  title: string;
  count: number;
  /** How many of the games were won, if that is counted by this kind. */
  won?: number;
}

const MAX_COLUMNS = 18;
/** Before the name of a kind: the same values, counted in won games only. */
const WON = "won_";

/** Return the kinds that are neither shares nor empty nor a part of another kind, with their values. */
function countedKinds({ distributions, rates }: StatisticsShown): [string, ValueCount[]][] {
  const isPart = (kind: string) => kind.startsWith(WON) && kind.slice(WON.length) in distributions;
  return Object.entries(distributions).filter(
    ([kind, values]) => !(kind in rates) && !isPart(kind) && total(values) > 0,
  );
}

/** Return whether something was counted but never happened. */
const isNever = (kind: string, values: readonly ValueCount[]) =>
  values.every(({ value, count }) => (value === "0" || count === 0) && !namedValue(kind, value));

/** Return the labels of what never happened. */
export const neverOf = (shown: StatisticsShown): string[] =>
  countedKinds(shown)
    .filter(([kind, values]) => isNever(kind, values))
    .map(([kind]) => kindLabel(kind));

/** Return a chart for each kind that has something to show. */
export function chartsOf(shown: StatisticsShown): Chart[] {
  const { distributions, means } = shown;
  return countedKinds(shown)
    .filter(([kind, values]) => !isNever(kind, values))
    .map(([kind, values]) =>
      isNumeric(values) && !values.some(({ value }) => namedValue(kind, value))
        ? columnChart(kind, values, means[kind])
        : rowChart(kind, values, distributions[WON + kind]),
    );
}

function columnChart(kind: string, values: readonly ValueCount[], mean?: Mean): Chart {
  const bars = columnsOf(values, MAX_COLUMNS).map(({ from, to, count }) => {
    const text = from === to ? String(from) : say("stats.column_range", { from, to });
    return bar(text, count);
  });
  const summary = mean
    ? say("stats.summary_mean", { mean: formatNumber(mean.mean), median: formatNumber(mean.median) })
    : mostFrequent(bars, total(values));
  return { kind, title: titleOf(kind), whole: total(values), type: "columns", bars, summary };
}

function rowChart(kind: string, values: readonly ValueCount[], won?: readonly ValueCount[]): Chart {
  const bars = values
    .filter(({ count }) => count > 0)
    .map(({ value, count }) => ({
      ...bar(capitalize(valueLabel(kind, value)), count),
      ...(won && { won: won.find((other) => other.value === value)?.count ?? 0 }),
    }));
  return { kind, title: titleOf(kind), whole: total(values), type: "rows", bars, summary: "" };
}

const bar = (text: string, count: number): Bar => ({
  text,
  title: say("stats.column_title", { value: text, n: count }),
  count,
});
const titleOf = (kind: string) => capitalize(kindLabel(kind));

function mostFrequent(bars: readonly Bar[], all: number): string {
  const most = bars.reduce((best, bar) => (bar.count > best.count ? bar : best), { text: "", count: 0 });
  return say("stats.summary_most", { value: most.text, n: most.count, all });
}
