"""Record real sessions, replay them, and turn them into tests."""
