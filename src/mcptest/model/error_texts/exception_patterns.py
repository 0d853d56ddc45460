"""Messages of uncaught exceptions in each language, by how certain they are.

A *certain* text is one that only a mistake in the program produces: reading a member of nothing,
calling what is not a function, a panic. A *likely* one also stands for things that a tool may
report on purpose. ``ours`` is the grade where the text is about a value that the caller sent.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Final

from mcptest.model.record import record


class Grade(IntEnum):
    """How much a text proves."""

    NOTHING = 0
    LIKELY = 1
    CERTAIN = 2


@record
class Pattern:
    """``ours`` counts where the group ``name`` was sent, or without one where a number was.

    With ``zero``, only a number counts that is zero or becomes zero when it is rounded.
    """

    runtime: str
    expression: re.Pattern[str]
    grade: Grade = Grade.CERTAIN
    ours: Grade = Grade.CERTAIN
    zero: bool = False


def _pattern(
    runtime: str,
    expression: str,
    grade: Grade = Grade.CERTAIN,
    *,
    ours: Grade | None = None,
    zero: bool = False,
) -> Pattern:
    compiled = re.compile(f"(?xm){expression}")
    return Pattern(runtime, compiled, grade, grade if ours is None else ours, zero)


_WRAPPED: Final = r"(?:Error\ (?:executing|calling)\ tool\ '?[\w./-]+'?:\ )?"
_TYPE: Final = r"'[\w.]+'"

PYTHON: Final = (
    # str(KeyError("city")) is 'city' with its quotes, and nothing else
    _pattern("Python", rf"\A{_WRAPPED}'(?P<name>[A-Za-z_][\w.-]{{0,79}})'\s*\Z", ours=Grade.LIKELY),
    _pattern(
        "Python",
        r"""\bKeyError(?::\ |\()['"](?P<name>[\w./-]{1,80})['"]""",
        ours=Grade.LIKELY,
    ),
    _pattern(
        "Python",
        r"\b(?:list|string|tuple|range\ object|bytearray)\ (?:assignment\ )?index\ out\ of\ range"
        r"|\bpop\ from\ (?:an\ )?empty\ \w+",
        ours=Grade.LIKELY,
    ),
    _pattern(
        "Python",
        r"(?:\bNameError:\ )?\bname\ '(?P<name>\w+)'\ is\ not\ defined",
        ours=Grade.NOTHING,
    ),
    _pattern("Python", r"\bNo\ module\ named\ '(?P<name>[\w.]+)'", ours=Grade.NOTHING),
    _pattern(
        "Python",
        r"\b(?:(?:integer|float|complex)\ )?division\ (?:or\ modulo\ )?by\ zero"
        r"|\b(?:integer|float)\ modulo(?:\ by\ zero)?$",
        ours=Grade.LIKELY,
        zero=True,
    ),
    _pattern(
        "Python",
        rf"""{_TYPE}\ object\ (?:has\ no\ attribute\ '\w+'
        |is\ not\ (?:subscriptable|callable|iterable|an\ iterator|an\ async)
        |does\ not\ support\ item\ |cannot\ be\ interpreted\ as\ an\ integer)
        |\b(?:type\ object|module)\ {_TYPE}\ has\ no\ attribute\ '\w+'
        |\bcannot\ unpack\ non-iterable\ \w+\ object
        |\bobject\ [\w.]+\ can't\ be\ used\ in\ 'await'\ expression
        |\bargument\ of\ type\ {_TYPE}\ is\ not\ (?:iterable|a\ container)
        |\bobject\ of\ type\ {_TYPE}\ has\ no\ len\(\)
        |\bObject\ of\ type\ \w+\ is\ not\ JSON\ serializable
        |\bunhashable\ type:\ {_TYPE}""",
    ),
    _pattern(
        "Python",
        r"""\b[\w.<>]+\(\)\ (?:missing\ \d+\ required\ (?:positional|keyword-only)\ argument
        |got\ an\ unexpected\ keyword\ argument\ |got\ multiple\ values\ for\ argument[ ]
        |takes\ (?:from\ )?(?:no|\d+)\ (?:to\ \d+\ )?(?:positional\ )?arguments?\b)""",
    ),
    _pattern(
        "Python",
        r"""\bunsupported\ operand\ type\(s\)\ for
        |'[<>]=?'\ not\ supported\ between\ instances\ of
        |\bcan\ only\ concatenate\ \w+\ \(not\ "\w+"\)
        |\b(?:list|tuple|string|byte)\ indices\ must\ be\ integers
        |\bthe\ JSON\ object\ must\ be\ str,\ bytes\ or\ bytearray,\ not
        |\bexpected\ str,\ bytes\ or\ os\.PathLike\ object,\ not
        |\bsequence\ item\ \d+:\ expected\ (?:str|bytes)
        |\bnot\ all\ arguments\ converted\ during\ string\ formatting
        |\b(?:too\ many|not\ enough)\ values\ to\ unpack\ \(expected
        |\b(?:dictionary|Set)\ changed\ size\ during\ iteration
        |\bmaximum\ recursion\ depth\ exceeded
        |\bcannot\ access\ (?:local|free)\ variable\ '\w+'\ where
        |\blocal\ variable\ '\w+'\ referenced\ before\ assignment
        |\bcannot\ import\ name\ '\w+'\ from
        |\b(?:Attribute|Name|UnboundLocal|Recursion|ModuleNotFound|Import)Error(?::\ |\()""",
    ),
    _pattern(
        "Python",
        r"\b(?:Key|Index|ZeroDivision|Assertion|NotImplemented|Overflow|Unicode(?:De|En)code)Error"
        r"(?::\ |\()",
        Grade.LIKELY,
    ),
)
NODE: Final = (
    _pattern(
        "JavaScript",
        r"\bReferenceError:\ (?P<name>[\w$]+)\ is\ not\ defined",
        ours=Grade.NOTHING,
    ),
    _pattern(
        "JavaScript",
        r"\bTypeError:\ (?P<name>[\w$]+)\ is\ not\ (?:a\ function|iterable|a\ constructor)",
        ours=Grade.NOTHING,
    ),
    _pattern(
        "JavaScript",
        r"\bCannot\ find\ (?:module|package)\ '(?P<name>[^'\n]+)'",
        ours=Grade.NOTHING,
    ),
    _pattern(
        "JavaScript",
        r"""\bCannot\ (?:read|set)\ propert(?:y|ies)\ (?:'[^'\n]*'\ )?of\ (?:undefined|null)
        |\b(?:undefined|null)\ is\ not\ (?:a\ function|an\ object|iterable)
        |(?:[\w$]+|\))(?:\.[\w$]+)+(?:\(\.\.\.\))?\ is\ not\ (?:a\ function|iterable|a\ constructor)
        |\bCannot\ access\ '[\w$]+'\ before\ initialization
        |\bAssignment\ to\ constant\ variable
        |\bCannot\ destructure\ property[ ]
        |\bCannot\ convert\ undefined\ or\ null\ to\ object
        |\bConverting\ circular\ structure\ to\ JSON
        |\bMaximum\ call\ stack\ size\ exceeded
        |\bThe\ "[\w.]+"\ argument\ must\ be\ .{1,120}Received\ (?:undefined|null)
        |\bERR_MODULE_NOT_FOUND\b""",
    ),
    _pattern(
        "JavaScript",
        r"\bTypeError:\ (?!fetch\ failed|Failed\ to\ fetch|Invalid\ URL|Only\ (?:absolute|HTTP))"
        r"|\bRangeError:\ ",
        Grade.LIKELY,
    ),
)
JAVA: Final = (
    _pattern(
        "Java",
        r"""\b(?:KotlinNullPointer|NullPointer|ArrayIndexOutOfBounds|StringIndexOutOfBounds|ClassCast
        |ConcurrentModification|NegativeArraySize|ClassNotFound|UninitializedPropertyAccess)Exception\b
        |\b(?:StackOverflow|NoClassDefFound|NoSuchMethod|NoSuchField|ExceptionInInitializer)Error\b
        |\bCannot\ (?:invoke|read\ field|load\ from|store\ to|assign\ field)\ .{1,200}[ ]
        because\ .{1,120}\ is\ null\b
        |\blateinit\ property\ \w+\ has\ not\ been\ initialized""",
    ),
    _pattern(
        "Java",
        r"\b(?:IndexOutOfBounds|NumberFormat|NoSuchElement|Arithmetic|UnsupportedOperation)Exception\b",
        Grade.LIKELY,
    ),
)
GO: Final = (
    _pattern(
        "Go",
        r"""\bruntime\ error:\ (?:invalid\ memory|index\ out|slice\ bounds|integer\ divide
            |hash\ of|makeslice)
        |\bnil\ pointer\ dereference\b|^goroutine\ \d+\ \[|^panic:[ ]
        |\binterface\ conversion:\ .{1,120}\ is\ .{1,80},\ not\b
        |\bassignment\ to\ entry\ in\ nil\ map
        |\bpanic\ recovered\b|\brecovered\ from\ panic\b""",
    ),
)
RUST: Final = (
    _pattern(
        "Rust",
        r"""\bpanicked\ at\b|\btask\ \d+\ panicked\b|\bcalled\ `(?:Option|Result)::\w+\(\)`\ on[ ]
        |\bindex\ out\ of\ bounds:\ the\ len\ is\ \d+
        |\battempt\ to\ (?:add|subtract|multiply|negate|shift\ \w+)\ with\ overflow
        |\balready\ (?:mutably\ )?borrowed:\ Borrow""",
    ),
)
DOTNET: Final = (
    _pattern(
        ".NET",
        r"\bThe\ given\ key\ '(?P<name>[^'\n]*)'\ was\ not\ present\ in\ the\ dictionary",
        ours=Grade.LIKELY,
    ),
    _pattern(
        ".NET",
        r"""\b(?:NullReference|IndexOutOfRange|InvalidCast|TypeLoad|MissingMethod)Exception\b
        |\bObject\ reference\ not\ set\ to\ an\ instance\ of\ an\ object
        |\bIndex\ was\ out(?:side\ the\ bounds|\ of\ range\.\ Must\ be)
        |\bUnable\ to\ cast\ object\ of\ type\ """,
    ),
    _pattern(
        ".NET",
        r"\bSystem\.(?:ArgumentNull|NotImplemented|Format|DivideByZero)Exception\b"
        r"|\bSequence\ contains\ no\ (?:matching\ )?elements?\b",
        Grade.LIKELY,
    ),
)
OTHERS: Final = (
    _pattern(
        "Ruby",
        r"""\bundefined\ (?:method|local\ variable\ or\ method)\ [`']\w+[?!=]?'\ for[ ]
        |\bNoMethodError\b|\buninitialized\ constant\ [A-Z]
        |\bwrong\ number\ of\ arguments\ \(given\ \d+,\ expected""",
    ),
    _pattern(
        "PHP",
        r"""\bCall\ to\ (?:undefined\ (?:method|function)|a\ member\ function\ \w+\(\)\ on\ null)
        |\bUndefined\ (?:array\ key|index:|variable\ \$|property:)|\bUncaught\ \w*Error:\ """,
    ),
)
PATTERNS: Final = (*PYTHON, *NODE, *JAVA, *GO, *RUST, *DOTNET, *OTHERS)

