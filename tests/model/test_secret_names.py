"""Names and values that are secret, and those that only look so."""

import pytest

from mcptest.model.redaction import MASK, Redactor
from mcptest.model.secret_names import can_be_masked, holds_a_secret, names_a_secret

SECRET = [
    *("DB_PASSWORD", "PGPASSWORD", "MYSQL_PWD", "db_pwd", "pwd", "DB_PASS", "GITHUB_PAT"),
    *("GITHUB_TOKEN", "githubToken", "OPENAI_API_KEY", "openaiApiKey", "AWS_SECRET_ACCESS_KEY"),
    *("CLIENT_SECRET", "clientSecret", "Authorization", "Cookie", "Mcp-Session-Id", "id_token"),
    *("AUTH_TOKEN", "REFRESH_TOKEN", "CREDENTIALS", "SSH_PASSPHRASE", "private_key"),
]
ORDINARY = [
    *("PWD", "OLDPWD", "KEYBOARD", "TOKENIZERS_PARALLELISM", "AUTHOR", "GIT_AUTHOR_NAME"),
    *("SSH_AUTH_SOCK", "XAUTHORITY", "DESKTOP_SESSION", "XDG_SESSION_ID", "TERM_SESSION_ID"),
    *("DBUS_SESSION_BUS_ADDRESS", "USER", "USERNAME", "LOGNAME", "HOME", "SECRETARY", "MONKEY"),
    *("max_token", "next_page_token", "nextPageToken", "continuation_token", "EOS_TOKEN"),
    *("progress_token", "USE_AUTH", "REQUIRE_TOKEN", "NO_PASSWORD", "tokens", "passed", "path"),
    *("PASSENGER", "COMPASS", "bypass", "first_pass", "keyring", "sort_key", "primary_key"),
]


@pytest.mark.parametrize("name", SECRET)
def test_a_name_of_a_secret(name):
    assert names_a_secret(name)


@pytest.mark.parametrize("name", ORDINARY)
def test_a_name_that_only_looks_like_one(name):
    assert not names_a_secret(name)


@pytest.mark.parametrize(
    ("name", "value", "secret"),
    [
        ("pwd", "hunter2!", True),
        ("pwd", "/home/ada/project", False),
        ("pwd", "C:\\project", False),
        ("DB_PWD", "/2x9 kk", True),
        ("auth", "basic", False),
        ("token", "none", False),
        ("password", "postgres", True),
        ("password", "", False),
    ],
)
def test_a_value_may_show_that_it_is_none(name, value, secret):
    assert holds_a_secret(name, value) is secret
    assert Redactor().json({name: value}) == {name: MASK if secret else value}


@pytest.mark.parametrize(
    "value", ["true", "1", "enabled", "disabled", "postgres", "admin", "secret"]
)
def test_a_common_word_is_not_masked_everywhere(value):
    text = f"the {value} setting is {value}"
    assert not can_be_masked(value)
    assert Redactor([value]).text(text) == text


@pytest.mark.parametrize("value", ["hunter2", "123456", "correct horse", "postgres1"])
def test_anything_else_is(value):
    assert can_be_masked(value)
    assert Redactor([value]).text(f"it is {value}") == f"it is {MASK}"
