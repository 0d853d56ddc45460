"""What a fleet run leaves behind: rows, document, journal and folder."""

import json

import pytest

from mcptest.errors import UsageError, WriteError
from mcptest.fleet.fleet_run import FleetRun, fleet_document, fleet_exit_code, parse_fleet, summary
from mcptest.fleet.folder import (
    RunFolder,
    document_name,
    file_name,
    new_id,
    read_fleet_run,
    runs_in,
)
from mcptest.fleet.history import look_back
from mcptest.fleet.journal import Journal, read_journal
from mcptest.fleet.result import (
    GateResult,
    ResultPart,
    ServerStatus,
    Since,
    parse_result,
    result_document,
)
from mcptest.fleet.workers.delivery import pack, unpack
from mcptest.report.schemas import document_schema
from mcptest.schema.validate import validator


@pytest.fixture
def full(row):
    part = ResultPart(
        document="servers/one.audit.json", exit_code=1, duration_ms=2.0, summary={"failed": 1}
    )
    return row(
        status=ServerStatus.FAILED,
        reason="why",
        tags=("a",),
        owner="me",
        stage="7",
        grade="B",
        score=81.5,
        audit=part,
        suite=part,
        findings={"error": 2},
        failures=("x::y",),
        failed_cases=1,
        gates=(GateResult(name="min_grade", passed=False, note="n"),),
        since=Since(run="r", status=ServerStatus.PASSED, grade="A", score=95.0, broke=("x::y",)),
        notes=("note",),
    )


def make_run(*servers, **more):
    said = {
        "id": "r1",
        "mcptest": "0",
        "fleet": "acme",
        "file": "f",
        "started": "2026-01-01T00:00:00Z",
    }
    return FleetRun(**{**said, "servers": servers, **more})


def test_a_row_comes_back_from_its_document(full, row):
    for each in (full, row()):
        assert parse_result(result_document(each)) == parse_result(
            json.loads(json.dumps(result_document(each)))
        )
        assert result_document(parse_result(result_document(each))) == result_document(each)


def test_a_run_keeps_to_its_published_schema(full, row):
    document = json.loads(json.dumps(fleet_document(make_run(full, row("two")))))
    assert validator(document_schema("fleet-run")).errors(document) == []
    assert fleet_document(parse_fleet(document)) == document
    assert document["summary"] == {
        **dict.fromkeys(map(str, ServerStatus), 0),
        "passed": 1,
        "failed": 1,
    }


def test_every_status_has_a_place_in_the_schema_and_the_sum(row):
    rows = [row(status.value, status) for status in ServerStatus]
    assert validator(document_schema("fleet-run")).errors(fleet_document(make_run(*rows))) == []
    assert set(summary(rows).values()) == {1}


@pytest.mark.parametrize("bad", [None, [], {"schema": "mcptest.run/v1"}])
def test_something_else_is_no_fleet_run(bad):
    with pytest.raises(UsageError) as caught:
        parse_fleet(bad)
    assert caught.value.code == "fleet-not-a-run"


def test_a_broken_document_says_so(row):
    document = fleet_document(make_run(row()))
    document["servers"][0]["status"] = "splendid"
    with pytest.raises(UsageError) as caught:
        parse_fleet(document)
    assert caught.value.code == "fleet-broken-run"


@pytest.mark.parametrize(
    ("ended", "code"),
    [
        (["passed"], 0),
        (["passed", "failed"], 1),
        (["passed", "unusable"], 1),
        (["passed", "unreachable"], 1),
        (["unreachable", "unreachable"], 3),
        (["timed-out"], 1),
        (["not-run"], 1),
        (["failed", "errored"], 4),
    ],
)
def test_the_gravest_end_decides_the_exit_code(row, ended, code):
    assert fleet_exit_code([row(str(i), ServerStatus(e)) for i, e in enumerate(ended)]) == code


