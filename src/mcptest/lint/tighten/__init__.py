"""Fix a catalog: close and require what is safe to close and require."""
