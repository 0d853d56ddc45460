"""Draft tests from what the page saw: a call, a sequence of calls, or a finding."""
