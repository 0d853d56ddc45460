"""Runs one command line of mcptest and notes the most memory that this process itself had.

``measured.py NOTE ARGS...``; what the children had does not count.
"""

import sys
from pathlib import Path


def peak_kib() -> int:
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    return int(status.read_text().split("VmHWM:")[1].split()[0])


if __name__ == "__main__":
    note = Path(sys.argv.pop(1))
    from mcptest.__main__ import main

    try:
        main()
    finally:
        note.write_text(str(peak_kib()))
