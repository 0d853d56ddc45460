"""Code for the rules that data cannot say; the module name is the rule's id."""
