"""The parts of ``client``: run scenarios, wait for a client, list scenarios."""
