"""client-scenarios.md: every scenario for clients, from the source, and the official ones beside."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.client.listing import rules_of
from mcptest.client.scenario import Scenario, all_scenarios
from pages.markdown import page, table

_INTRO = """\
`mcptest client run` plays these scenarios; `--scenario NAME` selects one, and `mcptest client scenarios` lists them.
In each of them mcptest is the server. Rules that only watch are judged in every scenario, whatever it is about.
"""


_OFFICIAL = """\
## The official client scenarios

The conformance suite (`@modelcontextprotocol/conformance`, 0.2.0-alpha.12) has 48 scenarios for clients, all over HTTP.
This table puts ours beside them.
"""
_AUTH = "none yet: authorization scenarios are not written; `mcptest mock --auth` serves a protected mock"
_ROWS: tuple[tuple[str, str], ...] = (
    ("initialize", "`plain`, in every scenario: CLIENT-020 to CLIENT-028"),
    ("tools_call", "`plain`, with CLIENT-014 for the shape of every message"),
    ("elicitation-sep1034-client-defaults", "`elicitation-defaults`"),
    ("sse-retry", "`stream-resumed`"),
    ("request-metadata", "`plain` at 2026-07-28, `unsupported-version`"),
    ("http-standard-headers", "`plain` and `features` at 2026-07-28: CLIENT-102 to CLIENT-104"),
    ("http-custom-headers", "`mirrored-parameters`"),
    ("http-invalid-tool-headers", "`invalid-header-marks`"),
    (
        "sep-2322-client-request-state",
        "`input-required`, `input-without-state`, `input-in-parallel`, `sampling-input`",
    ),
    ("json-schema-ref-no-deref", "`remote-reference`"),
    (
        "json-schema-2020-12-preservation",
        "none: what a client makes of a schema inside itself does not show on the wire",
    ),
    ("sep-2640-client-no-prefetch", "none: an extension of the protocol"),
    ("sep-2640-client-verify-digest", "none: an extension of the protocol"),
    ("sep-2640-client-verify-size", "none: an extension of the protocol"),
    ("sep-2640-client-verify-frontmatter", "none: an extension of the protocol"),
    *(
        (f"auth/{name}", _AUTH)
        for name in (
            *("metadata-default", "metadata-var1", "metadata-var2", "metadata-var3"),
            *("basic-cimd", "pre-registration", "scope-from-www-authenticate"),
            *("scope-from-scopes-supported", "scope-omitted-when-undefined", "scope-step-up"),
            *("scope-retry-limit", "token-endpoint-auth-basic", "token-endpoint-auth-post"),
            *("token-endpoint-auth-none", "2025-03-26-oauth-metadata-backcompat"),
            *("2025-03-26-oauth-endpoint-fallback", "resource-mismatch", "offline-access-scope"),
            *("offline-access-not-supported", "authorization-server-migration", "iss-supported"),
            *("iss-not-advertised", "iss-supported-missing", "iss-wrong-issuer"),
            *("iss-unexpected", "iss-normalized", "metadata-issuer-mismatch"),
        )
    ),
    *(
        (f"auth/{name}", "none: an extension of the protocol")
        for name in (
            *("client-credentials-jwt", "client-credentials-basic"),
            *("enterprise-managed-authorization", "dpop", "dpop-nonce", "wif-jwt-bearer"),
        )
    ),
)


def files() -> Iterator[tuple[str, str]]:
    rows = [_row(scenario) for scenario in all_scenarios()]
    head = ("Scenario", "What the server does", "Revisions", "Transports", "Provokes")
    official = [(f"`{name}`", ours) for name, ours in _ROWS]
    beside = table(("Official scenario", "Counterpart, or why there is none"), official)
    parts = [_INTRO, table(head, rows), _OFFICIAL, beside]
    yield "docs/reference/client-scenarios.md", page("Client scenarios", *parts)


def _row(scenario: Scenario) -> tuple[str, ...]:
    first, last = scenario.first.value, scenario.last.value
    revisions = first if first == last else f"{first} to {last}"
    rules = [f"[{name}](client-rules.md)" for name in rules_of(scenario.name)]
    return (
        f"`{scenario.name}`",
        scenario.summary,
        revisions,
        ", ".join(scenario.transports),
        ", ".join(rules),
    )
