"""
Hostile variants of good input: of words, bytes, numbers, names and JSON, each by a given chance.

What is drawn is decided by the `Random` alone, so an input is found again by its number.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any, TypeAlias

from ruleslang.language.syntax import keywords

Json: TypeAlias = Any
EDGES = sorted(
    {
        sign * (1 << bits) + beside
        for bits in (0, 7, 8, 15, 16, 31, 32, 53, 62, 63, 64, 128)
        for beside in (-1, 0, 1)
        for sign in (-1, 1)
    }
    | {10**15, 10**15 - 1, 10**40, -(10**40), 999, 1000, 1001}
)
ODD_LETTERS = [
    "\0", "\t", "\n", "\r", "\v", "\f", "\x1b[2J", "\x1c", "\x7f", "\x85", "\u2028", "\u2029",
    "\u202e", "\u2066", "\ufeff", "\ufffe", "\u0663", "\u00b2", "é", "e\u0301", "ſ", "ﬁ", "K", "İ",
    "𝐱", "\U0010ffff", "\ud800", "\\", "\\n", "'", '"', "'''", '"""', "`", "%s", "{0}", "{x!r}",
    "$(x)", "*/", "/*", "//", "#", "??/", "\\\n", "<", "&", ";", "|", "..", "../", "/", "~",
]  # fmt: skip
PAYLOADS = [
    "open('got_in', 'w')", "__import__('os').system('touch got_in')", "raise SystemExit",
    "#include \"got_in\"", "#error got_in", "*/ int got_in; /*", "\nopen('got_in', 'w')\n",
    "\rimport os\r", "\x0copen('got_in', 'w')", "\u2028open('got_in', 'w')", "x = 1 # y",
    "\"\"\"\nopen('got_in', 'w')\n\"\"\"", "}\nint got_in(void) {", "\\\nint got_in;",
]  # fmt: skip
RESERVED = [
    "self", "None", "True", "False", "class", "def", "lambda", "import", "exec", "print", "len",
    "min", "max", "sum", "int", "long", "static", "void", "return", "goto", "register", "main",
    "errno", "NULL", "EOF", "INT64_MAX", "match", "case", "type", "__init__", "__class__", "_",
    "__debug__", "nonlocal", "async", "await", "abort", "exit", "malloc", "memcpy", "stdin", "m",
    "c", "g", "h", "w", "s", "f__1", "f_1", "f", "odd", "odd_answers", "play_bolt", "bolt",
    "x_", "_x", "x__y", "x_y", "rl_start", "rl_step_many", "word", "heap", "it", "you", "each",
]  # fmt: skip
LONGEST = 40_000  # letters of a text


def number(chance: Random) -> int:
    """A number at an edge, or beside one."""
    return chance.choice(EDGES) + chance.choice((0, 0, 0, -1, 1))


def word(chance: Random) -> str:
    """A word of the language, of Python or of C, odd letters, or one that is too long."""
    match chance.randrange(8):
        case 0 | 1:
            return chance.choice(KEYWORDS)
        case 2 | 3:
            return chance.choice(RESERVED)
        case 4:
            return str(number(chance))
        case 5:
            return chance.choice(ODD_LETTERS)
        case 6:
            return chance.choice(PAYLOADS)
    return chance.choice(("a", "9", "(", "[", " ", "-")) * chance.choice((70, 300, 3000))


KEYWORDS = sorted(keywords.KEYWORDS)


def name(chance: Random) -> str:
    """What may be given for a name of a file, of a player, of an option."""
    parts = [word(chance) for _ in range(chance.randrange(1, 4))]
    return chance.choice(("", " ", "/", "\n", ".")).join(parts)


def bent(data: bytes, chance: Random) -> bytes:
    """Bytes of which a few were changed, dropped, doubled or cut off."""
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(data) + 1)
        to = min(len(data), at + chance.choice((1, 1, 2, 8, 100)))
        match chance.randrange(6):
            case 0:
                data = data[:at] + data[to:]
            case 1:
                data = data[:to] + data[at:]
            case 2:
                data = data[:at] + chance.randbytes(to - at) + data[to:]
            case 3:
                data = data[:at]
            case 4:
                data = data[:at] + raw(chance.choice(ODD_LETTERS)) + data[at:]
            case _:
                data = data[:at] + raw(word(chance)) + data[to:]
    return data


def raw(text: str) -> bytes:
    """A text as bytes, surrogates too."""
    return text.encode("utf-8", "surrogatepass")


def text_of(data: bytes) -> str:
    """Any bytes as a text, in which surrogates stand where `raw` put some."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("latin-1")


# ---------------------------------------------------------------- JSON


def value(chance: Random, deep: int = 3) -> Json:
    """Any value of JSON."""
    match chance.randrange(9 if deep else 7):
        case 0:
            return chance.choice((None, True, False))
        case 1 | 2:
            return number(chance)
        case 3:
            return chance.choice((0.5, 1e308, float("nan"), float("inf"), -0.0, 3.0))
        case 4 | 5:
            return word(chance)
        case 6:
            return chance.choice(("", [], {}, "0" * 16, [[]] * 3, {"a": 1}))
        case 7:
            return [value(chance, deep - 1) for _ in range(chance.randrange(4))]
    return {word(chance): value(chance, deep - 1) for _ in range(chance.randrange(4))}


def bent_json(whole: Json, chance: Random, others: list[Json]) -> Json:
    """A copy in which a few values are others, of another place, doubled, or not there."""
    made = json.loads(json.dumps(whole))
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        places = list(_places(made))
        if not places:
            return value(chance)
        holder, key = chance.choice(places)
        match chance.randrange(7):
            case 0:
                del holder[key]
            case 1 | 2:
                holder[key] = value(chance)
            case 3:
                inner, at = chance.choice(places)
                holder[key] = json.loads(json.dumps(inner[at]))
            case 4:
                holder[key] = json.loads(json.dumps(chance.choice(others)))
            case 5:
                if isinstance(holder, list):
                    holder.insert(key, json.loads(json.dumps(holder[key])))
                else:
                    holder[word(chance)] = holder.pop(key)
            case _:
                holder[key] = _beside(holder[key], chance)
        if chance.random() < 0.01:
            made = [made]
    return made


def _places(whole: Json) -> list[tuple[Json, Any]]:
    """All places of a value, as what holds them and the key there."""
    found: list[tuple[Json, Any]] = []
    waiting = [whole]
    while waiting:
        holder = waiting.pop()
        keys = holder if isinstance(holder, dict) else range(len(holder))
        if isinstance(holder, dict | list):
            for key in keys:
                found.append((holder, key))
                if isinstance(holder[key], dict | list):
                    waiting.append(holder[key])
    return found


def _beside(reached: Json, chance: Random) -> Json:
    """A value of the same type that is not the same."""
    match reached:
        case bool():
            return not reached
        case int():
            return reached + chance.choice((-1, 1, 1 << 31, 1 << 63, -reached))
        case str():
            return text_of(bent(raw(reached), chance)) if reached else word(chance)
        case list():
            return reached[::-1] if chance.random() < 0.5 else reached * chance.choice((0, 2, 50))
        case dict():
            return list(reached.items())
    return [reached]


def jsonable(whole: Json) -> bytes:
    """The line of JSON; surrogates are escaped."""
    return json.dumps(whole).encode("ascii")
