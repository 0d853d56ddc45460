"""Combine the roles in a sentence: one alone is nothing, the right two are an instruction."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from mcptest.model.finding import Signal
from mcptest.model.record import record
from mcptest.security.reading.about import About, OrderKind
from mcptest.security.reading.language import Language, word_set
from mcptest.security.reading.places import ADDRESS, IMAGE, METADATA, PRIVATE_PLACE

Combined: TypeAlias = tuple[OrderKind, tuple[Signal, ...], int, int]
_NEAR: Final = 25  # characters after a negation that it covers
_BEFORE: Final = 60  # characters before a phrase that may report or negate it
_TOOL_NAME: Final = re.compile(r"`?\b([a-z]+(?:[_-][a-z0-9]+)+)\b`?")
_CONDITION: Final = re.compile(
    r"(?i)\b(?:when(?:ever)?|every time|each time|before|after|if|all (?:results?|outputs?)|for all"
    r"|immer wenn|jedes mal|chaque fois|cada vez|sempre que|ogni volta|каждый раз)\b|每次|たびに"
)
_SUBJECTS: Final = {
    "secret": word_set(
        """
        secret secrets vault credential credentials password passwords key keys token tokens
        env environment dotenv ssh keychain cookie cookies scan scanner leak dlp auth login
        """
    ),
    "talk": word_set(
        """
        memory memories conversation conversations chat chats message messages transcript
        prompt prompts agent agents assistant session sessions handoff summarize summarise
        """
    ),
}


@record
class SentenceScene:
    """A sentence of a text, the one after it, and what they are read with."""

    text: str
    start: int
    end: int
    following: tuple[int, int]
    language: Language
    about: About

    def find(self, pattern: re.Pattern[str], *, wide: bool = False) -> re.Match[str] | None:
        return pattern.search(self.text, self.start, self.following[1] if wide else self.end)


def combined(scene: SentenceScene) -> Iterator[Combined]:
    for judge in _JUDGES:
        found = judge(scene)
        if found is not None:
            yield found


def _order(scene: SentenceScene) -> Combined | None:
    said = scene.language
    undo, free = scene.find(said.undo), scene.find(said.autopilot)
    lasting = scene.find(said.lasting)
    undo = None if undo is None or _is_reported(scene, undo) else undo
    free = None if free is None or _is_reported(scene, free) else free
    signals: list[Signal] = []
    if undo is not None:
        signals.append(Signal("undoes other instructions", 3.0, undo.group()))
    if free is not None:
        signals.append(Signal("acts without asking", 2.0, free.group()))
    if lasting is not None and (undo or free or scene.find(said.addressee)):
        signals.append(Signal("lasts beyond the call", 1.0, lasting.group()))
    marked = lasting is not None and scene.find(said.addressee) is not None
    if undo is None and (free is None or not _addressed(scene, lasting)) and not marked:
        return None
    first = undo or free or lasting
    assert first is not None
    return OrderKind.ORDER, tuple(signals), scene.start, scene.end


def _addressed(scene: SentenceScene, lasting: re.Match[str] | None) -> bool:
    """An order to act freely is one to the model where it is spoken to, or for good."""
    every = re.search(
        r"(?i)\b(?:every|all|any|whatever|only)\b", scene.text[scene.start : scene.end]
    )
    spoken_to = scene.find(scene.language.addressee) is not None
    return lasting is not None or spoken_to or every is not None


def _is_reported(scene: SentenceScene, found: re.Match[str]) -> bool:
    """Someone else says it, or it is what must not be done."""
    before = scene.text[max(scene.start, found.start() - _BEFORE) : found.start()]
    if scene.language.reported.search(before):
        return True
    near = scene.language.negated.search(before[-25:])
    return near is not None and not found.group().lower().startswith(("do not", "don't", "stop"))


def _concealment(scene: SentenceScene) -> Combined | None:
    found = scene.find(scene.language.cover)
    if found is None or scene.find(scene.language.fine) or _is_quoted_order(scene, found):
        return None
    return (
        OrderKind.CONCEALMENT,
        (Signal("keeps it from the user", 3.0, found.group()),),
        scene.start,
        scene.end,
    )


def _is_quoted_order(scene: SentenceScene, found: re.Match[str]) -> bool:
    before = scene.text[max(scene.start, found.start() - _BEFORE) : found.start()]
    return scene.language.reported.search(before) is not None


def _exfiltration(scene: SentenceScene) -> Combined | None:
    said = scene.language
    act = scene.find(said.act)
    image = scene.find(IMAGE)
    place = _place(scene)
    object_ = place or scene.find(said.object)
    if object_ is None or (act is None and image is None):
        return None
    sink = _sink(scene, object_, act)
    if sink is None or _denied(scene) or (place is None and _is_subject(scene, object_.group())):
        return None
    kind, weight = ("private place", 3.0) if place else ("private data", 2.0)
    doing = act or image
    assert doing is not None
    signals = (
        Signal("order to pass something on", 1.0, doing.group()[:60]),
        Signal(kind, weight, object_.group()),
        Signal(*sink),
    )
    wide = sink[1] and object_.end() <= scene.end
    return OrderKind.EXFILTRATION, signals, scene.start, scene.following[1] if wide else scene.end


def _place(scene: SentenceScene) -> re.Match[str] | None:
    found = scene.find(PRIVATE_PLACE)
    if found is None or found.group().endswith(".pub"):
        return None
    return found


def _denied(scene: SentenceScene) -> bool:
    """What a tool does not do, refuses or warns of: a negation just before the act or the data."""
    said = scene.language
    for found in said.negated.finditer(scene.text, scene.start, scene.end):
        near = scene.text[found.end() : min(found.end() + _NEAR, scene.end)]
        if any(p.search(near) for p in (said.act, said.object, PRIVATE_PLACE, said.sink)):
            return True
    return False


def _sink(
    scene: SentenceScene, object_: re.Match[str], act: re.Match[str] | None
) -> tuple[str, float, str] | None:
    """Where it goes: an address, an argument of this tool, or this very argument."""
    text = scene.text[scene.start : scene.following[1]]
    for address in ADDRESS.finditer(text):
        if METADATA not in address.group():
            return "address outside", 2.0, address.group()
    for name, words in scene.about.arguments.items():
        if _names_argument(text, name, scene.language) and not _asks_for(words, object_.group()):
            return "argument of this tool", 2.0, name
    here = re.search(
        r"(?i)\b(?:here|as this argument|in this (?:argument|field|parameter))\b", text
    )
    if here is not None and act is not None:
        return "this argument", 2.0, here.group()
    some = re.search(r"(?i)\b(?:argument|parameter) [`'\"]?\w+", text)
    private = PRIVATE_PLACE.search(object_.group()) is not None
    return ("an argument", 1.0, some.group()) if some is not None and private else None


_KINDS: Final = r"(?:argument|param(?:eter|ètre)?|field|input|par[áâa]metro|параметр\w*|参数)"
_ARTICLES: Final = r"(?:(?:the|this|its|your|dem|den|le|la|el|o|il)\W+)?"


def _names_argument(text: str, name: str, language: Language) -> bool:
    bare = re.escape(name)
    forms = (
        rf"[`'\"]{bare}[`'\"]",
        rf"\b{bare}\W+{_KINDS}",
        rf"{_KINDS}\W+[`'\"]?{bare}\b",
        rf"(?:{language.sink.pattern})\W+{_ARTICLES}{bare}\b",
    )
    return re.search("(?i)" + "|".join(forms), text) is not None


def _asks_for(words: frozenset[str], object_: str) -> bool:
    """An argument that is about the object is meant for it."""
    asked = {w.rstrip("s") for w in re.findall(r"[a-z]+", object_.lower())}
    asked |= {"env"} if "environment" in asked else set()
    return not asked.isdisjoint({word.rstrip("s") for word in words})


def _is_subject(scene: SentenceScene, object_: str) -> bool:
    """Whether the tool is about such things, by its name."""
    kind = (
        "talk" if re.search(r"(?i)conversation|chat|message|prompt|history", object_) else "secret"
    )
    return not scene.about.words.isdisjoint(_SUBJECTS[kind])


def _cross_tool(scene: SentenceScene) -> Combined | None:
    """Both in one sentence, or the condition in one and what is to be done in the next."""
    said = scene.language
    others = scene.find(said.others) or _foreign_name(scene)
    if others is None or scene.find(said.wished):
        return None
    sentence = scene.text[scene.start : scene.end]
    instead = re.search(r"(?i)\b(?:instead of|in place of)\b", sentence)
    change = scene.find(said.change)
    if change is None or _denied(scene):
        return _replacing(scene, others) if instead else None
    if not _CONDITION.search(sentence) and not re.search(r"(?i)\bmust\b", sentence):
        return None
    signals = (
        Signal("speaks about other tools", 2.0, others.group()),
        Signal("changes how they are used", 2.0, change.group()),
    )
    return OrderKind.CROSS_TOOL, signals, scene.start, scene.end


def _replacing(scene: SentenceScene, others: re.Match[str]) -> Combined | None:
    """A foreign tool is talked down, and this one put in its place."""
    sentence = scene.text[max(0, scene.start - 200) : scene.end]
    talked_down = re.search(r"(?i)\b(?:deprecated|broken|insecure|disabled|unsafe)\b", sentence)
    named = _foreign_name(scene)
    if talked_down is None or named is None:
        return None
    signals = (
        Signal("speaks about other tools", 2.0, others.group()),
        Signal("talks them down", 1.0, talked_down.group()),
        Signal("takes their place", 1.0, "instead of"),
    )
    return OrderKind.CROSS_TOOL, signals, scene.start, scene.end


def _foreign_name(scene: SentenceScene) -> re.Match[str] | None:
    """A tool that this catalog lacks, named where tools are called."""
    about = scene.about
    for found in _TOOL_NAME.finditer(scene.text, scene.start, scene.end):
        name = found.group(1)
        if name in about.names or name in about.arguments or "-" in name:
            continue
        if scene.text[found.start() - 1 : found.start()] in {"/", ".", "$"}:
            continue  # part of a path
        around = scene.text[max(scene.start, found.start() - 30) : found.end() + 24]
        if re.search(
            r"(?i)\b(?:call(?:ed|s|ing)?|used?|using|invoked?|invoking|tool|available|governs"
            r"|instead of)\b",
            around,
        ):
            return found
    return None


def _preference(scene: SentenceScene) -> Combined | None:
    said = scene.language
    parts = (
        ("praises itself", 1.0, scene.find(said.praise, wide=True)),
        ("puts rivals aside", 2.0, scene.find(said.rivals, wide=True)),
        ("leaves the user no choice", 2.0, scene.find(said.slur, wide=True)),
    )
    signals = tuple(Signal(name, weight, m.group()) for name, weight, m in parts if m is not None)
    if sum(one.weight for one in signals) < 3 or parts[1][2] is None:  # noqa: PLR2004
        return None
    return OrderKind.PREFERENCE, signals, scene.start, scene.following[1]


def _collection(scene: SentenceScene) -> Combined | None:
    found = scene.find(scene.language.collects)
    if found is None or _denied(scene) or not scene.about.words.isdisjoint(_SUBJECTS["talk"]):
        return None
    return (
        OrderKind.COLLECTION,
        (Signal("asks for more than the task", 2.0, found.group()),),
        scene.start,
        scene.end,
    )


_JUDGES: Final[tuple[Callable[[SentenceScene], Combined | None], ...]] = (
    _order,
    _concealment,
    _exfiltration,
    _cross_tool,
    _preference,
    _collection,
)
