"""What the text of an error says about the program that sent it."""
