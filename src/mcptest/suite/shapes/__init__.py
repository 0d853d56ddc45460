"""The shapes, by kind; `mcptest.suite.shape` is the door."""
