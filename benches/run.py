"""The benches of single commands in one go: ``make bench``.

Those of fleets, interruptions, long sessions and other graders take long or need more servers;
each is a module of its own.
"""

import compileall
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def main() -> None:
    from benches import audit, calls, clients, grade, lint, page, record, startup, suite

    compileall.compile_dir(ROOT / "src", quiet=1)
    benches = {
        "Start-up": startup,
        "Calls": calls,
        "Recording": record,
        "A long suite": suite,
        "Big catalogs": lint,
        "A grade": grade,
        "An audit": audit,
        "The page": page,
        "Clients": clients,
    }
    for title, bench in benches.items():
        print(f"\n{title}")
        for line in bench.lines():
            print(f"  {line}", flush=True)


if __name__ == "__main__":
    main()
