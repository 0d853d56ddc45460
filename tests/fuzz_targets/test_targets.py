"""Every fuzz target on its seeds, on what was found once, and on a little chance."""

from importlib import import_module

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fuzz_targets.drive import NAMES
from tests.fuzz_targets.found import FOUND

TARGETS = {name: import_module(f"tests.fuzz_targets.{name}") for name in NAMES}


@pytest.mark.parametrize(
    ("name", "seed"), [(name, seed) for name in NAMES for seed in TARGETS[name].SEEDS]
)
def test_a_seed_keeps_the_law(name, seed):
    TARGETS[name].check(seed)


@pytest.mark.parametrize(("name", "found"), FOUND)
def test_what_was_found_once_stays_mended(name, found):
    TARGETS[name].check(found)


@pytest.mark.parametrize("name", NAMES)
def test_what_chance_makes_of_the_seeds_keeps_the_law(name):
    target = TARGETS[name]

    @settings(max_examples=300)
    @given(spliced(target.SEEDS))
    def holds(data):
        target.check(data)

    holds()


@st.composite
def spliced(draw, seeds):
    """A seed with a few places overwritten, cut out, doubled, or joined with another seed."""
    data = bytearray(draw(st.sampled_from(seeds)))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(data)))
        end = draw(st.integers(at, min(len(data), at + 12)))
        other = draw(st.sampled_from(seeds))
        data[at:end] = draw(
            st.one_of(
                st.binary(max_size=4),
                st.just(other[:40]),
                st.just(bytes(data[at:end]) * 3),
                st.sampled_from(
                    [b"&a ", b"*a", b"\n", b"\r", b": ", b"${", b"[", b"'", b"\xe2\x80\xa8"]
                ),
            )
        )
    return bytes(data)
