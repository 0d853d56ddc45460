"""The hostile server on standard input and output: ``stdio.py MODE TAG``.

The tag only marks its processes, so that a test can look for those that were left behind.
"""

import sys

from core import StdioServer
from registry import STDIO, modes


def main():
    if sys.argv[1:] == ["--list"]:
        sys.stdout.write("\n".join(sorted(modes(STDIO, ""))) + "\n")
        return
    name, tag = sys.argv[1], sys.argv[2]
    server = StdioServer(tag)
    find(name)(server)
    server.run()


def find(name):
    """The families are tried in turn, so that the later ones need not be imported."""
    for family in STDIO:
        found = modes((family,), "").get(name)
        if found is not None:
            return found
    raise SystemExit(f"no mode {name}")


if __name__ == "__main__":
    main()
