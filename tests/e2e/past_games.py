"""Profiles with a history, for tests of the screens that show it."""

import json
import time
from dataclasses import dataclass
from itertools import count
from typing import Any

from playwright.sync_api import Page

from career.game_samples import play_randomly
from e2e.storage import fill_storage
from underdeck.formats import as_json

DAY_S = 86_400.0
Json = dict[str, Any]
_ids = count(1)


@dataclass
class Historian:
    """A profile that gets its games over HTTP, faster than in the page."""

    page: Page
    profile: Json

    @classmethod
    def new(cls, page: Page, name: str = "Ada") -> "Historian":
        """Create a profile."""
        created = page.request.post("/api/profiles", data={"name": name})
        assert created.ok, created.text()
        return cls(page, created.json())

    def ask(self, path: str, data: Json | None = None, key: str | None = None) -> Json:
        """Send a request with the profile's key or another one."""
        headers = {"Authorization": f"Bearer {key or self.profile['key']}"}
        response = self.page.request.post(path, data=data, headers=headers)
        assert response.ok, response.text()
        answer: Json = response.json()
        return answer

    def use_in(self, page: Page) -> None:
        """Sign a page in before it loads."""
        fill_storage(page, self.profile["name"], sound=False)
        stored = json.dumps(json.dumps(self.profile))
        page.add_init_script(f"localStorage['underdeck.profile'] ??= {stored};")

    def add_past_games(self, tombs: int, dungeons: int = 0) -> None:
        """Add random games of the past, one a day: the latest are from yesterday."""
        games = [
            *(play_randomly("tomb", seed, drop_sum=seed % 3 == 0) for seed in range(tombs)),
            *(
                play_randomly("dungeon", seed, ["", "random"], players=2)
                for seed in range(dungeons)
            ),
        ]
        now = time.time()
        exported = [
            {"record": as_json(played), "at": now - DAY_S * (days + 1)}
            for days, played in enumerate(games)
        ]
        self.ask("/api/profile/games", {"underdeck_history": 1, "games": exported})

    def walk_out(self) -> str:
        """Play a ranked Tomb that turns around as soon as it may; return its table."""
        name = self.profile["name"]
        seated = self.ask("/api/tables", {"game": "tomb", "name": name, "words": "x"})
        version, legal, status = self._read(seated["key"])
        while status != "over":
            move = next((each for each in legal if each.startswith("retreat")), legal[0])
            wanted = {"id": f"walk{next(_ids)}", "version": version, "move": move}
            self.ask("/api/seat/move", wanted, seated["key"])
            version, legal, status = self._read(seated["key"])
        table: str = seated["table"]
        return table

    def _read(self, key: str) -> tuple[int, list[str], str]:
        """Return the version, the legal moves and the status of a table."""
        headers = {"Authorization": f"Bearer {key}"}
        table: Json = self.page.request.get("/api/table?protocol=3", headers=headers).json()
        return table["version"], [each["text"] for each in table["view"]["legal"]], table["status"]

    def count_games(self) -> int:
        """Return the number of games in the history."""
        total: int = self.ask("/api/profile/history", {"limit": 1})["total"]
        return total

    def device_code(self) -> str:
        """Return a code for another device."""
        code: str = self.ask("/api/profile/code")["code"]
        return code
