"""May we call it? Classes, policy, budget, and the one gate."""
