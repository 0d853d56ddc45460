"""How many rules a scan could decide, and what the others need."""

import pytest

from mcptest.security.engine import choose_rules
from mcptest.security.result import ScanReach

EVERYTHING = ScanReach(transport="http", attack=True, locked=True, several=True, other_user=True)


@pytest.mark.parametrize(
    ("rule", "reach", "need"),
    [
        ("SEC-001", ScanReach(), None),
        ("SEC-010", ScanReach(), "several catalogs"),
        ("SEC-010", ScanReach(several=True), None),
        ("SEC-016", ScanReach(), "--lock"),
        ("SEC-016", ScanReach(locked=True), None),
        ("SEC-014", ScanReach(), "a running server"),
        ("SEC-014", ScanReach(transport="stdio"), None),
        ("SEC-090", ScanReach(), "a running server"),
        ("SEC-090", ScanReach(transport="stdio"), None),
        ("SEC-090", ScanReach(transport="http"), "a server over stdio"),
        ("SEC-067", ScanReach(transport="stdio"), "a server over HTTP"),
        ("SEC-062", ScanReach(transport="stdio"), "a server over HTTP"),
        ("SEC-065", ScanReach(transport="http"), "--other-user-env"),
        ("SEC-040", ScanReach(), "a running server or --attack"),
        ("SEC-033", ScanReach(transport="stdio"), "--attack or --lock"),
        ("SEC-033", EVERYTHING, None),
    ],
)
def test_a_rule_counts_where_it_can_decide(rule, reach, need):
    expected = "1 rule" if need is None else f"0 rules; 1 other needs {need}"
    assert reach.rules_text(choose_rules(select=[rule])) == expected


def test_the_counts_add_up():
    rules = choose_rules(select=["SEC-001", "SEC-016", "SEC-040"])
    said = ScanReach(transport="stdio").rules_text(rules)
    assert said == "1 rule; 2 others need --lock or --attack"
