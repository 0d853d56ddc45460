"""Write the generated files, or check that they are fresh."""
