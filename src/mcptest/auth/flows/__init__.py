"""Ways to a token: the token endpoint, the browser, the device code."""
