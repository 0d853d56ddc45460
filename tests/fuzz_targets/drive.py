"""Let atheris hunt through one target: ``python -m tests.fuzz_targets.drive NAME --minutes N``."""

import argparse
import sys
from importlib import import_module
from pathlib import Path

NAMES = ("loader", "frames", "events", "paths")


def main() -> None:
    """Never returns: the engine ends the process, with status 1 where something was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=NAMES)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--corpus", type=Path, default=Path(".fuzzing"))
    said = parser.parse_args()
    try:
        import atheris
    except ImportError:
        sys.exit("this needs atheris, which is not installed: pip install atheris")
    with atheris.instrument_imports(include=["mcptest"]):
        target = import_module(f"tests.fuzz_targets.{said.name}")
        for seed in target.SEEDS:  # what is imported only when it is needed is needed now
            target.check(seed)
    folder = said.corpus / said.name
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.SEEDS):
        (folder / f"seed-{number}").write_bytes(seed)
    seconds = max(1, round(said.minutes * 60))
    limits = [f"-max_total_time={seconds}", "-max_len=6000", "-timeout=5", "-rss_limit_mb=1024"]
    artifacts = f"-artifact_prefix={folder}/found-"
    atheris.Setup(
        [sys.argv[0], *limits, "-print_final_stats=1", artifacts, str(folder)], target.check
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
