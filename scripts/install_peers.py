"""Install the graders that ``make bench-peers`` compares with, pinned, into .real/peers/."""

from __future__ import annotations

import shutil

from install_real_servers import ROOT, install_node, install_python, once

PYTHON = {"peers/mcpscore": ["mcpscore==1.29.0"]}
# The official suite needs a Node of its own age.
NODE = {"peers/conformance": ["@modelcontextprotocol/conformance@0.2.0-alpha.12", "node@22"]}


def main() -> None:
    """Make what is missing."""
    (ROOT / "peers").mkdir(parents=True, exist_ok=True)
    for name, packages in PYTHON.items():
        once(name, packages, install_python)
    for name, packages in NODE.items():
        if shutil.which("npm"):
            once(name, packages, install_node)


if __name__ == "__main__":
    main()
