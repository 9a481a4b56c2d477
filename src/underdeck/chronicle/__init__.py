"""Chronicles: finished games told as stories, in English and Spanish.

A planner (`games`) reads the record and chooses what is told; `writer` turns the plan into prose
with the scenes and names of `texts`, which a writer can extend without code.
"""

from typing import TYPE_CHECKING

from underdeck.lazy import lazy_names

__all__ = ["Chronicle", "Storyteller", "tell"]

if TYPE_CHECKING:
    from underdeck.chronicle.chronicle import Chronicle
    from underdeck.chronicle.story import Storyteller
    from underdeck.chronicle.telling import tell
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "Chronicle": "underdeck.chronicle.chronicle",
            "Storyteller": "underdeck.chronicle.story",
            "tell": "underdeck.chronicle.telling",
        },
    )
