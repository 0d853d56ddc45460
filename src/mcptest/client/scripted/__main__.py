"""``python -m mcptest.client.scripted``: the client that keeps every rule, or breaks one."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from mcptest.client.scripted.driver import run
from mcptest.client.scripted.faults import Message


def main(arguments: list[str] | None = None) -> int:
    """Do the steps of ``MCPTEST_STEPS``."""
    parser = argparse.ArgumentParser("python -m mcptest.client.scripted", description=__doc__)
    parser.add_argument("--break", dest="rule", metavar="RULE-ID", help="break this rule")
    parser.add_argument("--faults", default="[]", help="faults as JSON")
    asked = parser.parse_args(arguments)
    told = json.loads(Path(os.environ["MCPTEST_STEPS"]).read_text(encoding="utf-8"))
    faults = json.loads(asked.faults) if asked.rule is None else _faults(asked.rule)
    run(told, faults, lambda line: (sys.stdout.write(line + "\n"), sys.stdout.flush())[1])
    return 0


def _faults(rule_id: str) -> list[Message]:
    from mcptest.client.corpus import find_client_rule

    return [dict(fault) for fault in find_client_rule(rule_id).proof.fails]


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    os._exit(0)  # threads may still read streams that nobody needs any more
