import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcptest.errors import FileProblemsError
from mcptest.model.spec_version import SpecVersion
from mcptest.plan import load_suite
from mcptest.wire.target import HttpTarget, StdioTarget

ENV = {"HOME": "/home/me", "MY_TOKEN": "s3cr3t-value", "PORT": "8080"}


def write(folder, text, name="s.mcptest.yml"):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def load(folder, text, env=ENV):
    return load_suite(write(folder, text), env=env)


def codes(suite):
    return [(p.code, p.where.line) for p in suite.problems]


def test_the_smallest_suite_has_one_server_called_default(tmp_path):
    suite = load(tmp_path, "server: {command: ./srv}\ntools: []")
    assert not suite.problems
    suite.require()
    assert suite.servers["default"].target == StdioTarget(("./srv",))
    assert suite.scope.only_server == "default"
    assert suite.folder == str(tmp_path)
    assert suite.path.name == "s.mcptest.yml"
    assert list(suite.blocks) == ["tools"]


@pytest.mark.parametrize("text", ["[]", "word", "null", "5"])
def test_the_top_must_be_an_object(tmp_path, text):
    suite = load(tmp_path, text)
    assert codes(suite) == [("suite-wrong-type", 1)]
    with pytest.raises(FileProblemsError):
        suite.require()


def test_unknown_keys_at_the_top_get_a_suggestion(tmp_path):
    suite = load(tmp_path, "server: {command: x}\ntols: []\n")
    assert codes(suite) == [("suite-unknown-key", 2)]
    assert suite.problems[0].hint == 'did you mean "tools"?'


def test_a_suite_needs_a_server_and_only_one_way_to_say_it(tmp_path):
    assert codes(load(tmp_path, "tools: []")) == [("suite-missing-key", 1)]
    both = load(tmp_path, "tools: []\nserver: {command: x}\nservers: {a: {command: y}}")
    assert codes(both) == [("suite-bad-value", 2)]


@pytest.mark.parametrize(
    "text", ["server: x", "servers: []", "defaults: 5", "run_options: x", "variables: [1]"]
)
def test_sections_must_be_objects(tmp_path, text):
    extra = "" if text.startswith("server") else "server: {command: x}\n"
    suite = load(tmp_path, f"{extra}{text}")
    assert "suite-wrong-type" in {code for code, _ in codes(suite)}


def test_variables_keep_their_type_and_fill_text(tmp_path):
    suite = load(
        tmp_path,
        """
server: {command: x}
variables:
  n: 5
  list: [1, {a: "${n}"}]
  port: {from_env: PORT}
  user: {from_env: NOBODY_SET, default: me}
  url: "http://${user}@h:${port}"
tools:
  - args: {n: "${n}", all: "${list}", text: "n=${n} u=${url}", esc: "$${n}", dir: "${CONFIG_DIR}/x"}
    timeout: ${port}
    env: ${env.HOME}
""",
    )
    assert not suite.problems
    assert suite.blocks["tools"].plain() == [
        {
            "args": {
                "n": 5,
                "all": [1, {"a": 5}],
                "text": "n=5 u=http://me@h:8080",
                "esc": "${n}",
                "dir": f"{tmp_path}/x",
            },
            "timeout": "8080",
            "env": "/home/me",
        }
    ]
    assert suite.variables["url"] == "http://me@h:8080"


def test_every_unset_variable_is_named_at_its_place(tmp_path):
    suite = load(
        tmp_path,
        """server: {command: x}
variables:
  a: {from_env: NOT_SET}
  b: {from_env: 5}
  c: {from_env: HOME, defualt: 1}
tools:
  - args: {x: "${nme} and ${env.NOPE}", y: "${a}", z: |
      ${other}
    }
""".replace("z: |\n      ${other}\n    }", "z: '${other}'}"),
    )
    assert [(p.code, p.where.line, p.where.column) for p in suite.problems] == [
        ("suite-unset-variable", 3, 17),
        ("suite-wrong-type", 4, 17),
        ("suite-unknown-key", 5, 23),
        ("suite-unset-variable", 7, 16),
        ("suite-unset-variable", 7, 27),
        ("suite-unset-variable", 7, 56),
    ]


def test_a_reference_on_another_line_of_its_text_is_placed_at_the_text(tmp_path):
    suite = load(tmp_path, "server: {command: x}\ntools:\n  - x: |\n      ${other}\n")
    assert codes(suite) == [("suite-unset-variable", 3)]


