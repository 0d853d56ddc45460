"""The file: ``mcptest.recording/v1``, one frame a line."""
