"""``mcptest mock``: which file, which revision, which rule to break."""

from pathlib import Path

import pytest

from mcptest.cli.commands.mock import find_rule
from mcptest.cli.main import run
from mcptest.compliance.corpus.version_corpus import load_all
from mcptest.errors import UsageError
from mcptest.mock import serve as serving
from mcptest.mock.serve import ListenAddress
from mcptest.model.spec_version import SpecVersion

RECORDS = Path(__file__).parents[2] / "examples" / "mocks" / "records.yml"


@pytest.fixture
def served(monkeypatch):
    found = []
    monkeypatch.setattr(serving, "serve", lambda path, options: found.append((path, options)))
    return found


@pytest.fixture(scope="module")
def corpora():
    return load_all()


def rule_with(corpora, transport):
    return next(
        rule for corpus in corpora.values() for rule in corpus if rule.proof.transport == transport
    )


def test_a_file_is_served_as_the_flags_say(served):
    flags = ["--http", "8080", "--spec-version", "2025-06-18", "--fault", "slow:5"]
    assert run(["mock", "--tools-from", str(RECORDS), *flags]) == 0
    [(path, options)] = served
    assert (path, options.http, options.fault) == (RECORDS, ListenAddress(port=8080), "slow:5")
    assert options.version is SpecVersion.V2025_06_18
    assert options.overrides == ()


def test_a_rule_is_broken_on_the_healthy_server_or_on_a_file(served, corpora):
    rule = rule_with(corpora, None)
    assert run(["mock", "--break", rule.id.lower()]) == 0
    assert run(["mock", "--break", rule.id, "--tools-from", str(RECORDS)]) == 0
    (healthy, options), (own, also) = served
    assert healthy.name == "healthy.yaml"
    assert own == RECORDS
    assert also.ground == healthy
    assert options.overrides
    assert options.version is not None


def test_nothing_to_serve_is_a_mistake(served, capsys):
    assert run(["mock"]) == 2
    assert "mock-no-file" in capsys.readouterr().err
    assert served == []


@pytest.mark.parametrize(("transport", "flags"), [("http", []), ("stdio", ["--http", "0"])])
def test_a_rule_of_one_transport_is_not_broken_over_the_other(
    served, corpora, capsys, transport, flags
):
    rule = rule_with(corpora, transport)
    assert run(["mock", "--break", rule.id, *flags]) == 2
    assert "mock-other-transport" in capsys.readouterr().err


def test_an_unknown_rule_is_told_the_nearest():
    with pytest.raises(UsageError) as caught:
        find_rule("TOOL-00", None)
    assert caught.value.code == "unknown-rule"
    with pytest.raises(UsageError):
        find_rule("zzz", None)


@pytest.mark.parametrize(
    ("asked", "kind"), [("SCH-001", "a lint rule"), ("client-040", "a rule for clients")]
)
def test_a_rule_that_is_not_for_servers_is_told_apart(asked, kind):
    with pytest.raises(UsageError) as caught:
        find_rule(asked, None)
    assert kind in caught.value.message


@pytest.mark.parametrize(("asked", "near"), [("TOOL-02", "TOOL-002"), ("FOO-1", None)])
def test_only_a_near_rule_is_suggested(asked, near):
    with pytest.raises(UsageError) as caught:
        find_rule(asked, None)
    assert ("did you mean" in caught.value.hint) == (near is not None)
    assert near is None or near in caught.value.hint


def test_a_rule_of_another_revision_is_told_apart(corpora):
    newest = corpora[SpecVersion.V2026_07_28].rules
    rule_id = next(
        rule_id for rule_id in newest if rule_id not in corpora[SpecVersion.V2024_11_05].rules
    )
    with pytest.raises(UsageError) as caught:
        find_rule(rule_id, SpecVersion.V2024_11_05)
    assert caught.value.code == "rule-not-in-revision"
    rule, version = find_rule(rule_id, SpecVersion.V2026_07_28)
    assert (rule.id, version) == (rule_id, SpecVersion.V2026_07_28)


def test_a_protected_mock_is_served_over_http_and_says_how_to_sign_in(served, capsys):
    assert run(["mock", "--auth"]) == 0
    assert run(["mock", "--auth", "--break", "AUTH-014", "--http", "9000"]) == 0
    (healthy, options), (_, broken) = served
    assert healthy.name == "healthy.yaml"
    assert options.http == ListenAddress(port=0)
    assert [each.on for each in options.overrides] == ["auth"]
    assert {each.flaw for each in broken.overrides} == {None, "audience"}
    assert "mcptest-secret" in capsys.readouterr().err
