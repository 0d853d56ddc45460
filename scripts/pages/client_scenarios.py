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
    ("auth/metadata-default", "`authorization`"),
    ("auth/metadata-var1", "`authorization-path-metadata`, `authorization-openid`"),
    ("auth/metadata-var2", "`authorization-root-metadata`, `authorization-issuer-path`"),
    (
        "auth/metadata-var3",
        "`authorization-named-metadata`, `authorization-openid-appended`",
    ),
    ("auth/basic-cimd", "`authorization-client-document`"),
    ("auth/pre-registration", "`authorization-pre-registered`"),
    ("auth/scope-from-www-authenticate", "`authorization-challenge-scope`"),
    ("auth/scope-from-scopes-supported", "`authorization`: CLIENT-167"),
    ("auth/scope-omitted-when-undefined", "`authorization-no-scopes`"),
    ("auth/scope-step-up", "`authorization-step-up`"),
    ("auth/scope-retry-limit", "`authorization-step-up-limit`"),
    ("auth/token-endpoint-auth-basic", "`authorization-secret-basic`"),
    ("auth/token-endpoint-auth-post", "`authorization-secret-post`"),
    ("auth/token-endpoint-auth-none", "`authorization-public-client`"),
    ("auth/2025-03-26-oauth-metadata-backcompat", "`authorization` at 2025-03-26"),
    ("auth/2025-03-26-oauth-endpoint-fallback", "`authorization-default-endpoints`"),
    ("auth/resource-mismatch", "`authorization-other-resource`"),
    ("auth/offline-access-scope", "`authorization-offline-access`"),
    ("auth/offline-access-not-supported", "`authorization-no-offline-access`"),
    ("auth/authorization-server-migration", "`authorization-server-moved`"),
    ("auth/iss-supported", "`authorization` at 2026-07-28, and all that follow it"),
    ("auth/iss-not-advertised", "`authorization-no-iss`"),
    ("auth/iss-supported-missing", "`authorization-missing-iss`"),
    ("auth/iss-wrong-issuer", "`authorization-other-iss`"),
    ("auth/iss-unexpected", "`authorization-unannounced-iss`"),
    ("auth/iss-normalized", "`authorization-slashed-iss`"),
    ("auth/metadata-issuer-mismatch", "`authorization-other-issuer`"),
    ("auth/client-credentials-basic", "`authorization-client-credentials`"),
    (
        "auth/client-credentials-jwt",
        "none: signing an assertion is part of an extension of the protocol",
    ),
    *(
        (f"auth/{name}", "none: an extension of the protocol")
        for name in ("enterprise-managed-authorization", "dpop", "dpop-nonce", "wif-jwt-bearer")
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
