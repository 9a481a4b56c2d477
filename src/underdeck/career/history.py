"""Add finished games to the histories of the people who played them."""

import json
import math
from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import Connection, func, select

from underdeck.career.achievements import Achievement, Scope, fold, scopes_of
from underdeck.career.base import Remark, Standing, counts_json
from underdeck.career.finished import FinishedGame
from underdeck.career.past_game import Opponent, PastGame, past_game, place_of, write_opponents
from underdeck.career.ratings import Rating, Seated, rate, rated_seats, read_ratings, write_ratings
from underdeck.career.remarks import remarks_on
from underdeck.career.tallies import add_meetings, add_tallies, tallies_of
from underdeck.career.totals import Totals, read_totals, write_totals
from underdeck.store import schema
from underdeck.store.model import Result
from underdeck.store.rows import insert_or_update, insert_rows, plain_values, upsert

SAME_MOMENT_S = 60.0
"""Games that two workers finish within this time are ordered by when they are recorded."""

_progress, _results = schema.progress.c, schema.results.c


def add_results(
    connection: Connection, finished: FinishedGame, standings: Mapping[int, Standing]
) -> None:
    """Add a game to the history of every person with a profile, and rate its players.

    The caller has locked the histories and made sure that the game is not recorded yet.
    """
    ratings = _rate(connection, finished)
    for seat, _ in finished.people:
        row = result_row(finished, seat, standings[seat], ratings)
        add_game(connection, replace(row, at=_moment(connection, row)))


def add_game(connection: Connection, row: Result) -> None:
    """Store one person's game, and update the totals, tallies and achievements of the profile."""
    from underdeck.career.rebuild import rebuild  # noqa: PLC0415  rebuilding adds games, too

    game = past_game(row)
    totals = read_progress(connection, game)
    if totals is None:
        insert_rows(
            connection, upsert(schema.results, connection.dialect.name), [plain_values(row)]
        )
        rebuild(connection, row.profile)
        return
    changed, unlocked = fold(totals, game)
    remarks = remarks_on(game, totals.get(scopes_of(game)[0], Totals()))
    row = with_remarks(row, remarks, unlocked)
    dialect = connection.dialect.name
    insert_rows(connection, upsert(schema.results, dialect), [plain_values(row)])
    add_tallies(connection, tallies_of(game))
    add_meetings(connection, [game])
    write_progress(connection, row.profile, changed)
    write_achievements(connection, game, unlocked)


def result_row(
    finished: FinishedGame, seat: int, standing: Standing, ratings: Mapping[str, Rating]
) -> Result:
    """Return the row of one person, without remarks."""
    person = finished.seats[seat]
    facts = person.facts
    opponents = tuple(
        Opponent(
            number,
            each.player,
            each.name,
            place_of(each.facts.won, each.facts.survived),
            *(ratings.get(each.player, Rating())[:2] if ratings and each.player else ()),
        )
        for number, each in enumerate(finished.seats)
        if number != seat
    )
    return Result(
        table=finished.table,
        seat=seat,
        profile=person.profile,
        game=finished.game,
        at=finished.at,
        result=finished.result,
        house=finished.house,
        options=finished.options,
        origin=finished.origin,
        standing=standing,
        deal=finished.deal,
        outcome=facts.outcome,
        won=facts.won,
        survived=facts.survived,
        points=facts.points,
        kings=facts.kings,
        turns=facts.turns,
        facts=counts_json(facts),
        opponents=write_opponents(opponents),
        board=finished.board,
        number=finished.number,
    )


def with_remarks(row: Result, remarks: list[Remark], unlocked: list[Achievement]) -> Result:
    """Return a row with its remarks and the achievements that it unlocked."""
    return replace(
        row,
        remarks=json.dumps([list(each) for each in remarks]),
        achievements=json.dumps([each.name for each in unlocked]),
    )


def read_progress(connection: Connection, game: PastGame) -> dict[Scope, Totals] | None:
    """Return the totals that a game changes; None if an older version has written them."""
    scopes = scopes_of(game)
    query = select(_progress.game, _progress.house, _progress.body).where(
        _progress.profile == game.profile,
        _progress.game.in_({scope[0] for scope in scopes}),
        _progress.house.in_({scope[1] for scope in scopes}),
    )
    found: dict[Scope, Totals] = {}
    for name, house, body in connection.execute(query):
        totals = read_totals(body)
        if totals is None:
            return None
        found[name, house] = totals
    return found


def write_progress(connection: Connection, profile: str, totals: Mapping[Scope, Totals]) -> None:
    """Store totals."""
    insert_rows(
        connection,
        upsert(schema.progress, connection.dialect.name),
        [
            {"profile": profile, "game": game, "house": house, "body": write_totals(each)}
            for (game, house), each in sorted(totals.items(), key=lambda item: item[0])
        ],
    )


def write_achievements(connection: Connection, game: PastGame, unlocked: list[Achievement]) -> None:
    """Store the achievements that a game unlocked; existing ones are kept."""
    insert_rows(
        connection,
        insert_or_update(schema.achievements, connection.dialect.name),
        [
            {
                "profile": game.profile,
                "achievement": each.name,
                "at": game.at,
                "table": game.table,
            }
            for each in unlocked
        ],
    )


def _rate(connection: Connection, finished: FinishedGame) -> dict[str, Rating]:
    """Update the ratings of a ranked game's players; return those before it, {} if not rated.

    A game without anybody's history isn't rated, because it couldn't be recomputed.
    """
    seats = rated_seats(
        [
            Seated(each.player, place_of(each.facts.won, each.facts.survived))
            for each in finished.seats
        ]
    )
    if not seats or not finished.people or finished.standing != "ranked":
        return {}
    players = [each.player for each in seats]
    before = {player: Rating() for player in players}
    before |= read_ratings(connection, finished.game, players)
    write_ratings(connection, finished.game, rate(before, seats))
    return before


def _moment(connection: Connection, row: Result) -> float:
    """Return the time to store: after any game of the profile within `SAME_MOMENT_S`."""
    query = select(func.max(_results.at)).where(
        _results.profile == row.profile,
        _results.at >= row.at,
        _results.at < row.at + SAME_MOMENT_S,
        _results.table != row.table,
    )
    last = connection.execute(query).scalar_one()
    return row.at if last is None else math.nextafter(last, math.inf)