# What a machine without a network, a file or an account makes of a right program.
SURROUNDINGS: Final = re.compile(
    r"""(?xi)
    \b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b
    |\bgetaddrinfo\b
    |\b(?:fetch\ failed|failed\ to\ fetch|no\ such\ host
        |connection\ (?:refused|reset|error|timed\ out)
        |name\ or\ service\ not\ known|name\ resolution|nodename\ nor\ servname
        |network\ is\ unreachable|all\ connection\ attempts\ failed|max\ retries\ exceeded
        |certificate\ verify\ failed|dial\ tcp|net::ERR_\w+|could\ not\ resolve\ host)\b
    |\b(?:Connect|Connection|Proxy|SSL|ReadTimeout|ConnectTimeout|NewConnection|Gaierror|URL)Error\b
    |\b(?:UnknownHost|Connect|Socket|SSLHandshake|HttpRequest|SocketTimeout)Exception\b
    |\bapi[\ _-]?keys?\b|\bunauthori[sz]ed\b|\bcredentials?\b|\benvironment\ variable\b
    |(?-i:'[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+')
    |\bnot\ (?:logged\ in|authenticated)\b|\bcommand\ not\ found\b
    """
)

# What an SDK says in place of the text of an exception that the tool did not catch.
MASKED: Final = re.compile(
    r"""(?x)\A\s*(?:
    Error\ (?:executing|calling)\ tool\ '?[\w./-]+'?\.?
    |An\ error\ occurred\ invoking\ '[^'\n]+'\.?
    )\s*\Z"""
)
