import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.safety.wording import judge_name
from mcptest.safety.words import _camel_words, _runs, fold, plain_words, split_words


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("deleteFile", "delete"),
        ("delete-file", "delete"),
        ("delete_file", "delete"),
        ("deleteURLs", "delete"),
        ("HTMLPost", "post"),
        ("DELETE_ALL", "delete"),
        ("DELETEfile", "delete"),
        ("files.delete/all", "delete"),
        ("set2go", "set"),
        ("v2Drop", "drop"),
        ("DropDB", "drop"),
        ("XAdd", "add"),
        ("löscheUndRemove", "remove"),
    ],
)
def test_a_word_is_found_however_the_name_is_written(name, word):
    assert word in split_words(name)


@pytest.mark.parametrize("name", ["settings", "address", "posture", "dropdown", "skill"])
def test_a_word_inside_a_word_is_not_found(name):
    assert judge_name(name).entry is None


@pytest.mark.parametrize(
    "name", ["l\u00f6schen", "lo\u0308schen", "L\u00d6SCHEN", "l\u00f6\u200bschen"]
)
def test_an_accent_does_not_end_a_word(name):
    assert split_words(name) == ("l\u00f6schen",)
    assert fold(name.replace("\u200b", "")) == "loschen"


def test_wide_letters_are_letters():
    assert split_words("\uff44\uff45\uff4c\uff45\uff54\uff45_x") == ("delete", "x")


def test_a_name_without_letters_has_no_words():
    assert split_words("") == ()
    assert split_words("_2-") == ()


@given(
    st.lists(st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=8), min_size=1, max_size=5)
)
def test_three_spellings_have_the_same_words(words):
    camel = words[0] + "".join(word.capitalize() for word in words[1:])
    assert split_words("_".join(words)) == split_words("-".join(words)) == split_words(camel)
    assert list(split_words(camel)) == words


@given(st.text())
def test_any_name_can_be_split(name):
    assert all(word for word in split_words(name))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("aB", ("a", "b")),
        ("getXML", ("get", "xml")),
        ("HTMLPost", ("htmlp", "html", "post")),
        ("getHTMLPost", ("get", "htmlp", "html", "post")),
        ("ABc", ("ab", "a", "bc")),
        ("xAb", ("x", "ab")),
    ],
)
def test_a_run_of_capitals_gives_both_readings_in_order(name, words):
    assert split_words(name) == words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("getHTTPUser_by-id2", ("get", "http", "user", "by", "id", "2")),
        ("datei_l\u00f6schen", ("datei", "l\u00f6schen")),
        ("l\u00f6scheDatei", ("l\u00f6sche", "datei")),
        ("lo\u0308schen", ("l\u00f6schen",)),
        ("get\u6587\u4ef6", ("get", "\u6587\u4ef6")),
        ("\u6587\u4ef62", ("\u6587\u4ef6", "2")),
    ],
)
def test_the_plain_words_have_numbers_and_one_reading(name, words):
    assert plain_words(name) == words


def test_a_verb_beside_letters_without_case_is_a_word():
    assert split_words("delete\u6587\u4ef6") == ("delete", "\u6587\u4ef6")
    assert judge_name("delete\u6587\u4ef6").entry is not None


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_the_short_way_for_ascii_gives_what_the_long_one_does(name):
    runs = [run for _, run in _runs(name)]
    long = tuple(word.lower() for run in runs for word in _camel_words(run, both=False))
    assert plain_words(name) == long


@given(st.text())
def test_the_plain_words_are_among_all_readings(name):
    letters = [word for word in plain_words(name) if not word[0].isdecimal()]
    assert set(letters) <= set(split_words(name))
