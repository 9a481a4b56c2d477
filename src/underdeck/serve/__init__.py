"""The server: live tables over HTTP and WebSocket, and the page."""

from typing import TYPE_CHECKING

from underdeck.lazy import lazy_names

__all__ = ["App", "Settings"]

if TYPE_CHECKING:
    from underdeck.serve.app import App
    from underdeck.serve.run import Settings
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "App": "underdeck.serve.app",
            "Settings": "underdeck.serve.run",
        },
    )
