/** The texts of a book that depend on what is in it; the page and the saved file show the same. */
import { gameCredit, gameTitle } from "../../core/format";
import { formatDay, formatNumber } from "../../core/numbers";
import type { GameListed } from "../../core/protocol";
import { say } from "../../core/words.svelte";
import type { Book } from "./book";

export interface BookTexts {
  title: string;
  count: string;
  /** The days of the first and the last tale; empty if there is none. */
  span: string;
  /** Empty if everything was loaded. */
  stopped: string;
  /** Empty if nothing was lost. */
  lost: string;
  untold: string[];
  colophon: string;
}

/** Return the texts of a book; `outOf` is the number of all games if these are only some. */
export function bookTexts(book: Book, name: string, outOf?: number): BookTexts {
  const days = book.tales.map(({ listed }) => formatDay(listed.at));
  const credits = [...new Set(book.tales.map(({ chronicle }) => gameCredit(chronicle.game)))];
  const [from = "", to = ""] = [days[0], days.at(-1)];
  return {
    title: say("journal.title", { name: name || say("journal.nameless") }),
    count: say("journal.count", { n: book.tales.length }),
    span: from === to ? from : say("journal.between", { from, to }),
    stopped: outOf ? say("journal.stopped", { n: book.tales.length + book.untold.length, all: outOf }) : "",
    lost: book.lostGold ? say("journal.left_below", { gold: formatNumber(book.lostGold) }) : "",
    untold: book.untold.map(untoldLine),
    colophon: [say("journal.colophon", { date: formatDay(Date.now() / 1000) }), ...credits].join(" "),
  };
}

/** A game without a record can never be told; any other one once nobody plays its deal any more. */
const untoldLine = ({ game, at, has_record }: GameListed) =>
  say("journal.untold_line", {
    game: gameTitle(game) || game,
    date: formatDay(at),
    why: say(has_record ? "journal.untold_secret" : "journal.untold_record"),
  });
