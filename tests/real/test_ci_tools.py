"""The action, the recipes and the hooks under the tools that CI systems' users hold them to."""

import os
import shutil
import subprocess
import sys

import pytest
import yaml
from tests.docs.pages import DOCS, ROOT, fences

ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
TOOLS = ROOT / ".real" / "ci" / "bin"
pytestmark = [
    pytest.mark.real,
    pytest.mark.timeout(300),
    pytest.mark.skipif(not TOOLS.is_dir(), reason="make test-real installs them"),
]
RECIPES = {
    "github=workflow": "vendor.github-workflows",
    "gitlab": "vendor.gitlab-ci",
}
FENCES = [fence for fence in fences(DOCS / "how-to" / "ci-recipes.md") if fence.words]


def call(*words, cwd=None, env=None):
    done = subprocess.run(
        [str(word) for word in words], cwd=cwd, env=env, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def schema_of(fence):
    return next((RECIPES[word] for word in fence.words if word in RECIPES), None)


@pytest.mark.parametrize("fence", [f for f in FENCES if schema_of(f)], ids=str)
def test_a_recipe_is_what_its_system_takes(fence, tmp_path):
    (tmp_path / "recipe.yml").write_text(fence.text)
    schema = ["--builtin-schema", schema_of(fence)]
    code, said = call(TOOLS / "check-jsonschema", *schema, tmp_path / "recipe.yml")
    assert code == 0, said


def test_the_action_and_the_hooks_are_what_their_systems_take():
    check = TOOLS / "check-jsonschema"
    code, said = call(check, "--builtin-schema", "vendor.github-actions", ROOT / "action.yml")
    assert code == 0, said
    hooks = TOOLS / "pre-commit"
    code, said = call(hooks, "validate-manifest", ROOT / ".pre-commit-hooks.yaml")
    assert code == 0, said


@pytest.mark.parametrize("fence", [f for f in FENCES if "github=workflow" in f.words], ids=str)
def test_a_workflow_has_no_hole_that_an_auditor_would_name(fence, tmp_path):
    folder = tmp_path / ".github" / "workflows"
    folder.mkdir(parents=True)
    (folder / "recipe.yml").write_text(fence.text)
    shutil.copy(ROOT / "action.yml", tmp_path)
    (tmp_path / "zizmor.yml").write_text("rules: {unpinned-uses: {disable: true}}\n")
    code, said = call(TOOLS / "zizmor", "--offline", "--no-progress", tmp_path)
    assert code == 0, said


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not here")
def test_pre_commit_runs_the_hooks(tmp_path):
    """On a copy of the working tree, since pre-commit installs from a commit."""
    hooks, project = tmp_path / "hooks", tmp_path / "project"
    project.mkdir()
    left_out = shutil.ignore_patterns(
        ".coverage*", ".*_cache", ".venv", ".real", ".git", "site", "docs", "tests"
    )
    shutil.copytree(ROOT, hooks, ignore=left_out)
    env = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "cache"), "HOME": str(tmp_path)}
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for folder in (hooks, project):
        call("git", "init", "-q", cwd=folder, env=env)
    call(*git, "add", "-A", cwd=hooks, env=env)
    call(*git, "commit", "-qm", "all", cwd=hooks, env=env)
    (project / "a.mcptest.yml").write_text("server: {command: x}\n")
    (project / "tools.json").write_text('{"tools": [{"name": "x"}]}')
    call(*git, "add", "-A", cwd=project, env=env)
    code, said = call(TOOLS / "pre-commit", "try-repo", hooks, "--all-files", cwd=project, env=env)
    assert code == 1, said
    lines = [line for line in said.splitlines() if line.startswith("mcptest ")]
    ended = {line.split(".")[0]: line.rpartition(".")[2].strip() for line in lines}
    assert ended == {
        "mcptest validate": "Passed",
        "mcptest lint": "Passed",
        "mcptest schema-lint": "Failed",
    }
    assert "META-002" in said


def test_the_action_installs_what_it_comes_with_and_runs_it(tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "project")
    said = {name: str(each.get("default", "")) for name, each in ACTION["inputs"].items()}
    said |= {"path": str(ROOT), "command": "validate", "suite": "quickstart.mcptest.yml"}
    given = {f"MCPTEST_ACTION_{name.upper()}": value for name, value in said.items()}
    summary = tmp_path / "summary"
    places = {"RUNNER_TEMP": str(tmp_path), "GITHUB_STEP_SUMMARY": str(summary)}
    script = ROOT / "scripts" / "github_action.py"
    env = {**os.environ, **places, **given}
    code, out = call(sys.executable, script, cwd=tmp_path / "project", env=env)
    assert code == 0, out
    assert "1 passed" in summary.read_text()
