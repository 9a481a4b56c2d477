"""Rewrite outgoing data for clients of protocol 1, which counted seats of players from 1.

What differs between the two protocols is known to each game: the part `version_1` of its manifest.
"""

from typing import Any

import msgspec

from underdeck.game import Result
from underdeck.registry import find_part
from underdeck.serve import messages

RECORD_VERSION = 1
"""The version of the records that clients of protocol 1 read."""


def downgrade(message: Any, game: str = "") -> Any:
    """Return a response or a message in protocol 1; a partial table doesn't name its `game`."""
    if isinstance(message, messages.ProfileShown):
        return msgspec.structs.replace(message, results=[_listed(one) for one in message.results])
    if isinstance(message, messages.Table):
        return _table(message, game or message.game)
    if isinstance(message, messages.Replay | messages.Lesson):
        return _steps(message)
    if isinstance(message, dict) and "underdeck" in message:
        return message | {
            "underdeck": RECORD_VERSION,
            "result": _result(message["game"], message["result"]),
        }
    return message


def _table(message: messages.Table, game: str) -> messages.Table:
    version_1 = find_part(game, "version_1")
    if version_1 is None:
        return message
    return msgspec.structs.replace(
        message,
        view=message.view and version_1.view(message.view),
        events=[version_1.event(event) for event in message.events],
        result=message.result and version_1.result(message.result),
    )


def _steps(message: messages.Replay | messages.Lesson) -> messages.Replay | messages.Lesson:
    version_1 = find_part(message.game, "version_1")
    if version_1 is None:
        return message
    steps = [
        msgspec.structs.replace(
            step,
            view=version_1.view(step.view),
            events=[version_1.event(event) for event in step.events],
        )
        for step in message.steps
    ]
    return msgspec.structs.replace(message, steps=steps, result=version_1.result(message.result))


def _listed(listed: messages.ResultListed) -> messages.ResultListed:
    return msgspec.structs.replace(listed, result=_result(listed.game, listed.result))


def _result(game: str, result: Result | None) -> Result | None:
    version_1 = find_part(game, "version_1")
    return result if version_1 is None or result is None else version_1.result(result)