def test_variables_in_a_circle_are_refused(tmp_path):
    suite = load(
        tmp_path,
        "server: {command: x}\nvariables: {a: '${b}', b: 'x${a}', c: '${a}'}\ntools: ['${a}']",
    )
    assert {code for code, _ in codes(suite)} == {"suite-variable-cycle"}


def test_what_steps_capture_is_left_for_later(tmp_path):
    suite = load(
        tmp_path,
        """
server: {command: x}
variables: {v: "a ${x}", n: 5, o: {k: "${n}"}, w: "$${keep}"}
tools:
  - steps:
      - {tool: a, capture: {id: result.id}}
      - tool: b
        args: {id: "${id}", n: "${n}", w: "${w}", t: "${id}/${n}/$${q}/${w}", o: "${o}"}
""".replace('v: "a ${x}", ', ""),
    )
    assert not suite.problems
    (test,) = suite.blocks["tools"].plain()
    assert test["steps"][1]["args"] == {
        "id": "${id}",
        "n": 5,
        "w": "$${keep}",
        "t": "${id}/5/$${q}/$${keep}",
        "o": {"k": 5},
    }


def test_lists_of_a_variable_are_escaped_for_a_second_filling(tmp_path):
    suite = load(
        tmp_path,
        "server: {command: x}\nvariables: {l: ['$${x}', {a: 1}]}\n"
        "tools: [{steps: [{args: '${l}'}]}]",
    )
    assert suite.blocks["tools"].plain()[0]["steps"][0]["args"] == ["$${x}", {"a": 1}]


def test_a_command_is_split_before_variables_are_filled_in(tmp_path):
    suite = load(
        tmp_path,
        """
server:
  command: python "my server.py" --dir ${odd} $(id) `x`#y
  args: ["${odd}", 5, ""]
variables: {odd: "a b; $(id) \\"'\\n"}
""",
    )
    assert suite.servers["default"].target.command == (
        "python",
        "my server.py",
        "--dir",
        "a b; $(id) \"'\n",
        "$(id)",
        "`x`#y",
        "a b; $(id) \"'\n",
        "5",
        "",
    )


@pytest.mark.parametrize(
    ("server", "code"),
    [
        ("{command: ''}", "suite-bad-value"),
        ("{command: []}", "suite-bad-value"),
        ('{command: ["a\\0b"]}', "suite-bad-value"),
        ("{command: 5}", "suite-wrong-type"),
        ("{}", "suite-missing-key"),
        ("{command: x, url: 'http://h'}", "suite-missing-key"),
        ("{command: x, headers: {a: b}}", "suite-bad-value"),
        ("{url: 'http://h', cwd: x}", "suite-bad-value"),
        ("{url: 'http://h', transport: stdio}", "suite-bad-value"),
        ("{command: x, transport: sse}", "suite-bad-value"),
        ("{command: x, transport: tcp}", "suite-bad-value"),
        ("{url: 'file:///x'}", "suite-bad-value"),
        ("{url: 'javascript:x'}", "suite-bad-value"),
        ("{url: 'http://'}", "suite-bad-value"),
        ("{url: 'http://h:0'}", "suite-bad-value"),
        ("{url: 'http://h:99999'}", "suite-bad-value"),
        ("{url: 'http://h/a b'}", "suite-bad-value"),
        ("{url: 'http://[::1'}", "suite-bad-value"),
        ("{url: 'http://h', headers: {'a b': c}}", "suite-bad-value"),
        ('{url: "http://h", headers: {a: "b\\r\\nc"}}', "suite-bad-value"),
        ("{url: 'http://h', headers: {a: [1]}}", "suite-wrong-type"),
        ("{url: 'http://h', headers: {a: {env: NOT_SET}}}", "suite-unset-variable"),
        ("{url: 'http://h', auth: {bearer_token_env: NOT_SET}}", "suite-unset-variable"),
        ("{url: 'http://h', auth: {token: x}}", "suite-unknown-key"),
        ("{command: x, env: {A: [1]}}", "suite-wrong-type"),
        ("{command: x, protocol_version: v2025-6-18}", "suite-unknown-spec-version"),
        ("{command: x, timeout: 0}", "suite-bad-duration"),
        ("{command: x, wait_for_ready: soon}", "suite-bad-duration"),
        ("{command: x, max_in_flight: 0}", "suite-bad-value"),
        ("{command: x, client: {root: []}}", "suite-unknown-key"),
    ],
)
def test_a_server_that_cannot_be_meant_is_refused(tmp_path, server, code):
    suite = load(tmp_path, f"servers:\n  a: {server}\n")
    assert code in {found for found, _ in codes(suite)}
    assert all(line == 2 for _, line in codes(suite))
    assert not suite.servers


