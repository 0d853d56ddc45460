from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.suite.duration import parse_duration


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("250ms", 0.25),
        ("30s", 30),
        ("2m", 120),
        ("5", 5),
        (5, 5),
        (0.5, 0.5),
        ("1.5 s", 1.5),
        ("24 m", 1440),
        (86400, 86400),
    ],
)
def test_durations_are_read_as_seconds(written, seconds):
    assert parse_duration(written) == seconds


@pytest.mark.parametrize(
    "written",
    [
        0,
        -1,
        1e9,
        "0",
        "0ms",
        "-5s",
        "5 minutes",
        "5h",
        "5 M",
        "",
        "s",
        "inf",
        "nan",
        float("inf"),
        float("nan"),
        "1e3",
        "9" * 5000,
        "1441m",
    ],
)
def test_what_is_no_duration_is_refused(written):
    with pytest.raises(ValueError):
        parse_duration(written)


def test_none_at_all_can_be_allowed():
    assert parse_duration("0", zero=True) == 0
    assert parse_duration(0, zero=True) == 0


@given(st.text(max_size=20) | st.floats() | st.integers(-(10**20), 10**20))
def test_any_duration_lies_within_a_day_or_is_refused(written):
    with suppress(ValueError):
        assert 0 < parse_duration(written) <= 86400