class TestJournal:
    def test_what_was_written_is_read(self, tmp_path, full, row):
        path = tmp_path / "j"
        journal = Journal(path).begin(make_run())
        journal.server(full)
        journal.server(row("two", ServerStatus.NOT_RUN))
        journal.close()
        read = read_journal(path)
        assert (read.run.id, set(read.servers), read.finished) == ("r1", {"one"}, False)
        again = Journal(path).resume("2026-01-02T00:00:00Z")
        again.server(row("two"))
        again.finish(1)
        again.close()
        assert set(read_journal(path).servers) == {"one", "two"}
        assert read_journal(path).finished

    @pytest.mark.parametrize("cut", range(1, 60, 7))
    def test_a_journal_cut_anywhere_loses_its_last_line_alone(self, tmp_path, row, cut):
        path = tmp_path / "j"
        journal = Journal(path).begin(make_run())
        for name in ("a", "b"):
            journal.server(row(name))
        journal.close()
        path.write_bytes(path.read_bytes()[:-cut])
        more = Journal(path).resume("now")
        more.server(row("c"))
        more.close()
        kept = set(read_journal(path).servers)
        assert kept == ({"a", "b", "c"} if cut == 1 else {"a", "c"})

    def test_lines_that_are_not_ours_are_passed_over(self, tmp_path, row):
        path = tmp_path / "j"
        journal = Journal(path).begin(make_run())
        journal.server(row("a"))
        journal.close()
        with path.open("ab") as file:
            file.write(b'\xff\xfe\n[1]\n{"event": 3}\n{"event": "server-finished", "server": {}}\n')
        assert set(read_journal(path).servers) == {"a"}

    def test_a_journal_without_a_beginning_cannot_be_resumed(self, tmp_path):
        path = tmp_path / "j"
        for text in (None, b"", b'{"event": "fleet-fin'):
            if text is not None:
                path.write_bytes(text)
            with pytest.raises(UsageError) as caught:
                read_journal(path)
            assert caught.value.code == "fleet-no-journal"

    def test_a_place_that_cannot_be_written_is_told_before_anything_runs(self, tmp_path):
        with pytest.raises(WriteError) as caught:
            Journal(tmp_path / "no" / "j").begin(make_run())
        assert caught.value.code == "fleet-unwritable"

    def test_a_full_disk_is_kept_in_mind_and_does_not_raise(self, tmp_path, row):
        full = tmp_path / "j"
        full.symlink_to("/dev/full")
        with pytest.raises(WriteError):
            Journal(full).begin(make_run())
        journal = Journal(full)
        journal._open()
        journal.server(row())
        journal.server(row())
        assert journal.trouble is not None
        journal.close()


class TestFolder:
    def test_documents_are_found_again(self, tmp_path, row):
        folder = RunFolder(tmp_path / "r1")
        folder.make()
        folder.keep(document_name("one", "audit"), b'{"a": 1}\n')
        folder.finish(make_run(row()))
        assert read_fleet_run(folder.path) == read_fleet_run(folder.document)
        assert (folder.path / "servers" / "one.audit.json").read_bytes() == b'{"a": 1}\n'

    def test_a_folder_that_cannot_be_made_says_so(self, tmp_path):
        (tmp_path / "file").write_text("")
        with pytest.raises(WriteError) as caught:
            RunFolder(tmp_path / "file" / "r").make()
        assert caught.value.code == "fleet-unwritable"

    @pytest.mark.parametrize("text", [None, "{", "[" * 100_000])
    def test_a_run_that_cannot_be_read_says_so(self, tmp_path, text):
        if text is not None:
            (tmp_path / "fleet.json").write_text(text)
        with pytest.raises(UsageError) as caught:
            read_fleet_run(tmp_path)
        assert caught.value.code == ("fleet-no-run" if text is None else "fleet-broken-run")

    def test_every_server_has_a_file_of_its_own(self):
        names = ["a", "A", "../a", "a/b", "a b", "", ".", "..", "ä", "x" * 300, "con\n", "a-b"]
        made = [file_name(name) for name in names]
        assert len(set(made)) == len(names)
        assert all("/" not in name and len(name) < 90 and not name.startswith(".") for name in made)
        assert file_name("closebot") == "closebot"

    def test_ids_sort_by_time(self):
        assert new_id("2026-11-16T04:15:00Z", "3f9a77") == "20261116T041500Z-3f9a"
        assert new_id("2026-11-16T04:15:00.123Z", "ffff") < new_id("2026-11-16T04:15:01Z", "0000")


