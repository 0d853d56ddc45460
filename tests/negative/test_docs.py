"""The table in the docs says what the probes say."""

from pathlib import Path

import pytest

from mcptest.negative.table import ALL, chosen

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "clean-rejection.md"
SHARES = {
    "tool": "23.2",
    "data and schema": "17.6",
    "state and configuration": "17.1",
    "session lifecycle": "7.8",
    "resource": "6.9",
    "security": "6.5",
    "base protocol": "5.4",
    "transport": "5.4",
    "prompt": "2.6",
    "timeout and cancellation": "1.9",
    "server and tool configuration": "31.7",
}


@pytest.mark.parametrize("probe", chosen([ALL]), ids=lambda probe: probe.id)
def test_a_probe_has_its_row_with_the_share_of_its_category(probe):
    paper = probe.paper.removeprefix("arXiv:")
    share = SHARES[probe.category]
    row = f"| `{probe.id}` | {probe.fault} | {probe.category} | {paper} | {share}% |"
    assert row in PAGE.read_text(encoding="utf-8")
