"""The table of what SDKs do names rules, revisions and transports that exist."""

from mcptest.compliance.corpus.version_corpus import builtin
from mcptest.model.spec_version import SpecVersion
from mcptest.sdk.fixes import LANGUAGES
from mcptest.sdk.profiles import HANDLER, TRANSPORT, profiles


def test_every_row_is_about_a_rule_that_exists():
    known = {rule.id for corpus in builtin().all().values() for rule in corpus}
    dated = {"", *(version.wire for version in SpecVersion)}
    for profile in profiles().values():
        assert profile.language in LANGUAGES
        for row in profile.answers:
            assert row.rule in known
            assert row.decided in {HANDLER, TRANSPORT}
            assert {row.since, row.until} <= dated
            assert {*row.transports} <= {"stdio", "streamable-http", "sse"}


def test_no_two_rows_say_something_of_the_same_place():
    for profile in profiles().values():
        places = [(row.rule, way) for row in profile.answers for way in row.transports or ("any",)]
        assert len(places) == len(set(places))
