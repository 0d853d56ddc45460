"""Fleet files: the suite's server form with more keys, every problem with its place."""

import pytest

from mcptest.errors import FileProblemsError
from mcptest.fleet.inventory.load import load_fleet
from mcptest.fleet.inventory.shape import fleet_schema
from mcptest.fleet.inventory.written import form_node, open_form
from mcptest.model.spec_version import SpecVersion
from mcptest.schema.validate import check_schema, validator


def load(path, **env):
    fleet = load_fleet(path, env=env)
    fleet.require()
    return fleet


def problems_of(path, **env):
    with pytest.raises(FileProblemsError) as caught:
        load(path, **env)
    return [(each.code, each.where.line, each.where.column) for each in caught.value.problems]


def test_a_server_has_the_form_of_a_suite_and_a_few_keys_more(write):
    write("checks.mcptest.yml", "server: {command: x}")
    path = write(
        "fleet.yml",
        """\
        fleet: acme
        servers:
          records:
            command: python server.py --port 1.10
            tags: [production]
            suite: checks.mcptest.yml
            spec_version: v2025-11-25
            owner: data
            stage: 7
            limit: 2m
        limits: {timeout: 1m, total: 60m}
        audit: {stages: [lint], seed: 3}
        """,
    )
    fleet = load(path)
    (server,) = fleet.servers
    assert (fleet.name, server.name, server.tags, server.owner) == (
        "acme",
        "records",
        ("production",),
        "data",
    )
    assert (server.stage, server.limit, server.suite) == (
        "7",
        120.0,
        path.with_name("checks.mcptest.yml"),
    )
    assert (fleet.limits.timeout, fleet.limits.total) == (60.0, 3600.0)
    assert (fleet.audit.stages, fleet.audit.seed) == (("lint",), 3)


def test_a_fleet_without_a_name_has_that_of_its_folder(write, tmp_path):
    assert load(write("fleet.yml", "servers: {a: {command: x}}")).name == tmp_path.name


def test_to_be_judged_at_a_revision_is_to_be_spoken_to_in_it(write):
    fleet = load(write("fleet.yml", "servers: {a: {command: x, spec_version: v2025-06-18}}"))
    form = form_node(fleet.servers[0].form, name="f", folder=".")
    spec = open_form("a", form, {}, env={}, problems=[])
    assert spec.version is SpecVersion.V2025_06_18


def test_a_misspelt_key_is_found_with_a_suggestion(write):
    path = write("fleet.yml", "servers:\n  a:\n    command: x\n    tgas: [b]\n")
    with pytest.raises(FileProblemsError) as caught:
        load(path)
    (problem,) = caught.value.problems
    assert (problem.code, problem.where.line, problem.where.column) == ("suite-unknown-key", 4, 5)
    assert "tags" in problem.hint


def test_every_problem_is_told_at_once(write):
    path = write(
        "fleet.yml",
        """\
        servers:
          a: {command: x, suite: nowhere.yml}
          b: {}
        gates: {min_grade: Z}
        """,
    )
    codes = [code for code, _, _ in problems_of(path)]
    assert {"fleet-no-suite", "suite-missing-key"} <= set(codes)
    assert len(codes) == 3


def test_a_fleet_without_servers_is_no_fleet(write):
    assert problems_of(write("fleet.yml", "gates: {min_grade: B}")) == [("fleet-no-server", 1, 1)]


def test_servers_are_an_object(write):
    assert problems_of(write("fleet.yml", "servers: [a]"))[0][0] == "suite-wrong-type"


def test_a_judged_revision_and_a_spoken_one_must_agree(write):
    text = "servers: {a: {command: x, protocol_version: v2025-06-18, spec_version: v2025-11-25}}"
    assert problems_of(write("fleet.yml", text))[0][0] == "suite-bad-value"


def test_a_name_that_stands_twice_in_one_file_is_refused(write):
    path = write("fleet.yml", "servers:\n  a: {command: x}\n  a: {command: y}\n")
    assert problems_of(path) == [("fleet-duplicate-key", 3, 3)]


def test_a_name_that_an_import_has_too_is_refused(write):
    write(".mcp.json", '{"mcpServers": {"a": {"command": "x"}}}')
    path = write("fleet.yml", "imports: [.mcp.json]\nservers:\n  a: {command: y}\n")
    assert problems_of(path) == [("fleet-duplicate-server", 3, 3)]


def test_one_server_under_two_names_is_noted(write):
    fleet = load(write("fleet.yml", "servers: {a: {command: x}, b: {command: x}}"))
    assert len(fleet.servers) == 2
    assert '"b" and "a" define the same server' in fleet.notes[0]


def test_a_token_that_is_not_set_is_told_where_it_is_named(write):
    text = "servers:\n  a:\n    url: http://h/mcp\n    auth: {bearer_token_env: NOPE}\n"
    ((problem,),) = (server.trouble for server in load(write("fleet.yml", text)).servers)
    assert (problem.where.line, problem.where.column) == (4, 11)


