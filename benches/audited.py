"""Audit a server and write what it took: ``audited.py FILE COMMAND [ARG...]``.

The file gets one JSON object: seconds of processor time here and in the servers, seconds on the
clock, and the starts that the audit tells of.
"""

import io
import json
import resource
import sys
import time
from contextlib import redirect_stdout
from pathlib import Path

if __name__ == "__main__":
    begun = time.perf_counter()
    from mcptest.cli.main import run

    with redirect_stdout(io.StringIO()) as told:
        run(["audit", "--format", "json", "--", *sys.argv[2:]])
    own, servers = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    cost = {
        "ours": own.ru_utime + own.ru_stime,
        "servers": servers.ru_utime + servers.ru_stime,
        "wall": time.perf_counter() - begun,
        "starts": json.loads(told.getvalue())["starts"],
    }
    Path(sys.argv[1]).write_text(json.dumps(cost), encoding="utf-8")
