"""One server that reads private data, reads text of strangers, and can send both away."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.lint.sample import arguments, sample, text
from mcptest.model.finding import Signal
from mcptest.security.capability import private_readers, sinks, stranger_readers
from mcptest.security.evidence import SecurityHit
from mcptest.security.rule import CatalogProof, StaticRule
from mcptest.security.subject import CatalogSubject


def _check(catalog: CatalogSubject) -> Iterator[SecurityHit]:
    private, strange, out = private_readers(catalog), stranger_readers(catalog), sinks(catalog)
    if not (private and strange and out) or len({*private, *strange, *out}) < 3:  # noqa: PLR2004
        return
    yield SecurityHit(
        message=f'the server reads private data ("{private[0]}") and text of strangers ("{strange[0]}"), and can send data to a chosen place ("{out[0]}")',
        kind="flow",
        signals=(
            Signal("reads private data", 1.0, private[0]),
            Signal("reads text of strangers", 1.0, strange[0]),
            Signal("sends to a chosen place", 1.0, out[0]),
        ),
        remedy="Split the server, restrict where it can send to, or ask the user before sending.",
    )


RULE = StaticRule(
    id="SEC-025",
    family="capability",
    title="One server can read private data, read strangers' text and send data away",
    score=3.9,
    cwe=668,
    what="Looks for all three in one catalog, in three different tools, and names them. It is reported once per catalog and as low, because it is a risk and not a defect.",
    why="A text that a stranger wrote can make the model read private data and send it out, without any flaw in a single tool.",
    fix="Split the server, limit where data can be sent, or ask the user before data leaves.",
    not_this="Servers with only two of the three.",
    check=_check,
    proof=CatalogProof(
        passing=(sample(),),
        failing=(
            sample(name="read_mail", description="Read the mails in the user's inbox."),
            sample(
                name="fetch_page",
                description="Fetch a web page and return its text.",
                inputSchema=arguments({"url": text("Address of the page.")}),
            ),
            sample(
                name="post_webhook",
                description="Send a text to an address.",
                inputSchema=arguments(
                    {"url": text("Address to send to."), "body": text("What to send.")}
                ),
                annotations={"readOnlyHint": False},
            ),
        ),
    ),
)
