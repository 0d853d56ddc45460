"""Fix a catalog: close objects and require properties where that is safe."""
