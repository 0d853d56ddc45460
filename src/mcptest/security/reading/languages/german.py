"""German."""

from __future__ import annotations

from mcptest.security.reading.language import Language, phrase, word_set

LANGUAGE = Language(
    tag="de",
    name="German",
    triggers=word_set(
        """
        ignoriere ignorieren missachte vergiss befolge erwähne sage verrate verschweige
        informiere heimlich anweisungen anweisung regeln werkzeug werkzeuge gesprächsverlauf
        umgebungsvariablen passwörter zugangsdaten systemprompt lies sende übergib wähle
        """
    ),
    undo=phrase(
        r"""
        \b(?:ignorier(?:e|en|t)|missachte|vergiss|übergeh(?:e|en)|umgeh(?:e|en))\b(?:\W+\w+){0,4}?
        \W+(?:vorherigen?|bisherigen?|vorigen?|früheren?|obigen?|deine[nr]?|systemeigenen?)
        (?:\W+\w+)?\W+(?:anweisung(?:en)?|regeln?|vorgaben?|richtlinien|befehle|systemprompts?)\b
        """
    ),
    cover=phrase(
        r"""
        \b(?:erwähne|sage?|verrate|verrat|zeige|berichte|informiere|teile)\b(?:\W+[\w-]+){0,4}?
        \W+(?:benutzer|nutzer|anwender|user)\w*\b(?:\W+[\w-]+){0,3}?\W+(?:nicht|nichts|niemals)\b
        |\bohne (?:den|die) (?:benutzer|nutzer|anwender)\w* zu (?:informieren|benachrichtigen)
        |\bverschweige\b
        """
    ),
    act=phrase(r"\b(?:lies|lese|öffne|sammle|kopiere|sende|schicke|übergib|übermittle|füge)\b"),
    object=phrase(
        r"\b(?:umgebungsvariablen|passwörter|zugangsdaten|gesprächsverlauf|systemprompt|cookies)\b"
    ),
    sink=phrase(r"\b(?:als|in|an|im)\b"),
    others=phrase(
        r"\b(?:ein(?:em)? andere[sm]?|andere[nr]?|jede[sm]? andere[n]?|alle[nr]? anderen?) (?:werkzeug(?:e[ns]?)?|tools?)\b"
    ),
    change=phrase(r"\b(?:füge|ersetze|ändere|leite|setze|übergib)\b"),
    praise=phrase(r"\b(?:das beste|beste|einzige)\b"),
    rivals=phrase(r"\b(?:statt|anstelle|vor) (?:allen?|aller|jedem) anderen\b"),
    slur=phrase(r"\begal was der (?:benutzer|nutzer|anwender)\b"),
    negated=phrase(r"\b(?:nicht|nie|niemals|keine|ohne|verweigert)\b"),
    fine=phrase(r"\b(?:bevor|bis|erst wenn)\b"),
)
