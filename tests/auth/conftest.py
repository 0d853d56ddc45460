"""A scripted site for each test, and a state folder that is nobody's."""

import pytest
from tests.auth.site import site

from mcptest.auth.saved_logins import store


@pytest.fixture
def here():
    with site() as found:
        yield found


@pytest.fixture(autouse=True)
def own_state(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(store, "find_keyring", lambda: None)