def test_a_command_with_an_open_quote_is_refused(tmp_path):
    suite = load(tmp_path, "server: {command: 'a \"b'}")
    assert codes(suite) == [("suite-bad-value", 1)]


def test_a_launched_server_has_everything_that_was_said(tmp_path):
    suite = load(
        tmp_path,
        """
servers:
  a:
    command: [x]
    env: {A: 1.10, B: true, C: null, D: , E: {env: MY_TOKEN}, F: no}
    cwd: sub
    protocol_version: 2025-06-18
    timeout: 250ms
    wait_for_ready: 10s
    max_in_flight: 3
""",
    )
    assert not suite.problems
    spec = suite.servers["a"]
    assert spec.target.env == {
        "A": "1.10",
        "B": "true",
        "C": "null",
        "D": "",
        "E": "s3cr3t-value",
        "F": "no",
    }
    assert spec.target.cwd == str(tmp_path / "sub")
    assert spec.version is SpecVersion.V2025_06_18
    assert (spec.timeout, spec.wait_for_ready, spec.max_in_flight) == (0.25, 10.0, 3)
    assert spec.secrets == suite.secrets == ("s3cr3t-value",)
    assert spec.ready_url is None
    assert spec.client_side().capabilities == {}


def test_a_server_behind_an_address_has_headers_and_secrets(tmp_path):
    suite = load(
        tmp_path,
        """
server:
  url: "http://me:pass%20word@h:8080/mcp"
  headers: {X-Plain: a, Authorization: "Bearer literal-one", X-Env: {env: MY_TOKEN}}
  transport: http
  wait_for_ready: http://h/health
""",
    )
    assert not suite.problems
    spec = suite.servers["default"]
    assert spec.target == HttpTarget(
        "http://me:pass%20word@h:8080/mcp",
        {"X-Plain": "a", "Authorization": "Bearer literal-one", "X-Env": "s3cr3t-value"},
        "streamable-http",
    )
    assert set(spec.secrets) == {"pass word", "literal-one", "s3cr3t-value"}
    assert spec.ready_url == "http://h/health"
    assert len(suite.notes) == 1
    assert "literal-one" not in suite.notes[0]


def test_a_secret_too_short_to_mask_is_named(tmp_path):
    suite = load(tmp_path, "server: {command: x, env: {A: {env: PIN}}}", env={"PIN": "1234"})
    assert "PIN is too short" in suite.notes[0]


def test_the_working_directory_is_not_a_password(tmp_path):
    env = {"PWD": "/home/ada/project", "DB_PWD": "s3cr3t-value"}
    text = "server: {command: x, args: ['${env.PWD}', '${env.DB_PWD}']}"
    suite = load(tmp_path, text, env=env)
    assert suite.secrets == ("s3cr3t-value",)


def test_a_bearer_token_comes_from_the_environment(tmp_path):
    suite = load(
        tmp_path, "server: {url: 'https://h', transport: sse, auth: {bearer_token_env: MY_TOKEN}}"
    )
    target = suite.servers["default"].target
    assert target.headers == {"Authorization": "Bearer s3cr3t-value"}
    assert target.transport == "sse"
    assert suite.secrets == ("s3cr3t-value",)


def test_a_secret_by_way_of_a_variable_is_a_secret_without_a_warning(tmp_path):
    suite = load(
        tmp_path,
        "server: {url: 'https://h', headers: {X-Api-Key: '${t}'}}\n"
        "variables: {t: {from_env: MY_TOKEN}}",
    )
    assert suite.secrets == ("s3cr3t-value",)
    assert suite.notes == ()


def test_a_suite_may_say_how_we_answer_the_server(tmp_path):
    suite = load(
        tmp_path,
        """
server:
  command: x
  client:
    roots: ["file:///a", {uri: "file:///b", name: b}]
    sampling: hello
    elicitation: decline
""",
    )
    side = suite.servers["default"].client_side()
    assert side.capabilities == {"roots": {}, "sampling": {}, "elicitation": {}}
    assert side.answers["roots/list"]["roots"][0] == {"uri": "file:///a"}
    assert side.answers["sampling/createMessage"]["content"]["text"] == "hello"
    assert side.answers["elicitation/create"] == {"action": "decline"}
    assert any("preview" in note for note in suite.notes)
    whole = load(
        tmp_path, "server: {command: x, client: {sampling: {a: 1}, elicitation: {action: accept}}}"
    )
    answers = whole.servers["default"].client.answers
    assert answers["sampling/createMessage"] == {"a": 1}
    assert answers["elicitation/create"] == {"action": "accept"}


