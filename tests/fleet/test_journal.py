from tests.fleet.sample import fleet_run, server

from mcptest.fleet.journal import Journal, read_journal


def test_a_line_separator_inside_a_name_is_no_end_of_a_line(tmp_path):
    odd = "a\u2028b\u0085c\x0cd"
    path = tmp_path / "journal.ndjson"
    journal = Journal(path).begin(fleet_run())
    journal.server(server(odd))
    journal.close()
    assert list(read_journal(path).servers) == [odd]
