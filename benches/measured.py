"""Run one command line of mcptest here and say what this process, without its children, used.

``measured.py ARGS...`` prints seconds of processor time and the peak memory in KiB.
"""

import io
import resource
import sys
from contextlib import redirect_stdout

if __name__ == "__main__":
    from mcptest.cli.main import run

    with redirect_stdout(io.StringIO()):
        code = run(sys.argv[1:])
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(used.ru_utime + used.ru_stime, used.ru_maxrss)
    sys.exit(code)
