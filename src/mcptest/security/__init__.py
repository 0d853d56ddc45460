"""Find what makes a server dangerous to use, with evidence for each finding."""
