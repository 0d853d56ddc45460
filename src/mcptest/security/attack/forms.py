"""The values that probes send; all of them are harmless where they work."""

from __future__ import annotations

from typing import Final

from mcptest.security.attack.trial import Trial

_UP: Final = 16
_COLUMNS: Final = 5


def command_forms(trial: Trial) -> list[str]:
    """Arithmetic by a shell: after a separator, inside quotes, in a substitution."""
    echo = f"echo $(({trial.sum_text}))"
    plain = "x </dev/null"  # a program that waits for input would wait for ours
    return [
        f"{plain}; {echo}",
        f"{plain} && {echo}",
        f"{plain} | {echo}",
        f"$({echo})",
        f"`{echo}`",
        f"x' </dev/null; {echo}; echo '",
        f'x" </dev/null; {echo}; echo "',
        f"{plain}\n{echo}",
        f"{plain} || {echo}",
        f"x & set /a {trial.sum_text}",
    ]


def template_forms(trial: Trial) -> list[str]:
    return [
        f"{{{{{trial.sum_text}}}}}",
        f"${{{trial.sum_text}}}",
        f"<%= {trial.sum_text} %>",
        f"#{{{trial.sum_text}}}",
        f"{{{trial.sum_text}}}",
    ]


def sql_forms(trial: Trial) -> list[str]:
    """A computed value through a quote; a UNION is an error in anything but a SELECT."""
    joined = [f"x'||({trial.sum_text})||'"]
    for columns in range(1, _COLUMNS + 1):
        values = ",".join([f"CAST({trial.sum_text} AS CHAR(20))"] * columns)
        texts = ",".join([f"'p'||({trial.sum_text})"] * columns)
        joined += [f"x' UNION SELECT {values}-- ", f"x') UNION SELECT {texts}-- "]
        joined += [f"0 UNION SELECT {values}-- ", f'x" UNION SELECT {texts}-- ']
    return joined


def path_forms(trial: Trial) -> list[str]:
    """The first canary, by every way to write a path that leads out of a folder."""
    return [form for canary in trial.canaries[:1] for form in _paths(canary.path)]


def _paths(path: str) -> list[str]:
    bare = path.lstrip("/")
    return [
        "../" * _UP + bare,
        path,
        "..%2f" * _UP + bare.replace("/", "%2f"),
        "....//" * _UP + bare,
        "..\\" * _UP + bare.replace("/", "\\"),
        "%2e%2e/" * _UP + bare,
        "./" + "../" * _UP + bare,
        "notes/" + "../" * _UP + bare,
    ]


def url_forms(trial: Trial) -> list[str]:
    place = f":{trial.port}/{trial.nonce}"
    return [
        f"http://127.0.0.1{place}",
        f"http://localhost{place}",
        f"http://[::ffff:127.0.0.1]{place}",
        f"http://2130706433{place}",
        f"http://127.1{place}",
        f"http://0x7f000001{place}",
    ]


def scheme_forms(trial: Trial) -> list[str]:
    return [
        form
        for canary in trial.canaries[:1]
        for form in (f"file://{canary.path}", f"file:{canary.path}", f"FILE://{canary.path}")
    ]


def option_forms(_trial: Trial) -> list[str]:
    return ["--version", "--help"]
