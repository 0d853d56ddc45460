"""What rules about authorization ask a server for, beside its sessions."""
