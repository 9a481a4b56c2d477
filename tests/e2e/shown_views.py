"""Views of Dungeon read back from the messages of the server, so that a bot can choose moves."""

from typing import Any

from underdeck.cards import read_cards
from underdeck.games.dungeon.moves import read_move
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.view import DungeonView, Fight, Passage, PlayerView
from underdeck.options import read_options


def read_view(shown: dict[str, Any], house: dict[str, Any]) -> DungeonView:
    """Return the view of a message of protocol 3."""
    fight = shown["fight"]
    return DungeonView(
        options=read_options(Options, house),
        seat=shown["seat"],
        turn=shown["turn"],
        current=shown["current"],
        pending=shown["pending"],
        waiting=tuple(shown["waiting"]),
        about=tuple(shown["about"]),
        players=tuple(map(read_player, shown["players"])),
        deck=shown["deck"],
        discards=shown["discards"],
        keeps_discards=False,
        seen_discards=read_seen(shown["seen_discards"]),
        top_discard=read_card(shown["top_discard"]),
        laid=tuple(read_cards(shown["laid"])),
        creature=read_card(shown["creature"]),
        fight=fight
        and Fight(
            fight["attacker"],
            fight["defender"],
            fight["strength"],
            tuple(fight["values"]),
            fight["is_won"],
        ),
        ability=shown["ability"],
        robber=read_card(shown["robber"]),
        ending=shown["ending"] or "",
        winner=shown["winner"],
        legal=tuple(read_move(move["text"]) for move in shown["legal"]),
    )


def read_player(player: dict[str, Any]) -> PlayerView:
    """Return a player as the message shows them."""
    return PlayerView(
        seat=player["seat"],
        alive=player["alive"],
        left_cell=player["left_cell"],
        cards=player["cards"],
        hand=read_seen(player["hand"]),
        cell=read_card(player["cell"]),
        dungeon=tuple(
            Passage(passage["value"], passage["next_to"], read_card(passage["card"]))
            for passage in player["dungeon"]
        ),
        has_bid=player["has_bid"],
    )


def read_seen(codes: list[str] | None) -> tuple[int, ...] | None:
    """Return cards that may be hidden."""
    return None if codes is None else tuple(read_cards(codes))


def read_card(code: str | None) -> int | None:
    """Return a card that may be missing or hidden."""
    return None if code is None else read_cards([code])[0]
