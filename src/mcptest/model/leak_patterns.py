"""Patterns of leaked internals: stack frames, paths, SQL, internal hosts."""

from __future__ import annotations

import re
from typing import Final

TRACES: Final = re.compile(
    r"""(?xm)
    Traceback\ \(most\ recent\ call\ last\)
    | ^\s*File\ "[^"\n]+",\ line\ \d+
    | ^\s*at\ (?:[\w.$<>\[\]\ ]+\ )?\(?(?:file://|node:|/|[A-Za-z]:\\)[^\n()]*:\d+(?::\d+)?\)?
    | ^\s*at\ [\w.$]+\([\w.]+\.(?:java|kt|scala|cs):\d+\)
    | ^goroutine\ \d+\ \[
    | thread\ '[^'\n]*'\ (?:\(\d+\)\ )?panicked\ at
    | ^\s*from\ [^\s:]+\.rb:\d+:in\b
    | ^\#\d+\ [^\s(]+\.php\(\d+\):
    """
)
PATHS: Final = re.compile(
    r"""(?x)
    (?<![\w/:.])/(?:home|Users|root)/[\w.@-]+(?:/[\w.@+-]+)*
    | \b[A-Za-z]:\\(?:Users|Windows|inetpub)\\[^\s"'<>|]+
    | (?<![\w:./])(?:/[\w.@+-]+)+/(?:site-packages|dist-packages|node_modules)/[\w./@+-]*
    | (?<![\w:./])(?:/[\w.@+-]+){2,}\.(?:py|js|mjs|cjs|ts|tsx|rb|go|rs|java|kt|php|cs)\b
    """
)
CODE_FILE: Final = re.compile(r"\.(?:py|js|mjs|cjs|ts|tsx|rb|go|rs|java|kt|php|cs)$")
# A whole statement, or what only a database driver says; a lone keyword is a word like others.
SQL: Final = re.compile(
    r"""(?xi)
    (?-i:\bSELECT\s+[\w*"`.,()\s]{1,200}?\sFROM\s+["`\w.]+) | \bselect\s+\*\s+from\s+["`\w.]+
    | \bINSERT\s+INTO\s+["`\w.]+\s*\([^)\n]{1,300}\)\s*VALUES\b
    | \bUPDATE\s+["`\w.]+\s+SET\s+["`\w.]+\s*=
    | \bDELETE\s+FROM\s+["`\w.]+\s+WHERE\b
    | \bSQLSTATE\s?\[\w{5}\] | \bSQLITE_ERROR\b | \bsqlite3\.\w+Error\b | \bpsycopg2?\.errors\.\w+
    | \bORA-\d{5}: | \bnear\ "[^"\n]{0,80}":\ syntax\ error\b
    | \byou\ have\ an\ error\ in\ your\ SQL\ syntax\b
    """
)
_INTERNAL: Final = r"""
    (?: (?:[a-z0-9-]+\.)+(?:internal|corp|lan|intranet|local|svc)
      | 10(?:\.\d{1,3}){3} | 192\.168(?:\.\d{1,3}){2} | 172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2} )
"""
# Only where it is plainly an address that somebody connects to: with a scheme, a port or a verb.
# Port 53 is the name server of the machine, which Go names in every failed look-up.
HOSTS: Final = re.compile(
    rf"""(?xi)
    (?<=://){_INTERNAL}(?![\w.-])
    | (?<![\w.@/-]){_INTERNAL}:(?!53\b)\d{{2,5}}\b
    | (?<=\bENOTFOUND\ ){_INTERNAL}(?![\w./-]) | (?<=\bgetaddrinfo\ ){_INTERNAL}(?![\w./-])
    | (?<=\bconnect\ to\ ){_INTERNAL}(?![\w./-]) | (?<=\bconnecting\ to\ ){_INTERNAL}(?![\w./-])
    | (?<=\bhost\ ){_INTERNAL}(?![\w./-]) | (?<=\bhost\ '){_INTERNAL}(?=')
    | (?<=\bhost\ "){_INTERNAL}(?=") | (?<=\blookup\ ){_INTERNAL}(?![\w./-])
    """
)
# Names that every machine of their kind has, which guards against forged requests list.
PUBLIC_HOSTS: Final = frozenset(
    {"host.docker.internal", "gateway.docker.internal", "metadata.google.internal"}
)
# The start of a path that stands for one of the reader's own.
PLACEHOLDER: Final = re.compile(r"(?i)^(?:[a-z]:)?[/\\](?:path|absolute|full|your|some)[/\\]")
EXAMPLE: Final = re.compile(r"(?i)\b(?:e\.\ ?g\.|for (?:example|instance)|such as)[^\n]{0,80}$")
