from concurrent.futures import ThreadPoolExecutor

import pytest

from mcptest.errors import ExitCode, McptestError
from mcptest.safety import BudgetExhausted, CallBudget


def test_a_spent_budget_says_its_limit():
    budget = CallBudget(1)
    budget.acquire()
    with pytest.raises(BudgetExhausted) as caught:
        budget.acquire()
    assert caught.value.limit == 1
    assert caught.value.code == "budget-exhausted"
    assert caught.value.exit_code is ExitCode.REFUSED
    assert isinstance(caught.value, McptestError)


def test_zero_allows_nothing():
    with pytest.raises(BudgetExhausted):
        CallBudget(0).acquire()


def test_no_limit_is_no_limit():
    budget = CallBudget()
    for _ in range(1000):
        budget.acquire()
    assert budget.used == 1000


def test_a_negative_budget_cannot_be_made():
    with pytest.raises(ValueError, match="zero or more"):
        CallBudget(-1)


@pytest.mark.parametrize("limit", [0, 1, 100, 777])
def test_thirty_two_workers_get_exactly_the_limit(limit):
    budget = CallBudget(limit)

    def work(_):
        try:
            budget.acquire()
        except BudgetExhausted:
            return 0
        return 1

    with ThreadPoolExecutor(32) as pool:
        assert sum(pool.map(work, range(2000))) == limit
    assert budget.used == limit


def test_a_spent_budget_says_what_to_do():
    spent = BudgetExhausted(3)
    assert spent.message == "the budget of 3 tool calls is used up"
    assert spent.hint == "Raise --max-calls, or remove it for no limit."
