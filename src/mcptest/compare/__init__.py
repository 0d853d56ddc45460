"""Two builds of a server side by side: what a change would mean for those who use it."""