def test_defaults_fill_what_a_test_does_not_say(tmp_path):
    suite = load(
        tmp_path,
        """
servers: {a: {command: x}, b: {command: y}}
defaults: {server: a, timeout: 2s, tags: [t], retry: 1}
tools: [{name: x}, {name: y, server: b, timeout: 5, tags: [u]}, 5]
compliance: {tests: [{name: P}], spec_version: draft}
tool_quality: [{name: q}]
coverage: {tools: 100}
""",
    )
    assert not suite.problems
    assert suite.blocks["tools"].plain() == [
        {"name": "x", "server": "a", "timeout": "2s", "tags": ["t"], "retry": 1},
        {"name": "y", "server": "b", "timeout": 5, "tags": ["u"], "retry": 1},
        5,
    ]
    assert suite.blocks["compliance"].plain()["tests"] == [{"name": "P", "server": "a"}]
    assert suite.blocks["tool_quality"].plain() == [{"name": "q", "server": "a"}]
    assert suite.blocks["coverage"].plain() == {"tools": 100}
    assert (suite.defaults.server, suite.defaults.timeout, suite.defaults.tags) == (
        "a",
        2.0,
        ("t",),
    )


def test_with_several_servers_every_test_says_which(tmp_path):
    suite = load(
        tmp_path,
        "servers: {a: {command: x}, b: {command: y}}\ntools: [{name: t}, {name: u, server: a}]\n"
        "compliance:\n  tests: [{name: P}]\n",
    )
    assert codes(suite) == [("suite-missing-key", 2), ("suite-missing-key", 4)]


def test_defaults_are_checked(tmp_path):
    suite = load(
        tmp_path,
        "server: {command: x}\ndefaults: {server: defalt, timeout: -1, tag: x}\n"
        "compliance: {spec_version: draft}\n",
    )
    assert {code for code, _ in codes(suite)} == {
        "suite-unknown-server",
        "suite-bad-duration",
        "suite-unknown-key",
    }


def test_run_options_say_what_the_suite_wants(tmp_path):
    suite = load(
        tmp_path,
        """
server: {command: x}
run_options:
  {execute_destructive: true, max_calls: 3, concurrency: 4, call_delay: 0, jobs: 2, retry: 1,
   fail_fast: true, seed: 7, deny_lints: true}
""",
    )
    assert not suite.problems
    options = suite.run_options
    assert (options.max_calls, options.call_delay, options.jobs, options.seed) == (3, 0.0, 2, 7)
    assert (
        load(tmp_path, "server: {command: x}\nrun_options: {jobs: auto}").run_options.jobs is None
    )
    bad = load(tmp_path, "server: {command: x}\nrun_options: {jobs: 0, seed: x}")
    assert {code for code, _ in codes(bad)} == {"suite-bad-value", "suite-wrong-type"}


def test_problems_come_in_the_order_of_the_file(tmp_path):
    suite = load(tmp_path, "run_options: {seed: x}\nserver: {command: 5}\nvariables: {a: '${z}'}\n")
    with pytest.raises(FileProblemsError) as caught:
        suite.require()
    lines = [problem.where.line for problem in caught.value.problems]
    assert lines == sorted(lines)
    assert len(lines) == 3


def test_imports_bring_servers_variables_and_tests(tmp_path):
    write(tmp_path, "servers: {a: {command: '${prog}'}}\nvariables: {prog: old, w: 1}", "lib/s.yml")
    write(
        tmp_path,
        "imports: [s.yml]\ntools: [{name: one, x: '${w}'}]\ncoverage: {tools: 1}",
        "lib/t.yml",
    )
    suite = load(
        tmp_path,
        "imports: [lib/s.yml, lib/t.yml]\nvariables: {prog: new}\ntools: [{name: two}]\n"
        "coverage: {tools: 2}\ndefaults: {retry: 2}",
    )
    assert not suite.problems
    assert suite.servers["a"].target.command == ("new",)
    assert suite.blocks["tools"].plain() == [
        {"name": "one", "x": 1, "retry": 2},
        {"name": "two", "retry": 2},
    ]
    assert suite.blocks["coverage"].plain() == {"tools": 2}