def test_gates_of_a_tag_that_no_server_has_are_noted(write):
    gates = "gates: {tags: {prodution: {min_grade: B}, production: {min_grade: C}}}"
    servers = "servers: {a: {command: x, tags: [production]}}"
    (note,) = load(write("fleet.yml", f"{servers}\n{gates}\n")).notes
    assert '"prodution"' in note
    assert 'did you mean "production"?' in note


def test_a_variable_that_is_not_set_is_the_trouble_of_its_server_alone(write):
    path = write(
        "fleet.yml",
        """\
        servers:
          a: {command: x, env: {API_TOKEN: {env: A_TOKEN}}}
          b: {url: "${env.BASE}/mcp"}
          c: {command: z}
        """,
    )
    troubles = {each.name: len(each.trouble) for each in load(path).servers}
    assert troubles == {"a": 1, "b": 1, "c": 0}
    known = load(path, A_TOKEN="123456789", BASE="http://x")
    assert not any(each.trouble for each in known.servers)


def test_no_value_of_the_environment_is_in_what_was_read(write):
    text = 'servers: {a: {command: x, args: ["${env.WORD}"], env: {API_TOKEN: {env: A_TOKEN}}}}'
    fleet = load(write("fleet.yml", text), A_TOKEN="hunter2hunter2", WORD="quiet-word")
    assert "hunter2" not in repr(fleet)
    assert "quiet-word" not in repr(fleet)


def test_a_variable_that_nobody_defined_is_a_problem_of_the_file(write):
    text = 'servers: {a: {command: x, args: ["${nobody}", "${env.ALSO}"]}}'
    assert [code for code, _, _ in problems_of(write("fleet.yml", text))] == [
        "suite-unset-variable"
    ]


def test_variables_are_those_of_a_suite(write):
    text = 'variables: {port: 8080}\nservers: {a: {url: "http://h:${port}/mcp"}}'
    assert load(write("fleet.yml", text)).variables == {"port": 8080}


@pytest.mark.parametrize(
    "server",
    [
        "{command: x, env: {API_TOKEN: hunter2}}",
        "{command: x, env: {PLAIN: ghp_0123456789abcdefghijABCDEFGHIJ}}",
        "{url: 'http://h/mcp', headers: {Authorization: Bearer abcdef123456}}",
        "{command: x, args: [--key, sk-live-0123456789abcdefghij]}",
        "{command: x --key sk-live-0123456789abcdefghij}",
        "{url: 'http://me:hunter2@h/mcp'}",
    ],
)
def test_a_secret_that_stands_in_the_file_is_refused_and_not_repeated(write, server):
    path = write("fleet.yml", f"servers:\n  a: {server}\n")
    with pytest.raises(FileProblemsError) as caught:
        load(path)
    (problem,) = caught.value.problems
    assert (problem.code, problem.where.line) == ("fleet-literal-secret", 2)
    told = f"{problem.message} {problem.hint} {problem.where.text}"
    assert not any(word in told for word in ("hunter2", "0123456789", "abcdef123456"))


def test_the_gates_of_tags_come_first_and_the_strictest_counts(write):
    path = write(
        "fleet.yml",
        """\
        servers: {a: {command: x}}
        gates:
          min_grade: C
          no_regression: true
          tags:
            new: {no_regression: false}
            core: {min_grade: B}
            best: {min_grade: A}
        """,
    )
    fleet = load(path)
    plain, both = fleet.gates_for(["other"]), fleet.gates_for(["core", "best", "new"])
    assert (plain.min_grade, plain.no_regression) == ("C", True)
    assert (both.min_grade, both.no_regression) == ("A", False)


def test_a_stage_goes_by_its_name_in_reports_or_in_documents(write):
    for names in ("[protocol, valid-calls, bad-input]", "[compliance, probe, negative]"):
        text = f"servers: {{a: {{command: x}}}}\naudit: {{stages: {names}}}"
        loaded = load_fleet(write("fleet.yml", text), env={})
        assert loaded.audit.stages == ("compliance", "probe", "negative")


def test_a_floor_for_the_grade_needs_a_grade(write):
    text = "servers: {a: {command: x}}\naudit: {stages: [lint]}\ngates: {tags: {b: {min_grade: A}}}"
    assert problems_of(write("fleet.yml", text)) == [("fleet-no-grade", 3, 1)]


def test_the_schema_is_one_and_takes_what_the_reader_takes():
    schema = fleet_schema()
    assert check_schema(schema) == []
    good = {"servers": {"a": {"command": "x", "tags": ["t"]}}, "imports": ["f", {"file": "g"}]}
    assert validator(schema).errors(good) == []
    assert validator(schema).errors({"servers": {"a": {"command": "x", "tgas": []}}}) != []
