"""Decide whether a tool may be called: classes, policy, budget, and the one gate."""

from mcptest.safety.budget import BudgetExhausted, CallBudget
from mcptest.safety.classify import (
    Classification,
    ClassSource,
    ToolClass,
    classify,
    strictest_by_name,
)
from mcptest.safety.gate import Gate, Permit, Refusal
from mcptest.safety.policy import CallContext, CallOnly, Decision, ExecutionPolicy
from mcptest.safety.summary import summarize_calls
from mcptest.safety.words import split_words

__all__ = [
    "BudgetExhausted",
    "CallBudget",
    "CallContext",
    "CallOnly",
    "ClassSource",
    "Classification",
    "Decision",
    "ExecutionPolicy",
    "Gate",
    "Permit",
    "Refusal",
    "ToolClass",
    "classify",
    "split_words",
    "strictest_by_name",
    "summarize_calls",
]
