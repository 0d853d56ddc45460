"""An agent names files of one folder and no others."""

import pytest

from mcptest.errors import RefusedByPolicyError, UsageError
from mcptest.mcp_server.workspace import Workspace


@pytest.mark.parametrize("written", ["a.yml", "./a.yml", "sub/../a.yml", ""])
def test_a_path_below_the_folder_is_its_real_path(tmp_path, written):
    (tmp_path / "sub").mkdir()
    assert Workspace(tmp_path).path(written).is_relative_to(tmp_path.resolve())


@pytest.mark.parametrize(
    "written", ["..", "../other.yml", "/etc/passwd", "sub/../../x", "a\0b", "~root/../../etc"]
)
def test_a_path_that_leads_out_is_refused(tmp_path, written):
    with pytest.raises(RefusedByPolicyError) as refused:
        Workspace(tmp_path / ".").path(written)
    assert refused.value.code == "agent-path-outside"
    assert str(tmp_path) not in refused.value.message


@pytest.mark.parametrize("through", ["link", "link/secret.yml"])
def test_a_link_that_leads_out_is_refused(tmp_path, through):
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (outside / "secret.yml").write_text("x")
    (inside / "link").symlink_to(outside)
    with pytest.raises(RefusedByPolicyError):
        Workspace(inside).path(through)


def test_links_in_a_circle_are_refused(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    try:
        path = Workspace(tmp_path).path("a")
    except RefusedByPolicyError:
        return
    assert path.is_relative_to(tmp_path.resolve())  # where links are not followed for ever


def test_a_folder_that_is_a_link_is_served_as_what_it_is(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    workspace = Workspace(tmp_path / "link")
    assert workspace.path("a.yml") == (tmp_path / "real" / "a.yml").resolve()


def test_what_is_no_folder_cannot_be_served(tmp_path):
    with pytest.raises(UsageError) as refused:
        Workspace(tmp_path / "none")
    assert refused.value.code == "agent-root"


def test_a_path_is_shown_as_the_agent_would_write_it(tmp_path):
    workspace = Workspace(tmp_path)
    assert workspace.shown(str(workspace.root / "a" / "b.yml")) == "a/b.yml"
    assert workspace.shown(str(workspace.root)) == "."
    assert workspace.shown("<text>") == "<text>"
