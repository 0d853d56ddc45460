"""Every bench in one go, as ratios: ``make bench``."""

import compileall
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def main() -> None:
    from benches import audit, calls, grade, startup, suite

    compileall.compile_dir(ROOT / "src", quiet=1)
    benches = {
        "Start-up": startup,
        "Calls": calls,
        "A long suite": suite,
        "A grade": grade,
        "An audit": audit,
    }
    for title, bench in benches.items():
        print(f"\n{title}")
        for line in bench.lines():
            print(f"  {line}", flush=True)


if __name__ == "__main__":
    main()
