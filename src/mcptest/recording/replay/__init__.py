"""Replay a recording: match requests and send the recorded responses."""
