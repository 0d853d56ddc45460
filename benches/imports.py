"""What importing costs: processor time beyond a bare interpreter, the least of many tries."""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys

MODULES = (
    "json",
    "asyncio",
    "click",
    "yaml",
    "mcptest.suite.shape",
    "mcptest.suite.top",
    "jsonschema_rs",
    "regex",
    "jsonpath_rfc9535",
    "psutil",
    "httpx2",
    "jinja2",
    "markupsafe",
    "uvicorn",
    "watchfiles",
    "hypothesis",
    "orjson",
    "msgspec",
    "pydantic",
)


def cost(code: str, tries: int) -> float | None:
    """Milliseconds of processor time; None where it cannot be imported."""
    least = None
    for _ in range(tries):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            return None
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        least = spent if least is None else min(least, spent)
    return None if least is None else least * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", default=MODULES)
    parser.add_argument("--tries", type=int, default=20)
    arguments = parser.parse_args()
    bare = cost("pass", arguments.tries) or 0.0
    print(f"{'bare interpreter':24} {bare:6.1f} ms")
    for module in arguments.modules:
        spent = cost(f"import {module}; getattr({module}, 'BaseModel', None)", arguments.tries)
        print(f"{module:24} " + ("not installed" if spent is None else f"{spent - bare:+6.1f} ms"))


if __name__ == "__main__":
    main()