def test_each_file_has_its_own_folder_and_its_own_defaults(tmp_path):
    write(
        tmp_path,
        "server: {command: '${CONFIG_DIR}/x'}\ndefaults: {retry: 1}\ntools: [{name: a}]",
        "lib/s.yml",
    )
    suite = load(tmp_path, "imports: [lib/s.yml]\ndefaults: {retry: 2}\ntools: [{name: b}]")
    assert suite.servers["default"].target.command == (f"{tmp_path}/lib/x",)
    assert [test["retry"] for test in suite.blocks["tools"].plain()] == [1, 2]


def test_a_circle_of_imports_is_named(tmp_path):
    write(tmp_path, "imports: [s.mcptest.yml]", "b.yml")
    suite = load(tmp_path, "server: {command: x}\nimports: [b.yml]")
    (problem,) = suite.problems
    assert problem.code == "suite-import-cycle"
    assert "s.mcptest.yml -> b.yml -> s.mcptest.yml" in problem.message
    assert str(problem.where).endswith("b.yml:1:11")


def test_an_endless_chain_of_imports_is_cut(tmp_path):
    for i in range(30):
        write(tmp_path, f"imports: [f{i + 1}.yml]", f"f{i}.yml")
    suite = load(tmp_path, "server: {command: x}\nimports: [f0.yml]")
    assert [code for code, _ in codes(suite)] == ["suite-import-depth"]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ("missing.yml", "suite-import-missing"),
        (".", "suite-import-missing"),
        ('"a\\0b"', "suite-import-missing"),
        ("../outside.yml", "suite-import-outside"),
        ("/etc/hostname", "suite-import-outside"),
        ("https://example.com/x.yml", "suite-import-outside"),
        ("link.yml", "suite-import-outside"),
        ("broken.yml", "suite-syntax"),
        ("[x]", "suite-wrong-type"),
    ],
)
def test_an_import_that_cannot_be_used_is_refused(tmp_path, entry, code):
    home = tmp_path / "home"
    write(tmp_path, "tools: []", "outside.yml")
    write(home, "a: [", "broken.yml")
    (home / "link.yml").symlink_to(tmp_path / "outside.yml")
    suite = load(home, f"server: {{command: x}}\nimports: [{entry}]\n")
    assert [found for found, _ in codes(suite)] == [code]


def test_a_project_may_import_from_all_of_its_folders(tmp_path):
    (tmp_path / ".git").mkdir()
    write(tmp_path, "server: {command: x}", "shared.yml")
    assert not load(tmp_path / "tests", "imports: [../shared.yml]").problems


def test_two_files_must_not_name_one_server(tmp_path):
    write(tmp_path, "servers: {a: {command: x}}", "b.yml")
    suite = load(tmp_path, "imports: [b.yml]\nservers: {a: {command: y}}")
    assert codes(suite) == [("suite-duplicate-name", 2)]


def test_a_block_cannot_be_a_list_here_and_an_object_there(tmp_path):
    write(tmp_path, "compliance: []", "b.yml")
    suite = load(tmp_path, "imports: [b.yml]\nserver: {command: x}\ncompliance: {}")
    assert codes(suite) == [("suite-bad-value", 3)]


SNIPPETS = st.lists(
    st.sampled_from(
        [
            "server: {command: x}",
            "server:",
            "servers: {a: {url: 'http://h'}}",
            "servers: {a: 5, b: {command: '${q}'}}",
            "imports: [s.mcptest.yml, 5, null]",
            "imports: x",
            "variables: {a: '${b}', b: {from_env: X}}",
            "variables: 5",
            "defaults: {server: a, tags: 5}",
            "tools: [{name: a, steps: [{capture: {x: y}}, 5], z: '${x}${a}'}]",
            "tools: {a: 1}",
            "tools: '${a}'",
            "compliance: {tests: 5}",
            "compliance: [{name: [1]}]",
            "run_options: {jobs: '${a}'}",
            "run_options:",
            "zzz: 1",
        ]
    ),
    max_size=6,
    unique_by=lambda line: line.split(":")[0],
).map("\n".join)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(SNIPPETS)
def test_any_suite_loads_with_problems_or_is_a_file_problem(tmp_path, text):
    try:
        suite = load(tmp_path, text)
    except FileProblemsError:
        return
    assert all(problem.where and problem.code.startswith("suite-") for problem in suite.problems)
