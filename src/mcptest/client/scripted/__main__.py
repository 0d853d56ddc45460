"""``python -m mcptest.client.scripted``: the client that keeps every rule, or breaks one."""

from __future__ import annotations

import json
import os
import sys

from mcptest.client.scripted.driver import run
from mcptest.client.scripted.faults import Message


def main(arguments: list[str] | None = None) -> int:
    """Do the steps of ``MCPTEST_STEPS``."""
    words = sys.argv[1:] if arguments is None else arguments
    faults = _asked(words) if words else []  # reading options costs more than doing the steps
    with open(os.environ["MCPTEST_STEPS"], encoding="utf-8") as file:  # noqa: PTH123 - starts faster
        told = json.load(file)
    run(told, faults, lambda line: (sys.stdout.write(line + "\n"), sys.stdout.flush())[1])
    return 0


def _asked(words: list[str]) -> list[Message]:
    import argparse

    parser = argparse.ArgumentParser("python -m mcptest.client.scripted", description=__doc__)
    parser.add_argument("--break", dest="rule", metavar="RULE-ID", help="break this rule")
    parser.add_argument("--faults", default="[]", help="faults as JSON")
    asked = parser.parse_args(words)
    given: list[Message] = json.loads(asked.faults)
    return given if asked.rule is None else _faults(asked.rule)


def _faults(rule_id: str) -> list[Message]:
    from mcptest.client.corpus import find_client_rule

    return [dict(fault) for fault in find_client_rule(rule_id).proof.fails]


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    os._exit(0)  # threads may still read streams that nobody needs any more
