"""The generated pages, one module each: ``files()`` gives paths and texts."""
