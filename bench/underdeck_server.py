"""Our server without limits per address: python -m bench.underdeck_server DATABASE WORKERS PORT.

Without workers (0) it is one process, as with `underdeck serve`.
"""

import sys

from underdeck.serve.run import Settings, run
from underdeck.serve.workers import Workers

NO_LIMIT = 1_000_000_000


def main(database: str, workers: str, port: str) -> None:
    settings = Settings(
        port=int(port),
        database=database,
        log_level="error",
        max_per_second=NO_LIMIT,
        max_websockets=NO_LIMIT,
        max_connections=NO_LIMIT,
        max_tables_per_hour=NO_LIMIT,
        on_started=lambda _: None,
    )
    if int(workers) > 0:
        Workers(settings, int(workers)).run()
    else:
        run(settings)


if __name__ == "__main__":
    main(*sys.argv[1:])
