"""Right servers with many features on each SDK, and what is known to be the SDK's or on purpose."""

from tests.real.conftest import REAL
from tests.real.servers import HERE, python_of, typescript

RIGHT = HERE / "right"
HANDSHAKE = ("2025-06-18", "2025-11-25")
NEWEST = "2026-07-28"
# The servers use what 2026-07-28 deprecates, for the rules about it.
ON_PURPOSE = {"DEPREC-003", "DEPREC-004", "LOG-010"}
# Checked by hand, and not of the SDK alone (see also test_sdk_answers.py).
AUTHORS = {
    ("typescript-1", "RPC-017"),  # no guard against batches
    ("typescript-2", "RPC-026"),  # from the Origin check of the server
    ("python-2", "RPC-026"),  # when the server ends while a subscription is open
}


def _python(environment, file):
    return lambda *port: [python_of(environment), str(RIGHT / file), *port]


def _node(file, *more):
    def command(*port):
        typescript("2")  # skips where it is not installed
        return ["node", str(RIGHT / file), str(REAL / "node"), *more, *port]

    return command


# name: the SDK, how it is started, and the revisions that it is graded at
SERVERS = {
    "python-1": ("python-1", _python("py1", "python_1.py"), HANDSHAKE),
    "python-2": ("python-2", _python("py2", "python_2.py"), (*HANDSHAKE, NEWEST)),
    "fastmcp-4": ("fastmcp-4", _python("extended", "fastmcp_4.py"), (NEWEST,)),
    "typescript-1": ("typescript-1", _node("typescript_1.cjs"), HANDSHAKE),
    "typescript-2": ("typescript-2", _node("typescript_2.mjs", "both"), (*HANDSHAKE, NEWEST)),
    "typescript-2 alone": ("typescript-2", _node("typescript_2.mjs", "newest"), (NEWEST,)),
}
