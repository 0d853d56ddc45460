"""The commands, one module each; the module's name is the command's name."""
