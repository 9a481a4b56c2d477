"""Strong play, advice and reviews, by learned values of positions."""

from typing import TYPE_CHECKING

from underdeck.lazy import lazy_names

__all__ = ["Advice", "Adviser", "Review", "Reviewer"]

if TYPE_CHECKING:
    from underdeck.minds.base import Advice, Adviser
    from underdeck.minds.review import Review, Reviewer
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "Advice": "underdeck.minds.base",
            "Adviser": "underdeck.minds.base",
            "Review": "underdeck.minds.review",
            "Reviewer": "underdeck.minds.review",
        },
    )