class TestHistory:
    def keep(self, home, run):
        folder = RunFolder(home / run.id)
        folder.make()
        Journal(folder.journal).begin(run).close()
        folder.finish(run)

    def test_each_server_is_as_the_newest_run_has_it_that_ran_it(self, tmp_path, row):
        self.keep(tmp_path, make_run(row("a", grade="A"), row("b", grade="B"), id="1"))
        self.keep(tmp_path, make_run(row("a", grade="C"), id="2"))
        self.keep(tmp_path, make_run(row("a", ServerStatus.NOT_RUN), id="3"))
        self.keep(tmp_path, make_run(row("a", grade="F"), id="4", fleet="another"))
        names = dict.fromkeys("abc", ("lint",))
        found = look_back("acme", names, home=tmp_path, this=tmp_path / "5").newest
        assert {name: (b.run, b.server.grade) for name, b in found.items()} == {
            "a": ("2", "C"),
            "b": ("1", "B"),
        }

    def test_this_run_and_broken_ones_are_passed_over(self, tmp_path, row):
        self.keep(tmp_path, make_run(row("a", grade="A"), id="1"))
        self.keep(tmp_path, make_run(row("a", grade="B"), id="2"))
        (tmp_path / "2" / "fleet.json").write_text("{")
        self.keep(tmp_path, make_run(row("a", grade="C"), id="3"))
        found = look_back("acme", {"a": ("lint",)}, home=tmp_path, this=tmp_path / "3")
        assert (found.newest["a"].run, found.floor["a"].run) == ("1", "1")

    def test_a_run_that_was_named_is_the_one(self, tmp_path, row):
        self.keep(tmp_path, make_run(row("a", grade="A"), id="1"))
        names = {"a": ("lint",)}
        found = look_back(
            "other", names, home=tmp_path / "none", this=tmp_path, against=tmp_path / "1"
        )
        assert (found.newest["a"].run, found.floor["a"].run) == ("1", "1")
        assert list(runs_in(tmp_path / "none")) == []
        with pytest.raises(UsageError):
            look_back("x", names, home=tmp_path, this=tmp_path, against=tmp_path / "9")

    @pytest.mark.parametrize(
        ("rows", "floor"),
        [
            ([{"grade": "A"}, {"grade": "B", "status": ServerStatus.FAILED}], "0"),
            ([{"grade": "A"}, {"status": ServerStatus.UNREACHABLE}], "0"),
            ([{"grade": "A"}, {"status": ServerStatus.TIMED_OUT, "grade": "B"}], "0"),
            ([{"grade": "A"}, {"stages": ("lint",)}], "0"),
            ([{"grade": "A"}, {"grade": "C"}], "1"),
            ([{"grade": "A", "stages": ("compliance", "fuzz")}, {"grade": "C"}], "1"),
            ([{"grade": "A"}, {"grade": "C", "stages": ("compliance", "fuzz")}], "0"),
            ([{"grade": "D", "status": ServerStatus.FAILED}], "0"),
            ([{"stages": ("lint",)}, {"status": ServerStatus.UNREACHABLE}], "0"),
            ([{"status": ServerStatus.UNREACHABLE}], None),
        ],
    )
    def test_the_floor_is_the_newest_run_in_which_it_was_in_order(self, tmp_path, row, rows, floor):
        for number, row_of in enumerate(rows):
            made = row("a", **{"stages": ("compliance",), **row_of})
            self.keep(tmp_path, make_run(made, id=str(number)))
        past = look_back("acme", {"a": ("compliance",)}, home=tmp_path, this=tmp_path / "9")
        assert past.newest["a"].run == str(len(rows) - 1)
        assert (past.floor["a"].run if past.floor else None) == floor


class TestDelivery:
    def test_what_was_packed_is_unpacked(self, full):
        delivery = unpack(pack(full, [{"a": 1}, {"b": "\ud800"}]))
        assert delivery.result == parse_result(result_document(full))
        assert [name for name, _ in delivery.documents] == ["servers/one.audit.json"] * 2
        assert json.loads(delivery.documents[0][1]) == {"a": 1}

    @pytest.mark.parametrize("keep", [0, 5, -1, -3])
    def test_half_a_delivery_is_none(self, full, keep):
        whole = pack(full, [{"a": 1}, {"b": 2}])
        assert unpack(whole[:keep]) is None

    def test_a_delivery_with_a_document_missing_is_none(self, full):
        assert unpack(pack(full, [{"a": 1}])) is None
        assert unpack(b"{}\n") is None
