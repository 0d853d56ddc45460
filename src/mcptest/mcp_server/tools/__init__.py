"""What an agent may ask for, one file each; the folder is the table."""
