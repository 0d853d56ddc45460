"""What a run must say of every mode: its exit code and the findings that it must not miss."""

from __future__ import annotations

FINE = frozenset[str]()

# Nothing to complain about in a run: the server is odd, or wrong where a run does not look.
PASSED = """
stdio/fine stdio/slow-start stdio/stderr-1mib stdio/ping-before-init stdio/byte-drip stdio/crlf
stdio/notify-flood stdio/same-names
stdio/schema-of-itself stdio/list-shuffle
stdio/ten-thousand stdio/colour-in-description stdio/script-in-description
stdio/slash-in-name stdio/orders-in-description stdio/zero-width stdio/mega-description
stdio/ignores-eof stdio/ignores-term stdio/ignores-all stdio/child-keeps-stdout
stdio/child-elsewhere stdio/daemon stdio/exit-1-at-eof stdio/writes-after-eof
http/fine http/idle-close http/list-503-once http/no-origin-check http/session-ignored
http/session-lost http/sse-carriage-returns http/sse-several-data-lines
"""

FAILED = {
    "launch/missing-command": (3, "launch-not-found"),
    "launch/not-executable": (3, "launch-permission"),
    "launch/bad-interpreter": (3, "launch-exec"),
    "nowhere/nothing-listens": (3, "connect-refused"),
    "nowhere/accepts-nothing": (1, "handshake-timeout"),
    "tls/tls-self-signed": (3, "tls-failed"),
    "tls/tls-wrong-name": (3, "tls-failed"),
    "tls/tls-redirect-downgrade": (1, "http-redirect"),
    "tls/tls-plain": (1, "handshake-crashed"),
    "stdio/exit-at-start": (1, "handshake-crashed"),
    "stdio/exit-zero-at-start": (1, "handshake-crashed"),
    "stdio/raise-in-init": (1, "handshake-crashed"),
    "stdio/mute": (1, "handshake-timeout"),
    "stdio/init-next-id": (1, "handshake-timeout"),
    "stdio/babble": (1, "handshake-malformed"),
    "stdio/endless-init": (1, "handshake-malformed"),
    "stdio/init-null": (1, "handshake-malformed"),
    "stdio/init-error": (1, "handshake-refused"),
    "stdio/init-old-version": (1, "handshake-version"),
    "stdio/init-twice": (1, "second-answer"),
    "stdio/init-no-info": (1, "message-shape"),
    "stdio/same-cursor": (1, "cursor-repeated"),
    "stdio/schema-null": (1, "message-shape"),
    "stdio/schema-type-array": (1, "message-shape"),
    "stdio/list-exit": (1, "list-failed"),
    "stdio/lone-surrogate": (1, "frame-surrogate"),
    "stdio/banner": (1, "frame-json"),
    "stdio/kills-parent": (1, "server-crashed"),
    "stdio/stops-itself": (1, "server-hung"),
    "stdio/half-line": (1, "server-hung"),
    "stdio/half-line-exit": (1, "server-crashed", "frame-unterminated"),
    "stdio/pretty": (1, "frame-json", "reply-malformed"),
    "stdio/two-per-line": (1, "frame-joined"),
    "stdio/bom": (1, "frame-bom"),
    "stdio/nul": (1, "frame-nul"),
    "stdio/bad-utf8": (1, "frame-utf8", "reply-malformed"),
    "stdio/utf16": (1, "frame-utf8", "reply-malformed"),
    "stdio/endless-a": (1, "limit-size"),
    "stdio/endless-stderr": (1, "server-hung"),
    "stdio/endless-lines": (1, "frame-json"),
    "stdio/big-64mib": (1, "limit-size"),
    "stdio/batch": (1, "frame-batch"),
    "stdio/truncated": (1, "frame-json", "reply-malformed"),
    "stdio/nan": (1, "frame-constant", "reply-malformed"),
    "stdio/duplicate-id": (1, "frame-duplicate-key", "reply-malformed"),
    "stdio/deep-array": (1, "limit-depth", "reply-malformed"),
    "stdio/long-int": (1, "limit-digits", "reply-malformed"),
    "stdio/surrogate-in-call": (1, "frame-surrogate", "reply-malformed"),
    "stdio/garbage-without-id": (1, "frame-json", "reply-malformed"),
    "stdio/plain-words": (1, "frame-json", "reply-malformed"),
    "stdio/both": (1, "reply-malformed"),
    "stdio/neither": (1, "reply-malformed"),
    "stdio/no-jsonrpc": (1, "reply-malformed"),
    "stdio/id-as-text": (1, "reply-malformed", "stray-answer"),
    "stdio/error-null-id": (1, "server-hung", "stray-answer"),
    "stdio/error-no-message": (1, "assertion", "message-shape"),
    "stdio/stray-answer": (1, "stray-answer"),
    "stdio/double-answer": (1, "second-answer"),
    "stdio/asks-roots": (1, "undeclared-request"),
    "stdio/asks-without-end": (1, "server-hung", "undeclared-request"),
    "stdio/log-without-end": (1, "server-hung"),
    "stdio/number-as-message": (1, "not-a-message", "server-hung"),
    "stdio/recursive-schema": (1, "assertion"),
    "stdio/call-abort": (1, "server-crashed"),
    "stdio/call-hang": (1, "server-hung"),
    "stdio/third-call-exit": (1, "server-crashed"),
    "stdio/call-null": (1, "assertion", "message-shape"),
    "stdio/content-text": (1, "assertion", "message-shape"),
    "stdio/odd-type": (1, "assertion", "message-shape"),
    "stdio/bad-base64": (1, "assertion", "message-shape"),
    "stdio/stack-in-result": (1, "assertion"),
    "stdio/takes-unknown-tool": (1, "FAULT-PROTO-UNKNOWN-METHOD"),
    "stdio/takes-missing": (1, "FAULT-SCHEMA-MISSING-REQUIRED"),
    "stdio/takes-wrong-type": (1, "FAULT-SCHEMA-TYPE-MISMATCH"),
    "stdio/takes-extra": (1, "FAULT-SCHEMA-UNEXPECTED-FIELD"),
    "stdio/dies-on-missing": (1, "FAULT-SCHEMA-MISSING-REQUIRED"),
    "stdio/hangs-on-wrong-type": (1, "FAULT-SCHEMA-TYPE-MISMATCH"),
    "stdio/hangs-on-oversized": (1, "FAULT-INPUT-OVERSIZED"),
    "stdio/leaks-on-error": (1,),
    "stdio/colour-everywhere": (1, "assertion"),
    "stdio/echoes-key": (1, "assertion"),
    "stdio/closes-stdout": (1, "server-crashed"),
    "stdio/closes-stdin": (1,),
    "stdio/floods-after-eof": (1, "limit-size"),
    "http/accept-only": (1, "handshake-timeout"),
    "http/body-drip": (1, "handshake-timeout"),
    "http/header-drip": (1, "handshake-timeout"),
    "http/sse-silent": (1, "handshake-timeout"),
    "http/sse-endless-comments": (1,),
    "http/sse-endless-events": (1,),
    "http/sse-big-event": (1,),
    "http/endless-body": (1,),
    "http/endless-chunks": (1,),
    "http/gzip-bomb": (1,),
    "http/bad-chunk": (1, "handshake-malformed"),
    "http/body-short": (1,),
    "http/body-long": (1, "http-surplus"),
    "http/headers-1mib": (1, "handshake-malformed"),
    "http/not-http": (1, "handshake-malformed"),
    "http/reset-at-once": (1, "handshake-crashed"),
    "http/call-hang": (1, "server-hung"),
    "http/call-reset": (1, "server-crashed"),
    "http/garbage": (1, "frame-json", "reply-malformed"),
    "http/colour-in-header": (1,),
    "http/sse-closes": (1, "handshake-crashed"),
    "http/sse-bad-json": (1, "handshake-malformed"),
    "http/sse-two-answers": (1, "second-answer"),
    "http/sse-other-id": (1, "handshake-crashed"),
    "http/html-500": (1, "http-html"),
    "http/json-500": (1, "handshake-refused"),
    "http/text-plain": (1,),
    "http/accepted-only": (1, "http-content-type"),
    "http/redirect-303": (1, "http-redirect"),
    "http/redirect-private": (1, "http-redirect"),
    "http/redirect-downgrade": (1, "http-redirect"),
    "http/once-401": (3, "http-unauthorized"),
    "http/always-401": (3, "http-unauthorized"),
    "http/oauth-bait": (3, "http-unauthorized"),
    "http/always-403": (3, "http-forbidden"),
    "http/hour-429": (3,),
    "http/once-503": (1, "http-refused"),
    "http/session-always-lost": (1,),
    "http/session-crlf": (1,),
}

EXPECTED: dict[str, tuple[int, frozenset[str]]] = {
    **dict.fromkeys(PASSED.split(), (0, FINE)),
    **{mode: (code, frozenset(findings)) for mode, (code, *findings) in FAILED.items()},
}

# One or two of every family, for the commands that take longer.
_SAMPLE = """
launch/missing-command stdio/exit-at-start stdio/mute stdio/babble stdio/banner stdio/endless-a
stdio/endless-init stdio/big-64mib stdio/deep-array stdio/garbage-without-id stdio/lone-surrogate
stdio/list-exit stdio/same-cursor stdio/call-abort stdio/call-hang stdio/recursive-schema
stdio/schema-of-itself stdio/colour-everywhere stdio/mega-description stdio/ignores-all
stdio/daemon stdio/closes-stdout http/accept-only http/endless-chunks http/gzip-bomb http/garbage
http/sse-endless-events http/redirect-private http/oauth-bait tls/tls-self-signed
"""
SAMPLE = tuple(_SAMPLE.split())
