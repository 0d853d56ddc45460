"""Every message of every session: kept, searched, with what HTTP said around it."""
