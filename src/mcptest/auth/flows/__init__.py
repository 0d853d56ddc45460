"""Ways to get a token: token endpoint, browser, device code."""
