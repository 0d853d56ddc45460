"""install.md: how to get mcptest; the one place that knows whether there is a release."""

from __future__ import annotations

from collections.abc import Iterator

from pages.markdown import page

RELEASED = False  # set at the first release; see RELEASING.md

_SOURCE = "mcptest" if RELEASED else "."
_CHECKOUT = """\
There is no release yet, so install mcptest from a checkout of the repository.
Run these commands in its folder.
"""
_INTRO = f"""\
You need Python 3.11 or newer.
{"" if RELEASED else _CHECKOUT}
```console
$ pipx install '{_SOURCE}[all]'        # as a command; or: uv tool install '{_SOURCE}[all]'
$ pip install '{_SOURCE}[all]'         # into a virtual environment, for pytest and Python code
$ mcptest --version
```
"""
_EXTRAS = f"""\
## Extras

`all` installs everything.
Choose single extras to install less:

| Extra | For |
|---|---|
| `fuzz` | `fuzz`, and the fuzzing stage of `audit` |
| `http` | `mock --http` and `ui` |
| `watch` | `run --watch` |
| `fleet` | a fleet on several machines, and the live table |
| `auth` | `mock --auth`, and logins in the system keyring |

```console
$ pip install '{_SOURCE}[fuzz,http]'
```

## Upgrade
"""
_UPGRADE_RELEASE = """
```console
$ pipx upgrade mcptest             # or: uv tool upgrade mcptest, pip install --upgrade mcptest
```
"""
_UPGRADE_CHECKOUT = """
```console
$ git pull
$ pipx install --force '.[all]'    # or: uv tool install --force '.[all]'
```
"""
_REST = """
`CHANGELOG.md` in the repository says what changed.
A newer release may know more rules, so a grade can change while your server does not.
To see only the effect of your own changes, pin the revision with `--spec-version` or keep a baseline.

## Uninstall

```console
$ pipx uninstall mcptest           # or: uv tool uninstall mcptest, pip uninstall mcptest
```

Outside your projects, mcptest stores only logins; delete them with `mcptest logout` before you uninstall.
Inside a project, it writes the files that you ask for (reports, snapshots, baselines, lock files) and the folder `.mcptest/`, which holds fuzz inputs, fleet runs and the history of `mcptest ui`.

## Shell completion

Add one line to your shell's startup file:

```sh
eval "$(_MCPTEST_COMPLETE=bash_source mcptest)"        # ~/.bashrc
eval "$(_MCPTEST_COMPLETE=zsh_source mcptest)"         # ~/.zshrc
_MCPTEST_COMPLETE=fish_source mcptest | source         # ~/.config/fish/config.fish
```
"""


def files() -> Iterator[tuple[str, str]]:
    upgrade = _UPGRADE_RELEASE if RELEASED else _UPGRADE_CHECKOUT
    yield "docs/how-to/install.md", page("Install mcptest", _INTRO, _EXTRAS + upgrade + _REST)
