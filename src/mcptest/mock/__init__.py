"""A server from a file: healthy, faulty, or breaking one named rule; both eras, both transports."""
