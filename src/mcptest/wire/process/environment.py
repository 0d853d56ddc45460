"""The environment of a server process: a minimal set, and the variables in ``env``."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

_POSIX = frozenset(
    {"PATH", "HOME", "LOGNAME", "USER", "SHELL", "TERM", "LANG", "TMPDIR", "TEMP", "TMP"}
)
_WINDOWS = frozenset(
    {
        *("APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PATHEXT"),
        *("PROCESSOR_ARCHITECTURE", "PROGRAMFILES", "SYSTEMDRIVE", "SYSTEMROOT"),
        *("TEMP", "TMP", "USERNAME", "USERPROFILE", "COMSPEC", "WINDIR"),
    }
)


def minimal_environment(
    extra: Mapping[str, str], ours: Mapping[str, str] = os.environ
) -> dict[str, str]:
    """Copy the allowed variables of our own environment, then the named ones, nothing else."""
    allowed = _WINDOWS if sys.platform == "win32" else _POSIX
    kept = {
        name: value
        for name, value in ours.items()
        if (name.upper() if sys.platform == "win32" else name) in allowed or name[:3] == "LC_"
    }
    # A value like "() {" would be run as a function by old shells.
    return {name: value for name, value in kept.items() if not value.startswith("()")} | dict(extra)
