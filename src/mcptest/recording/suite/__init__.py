"""Write tests from recorded calls and their responses."""
