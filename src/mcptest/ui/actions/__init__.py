"""The actions of a page, one file each."""
