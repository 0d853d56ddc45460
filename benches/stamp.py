"""Note when a server is launched, then become it: ``stamp.py FILE COMMAND [ARG...]``."""

import os
import sys
import time

if __name__ == "__main__":
    with open(sys.argv[1], "a", encoding="utf-8") as file:  # noqa: PTH123 - pathlib is slow to import
        file.write(f"{time.monotonic()}\n")
    os.execvp(sys.argv[2], sys.argv[2:])
