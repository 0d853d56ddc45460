"""A client with one fault is found by the rule that names the fault."""

from functools import partial

import pytest
from tests.client.single_faults import FAULTS
from tests.client.trial import confirmed, found_in

from mcptest.client.scenario import find_scenario

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
PARTS = 4


def test_there_are_a_hundred_faults_of_more_than_fifty_kinds():
    assert len(FAULTS) >= 100
    assert len({rule for rule, *_ in FAULTS}) > 50
    assert len({str(line) for line in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize("part", range(PARTS))
def test_a_client_with_one_fault_is_found_by_the_rule_that_names_it(part):
    tried = FAULTS[part::PARTS]
    seen = confirmed(
        [
            partial(found_in, find_scenario(scenario), version, over, [fault])
            for _, scenario, fault, over, version in tried
        ],
        lambda number, found: tried[number][0] not in found,
    )
    missed = [
        (line, found) for line, (found, _) in zip(tried, seen, strict=True) if line[0] not in found
    ]
    assert missed == []
