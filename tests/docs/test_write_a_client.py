"""The client of the guide plays a whole game on a real server."""

import re
import subprocess
import sys
from pathlib import Path

from serve.server import running

PAGE = Path(__file__).parents[2] / "docs" / "guides" / "write-a-client.md"
ADDRESS = "127.0.0.1:8765"
TIMEOUT_S = 60.0


def test_the_client_plays_a_whole_game(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert program.count(ADDRESS) == 1
    with running(tmp_path / "server") as server:
        ran = subprocess.run(
            [sys.executable, "-c", program.replace(ADDRESS, f"127.0.0.1:{server.port}")],
            capture_output=True,
            text=True,
            check=False,
            timeout=TIMEOUT_S,
        )
    assert ran.returncode == 0, ran.stderr
    assert "Turn 1" in ran.stdout
    assert "'ending'" in ran.stdout.splitlines()[-1]
