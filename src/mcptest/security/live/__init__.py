"""What a session shows anyway: lists, responses, HTTP."""
