"""A table in memory, its log, and tables that most tests begin with."""

from random import Random

from underdeck.agents import find_bot
from underdeck.table.due import due_entry
from underdeck.table.entries import (
    AnyEntry,
    Opened,
    Sat,
    read_entry,
    write_entry,
)
from underdeck.table.table import Table, fold

SEED = "11" * 32


class LocalTable:
    """A table and its log, with a clock that tests move."""

    def __init__(self, opened: Opened) -> None:
        self.now = 1000.0
        self.log: list[tuple[bytes, float]] = []
        self.table = Table("t")
        self.add(opened)

    def add(self, entry: AnyEntry | None) -> None:
        """Append an entry, encoded and decoded as it is stored."""
        assert entry is not None
        body = write_entry(entry)
        self.log.append((body, self.now))
        self.table.apply(read_entry(body), self.now)

    def settle(self) -> list[AnyEntry]:
        """Append the entries that are due, and return them."""
        done: list[AnyEntry] = []
        while (entry := due_entry(self.table, self.now)) is not None:
            self.add(entry)
            done.append(entry)
        return done

    def again(self) -> Table:
        """Return the table folded from its log."""
        return fold("t", [(read_entry(body), at) for body, at in self.log])

    def play(self, random: Random, until: str = "over", max_steps: int = 3000) -> None:
        """Play with the careful bot until the table reaches a status or a window."""
        choose = find_bot("careful")
        for _ in range(max_steps):
            self.settle()
            table = self.table
            if table.status == until or (
                until == "window" and table.window.is_open and not table.window.answers
            ):
                return
            asked = [seat for seat in table.waiting if seat not in table.window.answers]
            if not asked:
                self.now = table.deadline() or self.now + 1
                continue
            seat = random.choice(asked)
            move = str(choose(table.game_played.view(seat), random))
            bot = table.seats[seat].bot
            self.add(
                table.bot_move(seat, move, table.stage)
                if bot
                else table.move(seat, move, f"{table.version}", table.stage)
            )
        raise AssertionError(f"the table never reached {until}")


def dungeon(people: int = 2, players: int = 4, **options: object) -> LocalTable:
    """Return a table of Dungeon with all people seated."""
    house: dict[str, int | bool] = {"players": players, "counter_attack": 1}
    local = LocalTable(
        Opened(
            "dungeon",
            house,
            ("",) * people + ("careful",) * (players - people),
            SEED,
            **options,  # type: ignore[arg-type]
        )
    )
    for number in range(people):
        local.add(local.table.sit(f"P{number}", "words"))
    local.settle()
    return local


def a_solitaire() -> LocalTable:
    """Return a solitaire that has begun."""
    local = LocalTable(Opened("tomb", {}, ("",), SEED))
    local.add(Sat(0, "Ana", "words"))
    local.settle()
    return local
