from mcptest.suite.secrets import bare_secret, password_of


def test_the_word_before_a_secret_is_not_part_of_it():
    assert bare_secret("Bearer abc") == "abc"
    assert bare_secret("basic  dXNlcg==") == "dXNlcg=="
    assert bare_secret("abc") == "abc"


def test_an_address_may_hold_a_password():
    assert password_of("http://u:p%40ss@h/x") == "p@ss"
    assert password_of("http://h/x") is None
    assert password_of("http://[::1") is None
