"""Kept logins: who can read them, what is kept, and what happens where they cannot be."""

from __future__ import annotations

import json
import stat
import sys
import threading

import pytest

from mcptest.auth.saved_logins.keyring import Keyring, find_keyring
from mcptest.auth.saved_logins.login import Login, read_login
from mcptest.auth.saved_logins.store import LoginStore, default_store, state_folder
from mcptest.auth.settings import AuthClient
from mcptest.auth.tokens import Token
from mcptest.errors import SignInError, WriteError

URL = "https://notes.example/mcp"
posix = pytest.mark.skipif(sys.platform == "win32", reason="modes of files are a matter of POSIX")


class Backend:
    def __init__(self):
        self.kept = {}

    def get_password(self, service, name):
        return self.kept.get((service, name))

    def set_password(self, service, name, secret):
        self.kept[service, name] = secret

    def delete_password(self, service, name):
        del self.kept[service, name]


class Locked:
    def get_password(self, *_words):
        raise RuntimeError("the collection is locked")

    set_password = delete_password = get_password


def login(**more):
    return Login(
        url=URL,
        issuer="https://login.example",
        token_endpoint="https://login.example/token",
        resource=URL,
        client=AuthClient("c-1", "client-secret-1"),
        token=Token("access-token-1", 100.0, "refresh-token-1", "notes"),
        **more,
    )


def filed(tmp_path, ring=None):
    return LoginStore(tmp_path / "state", lambda: ring)


@posix
def test_a_file_is_for_its_owner_alone(tmp_path):
    store = filed(tmp_path)
    store.keep(login(), "file")
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700
    assert store.find(URL + "/") == login()
    store.path.chmod(0o644)
    with pytest.raises(SignInError) as caught:
        store.find(URL)
    assert caught.value.code == "auth-store"


def test_with_a_keyring_no_secret_is_in_the_file(tmp_path):
    store = filed(tmp_path, Keyring(Backend()))
    assert store.choose(None) == "keyring"
    store.keep(login(), "keyring")
    text = store.path.read_text()
    assert "c-1" in text
    for secret in ("access-token-1", "refresh-token-1", "client-secret-1"):
        assert secret not in text
    assert store.find(URL) == login()
    assert store.forget(URL)
    assert store.find(URL) is None
    assert not store.forget(URL)


def test_a_keyring_that_is_locked_or_silent_is_told(tmp_path):
    with pytest.raises(SignInError, match="locked") as caught:
        filed(tmp_path, Keyring(Locked())).keep(login(), "keyring")
    assert "--store file" in caught.value.hint
    deaf = Backend()
    deaf.get_password = lambda *_: threading.Event().wait(5)
    with pytest.raises(SignInError, match="within"):
        Keyring(deaf, 0.02).read("a")


def test_a_keyring_that_is_not_there_is_told_if_it_was_asked_for(tmp_path):
    assert filed(tmp_path).choose(None) == "file"
    with pytest.raises(SignInError) as caught:
        filed(tmp_path).choose("keyring")
    assert caught.value.code == "auth-store"
    with pytest.raises(SignInError):
        filed(tmp_path).keep(login(), "keyring")


def test_a_backend_that_keeps_nothing_is_no_keyring(monkeypatch):
    keyring = pytest.importorskip("keyring")
    from keyring.backends import fail, null

    for backend in (fail.Keyring(), null.Keyring()):
        monkeypatch.setattr(keyring, "get_keyring", lambda found=backend: found)
        assert find_keyring() is None
    monkeypatch.setattr(keyring, "get_keyring", Backend)
    assert isinstance(find_keyring(), Keyring)


def test_a_folder_that_cannot_be_made_is_told_before_anybody_signs_in(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteError) as caught:
        LoginStore(tmp_path / "file" / "state", lambda: None).choose("file")
    assert caught.value.code == "auth-store"
    assert "XDG_STATE_HOME" in caught.value.hint


@posix
def test_a_file_that_is_not_ours_is_told(tmp_path):
    store = filed(tmp_path)
    store.folder.mkdir()
    store.path.write_text("{")
    store.path.chmod(0o600)
    with pytest.raises(SignInError, match="cannot read"):
        store.listed()
    store.path.write_text(json.dumps({"logins": {"x": 1, URL: {"url": URL}}}))
    assert store.find(URL) is None


def test_what_is_listed_has_no_secret(tmp_path):
    store = filed(tmp_path)
    store.keep(login(), "file")
    [entry] = store.listed()
    assert (entry["url"], entry["scope"], entry["renewable"]) == (URL, "notes", True)
    assert "secret" not in entry
    assert "access-token-1" not in repr(login())


def test_what_does_not_look_like_a_login_is_none():
    assert read_login({}, "{") is None
    assert read_login({}, "{}") is None
    assert read_login(login().public(), "{}") is None


def test_the_state_folder_follows_the_environment(tmp_path):
    assert state_folder({"XDG_STATE_HOME": "/x"}).as_posix() == "/x/mcptest"
    assert state_folder({}).name == "mcptest"
    assert default_store().folder == tmp_path / "state" / "mcptest"
