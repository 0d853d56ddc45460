"""Where results and errors go: stdout, stderr and report files."""
