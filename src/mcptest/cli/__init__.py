"""Ask and answer: one file per command; the only place that prints and exits."""
