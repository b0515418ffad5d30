"""Splits a C text into tokens, with its macros replaced."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ruleslang.engine.wasm.types import NotInSubset

TOKEN = re.compile(
    r"""/\*.*?\*/|\s+|("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|[A-Za-z_]\w*|"""
    r"""0[xX][0-9a-fA-F]+[uUlL]*|(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][-+]?\d+)?[fF]?|\d+[uUlL]*|"""
    r"""<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\#|[-+*/%&|^~!<>=?:;,.(){}\[\]])""",
    re.DOTALL,
)
DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w+)((?:\\\n|[^\n])*)\n", re.MULTILINE)
DEFINED = re.compile(r"(\w+)(\((.*?)\))?(.*)", re.DOTALL)
MOST_TOKENS = 8_000_000
GIVEN = {
    "__wasm__": "1",
    "__BYTE_ORDER__": "1",
    "__ORDER_LITTLE_ENDIAN__": "1",
    "NULL": "((void *)0)",
    "INT64_MAX": "0x7fffffffffffffffLL",
    "INT64_MIN": "(-0x7fffffffffffffffLL-1)",
    "UINT64_MAX": "0xffffffffffffffffULL",
    "INT32_MAX": "0x7fffffff",
    "INT32_MIN": "(-0x7fffffff-1)",
    "UINT32_MAX": "0xffffffffU",
}
LITERALS = {"INT64_C": "LL", "UINT64_C": "ULL"}
DROPPED = frozenset({"const", "volatile", "register", "__extension__", "__thread"})


class Macro(NamedTuple):
    """The meaning of a name; without parameters if these are `None`."""

    parameters: Sequence[str] | None
    body: list[str]


def split(text: str) -> list[str]:
    """Return the tokens of a text without directives."""
    return [token for token in TOKEN.findall(text) if token]


def tokens(text: str) -> list[str]:
    """Return all tokens of a text; raises `NotInSubset`."""
    macros = {name: Macro(None, split(body)) for name, body in GIVEN.items()}
    found: list[str] = []
    asked: list[tuple[bool, bool]] = []  # of each `#if` around: whether it holds, or did before
    at = 0
    for directive in DIRECTIVE.finditer(text):
        if all(holds for holds, _ in asked):
            found += replaced(split(text[at : directive.start()]), macros)
        at = directive.end()
        _follow(directive[1], directive[2].replace("\\\n", " "), macros, asked)
        if len(found) > MOST_TOKENS:
            raise NotInSubset("the game is too long for WebAssembly")
    return found + replaced(split(text[at:]), macros)


def _follow(name: str, body: str, macros: dict[str, Macro], asked: list[tuple[bool, bool]]) -> None:
    """Do what a directive says."""
    lives = all(holds for holds, _ in asked)
    if name in ("if", "ifdef", "ifndef"):
        holds = lives and _holds(name, body, macros)
        asked.append((holds, holds or not lives))
    elif name in ("else", "elif"):
        _, did = asked.pop()
        around = all(holds for holds, _ in asked)
        holds = around and not did and (name == "else" or _holds("if", body, macros))
        asked.append((holds, did or holds))
    elif name == "endif":
        asked.pop()
    elif lives and name == "define":
        _define(body, macros)
    elif lives and name == "undef":
        macros.pop(body.strip(), None)


def _define(body: str, macros: dict[str, Macro]) -> None:
    found = DEFINED.match(body.strip())
    assert found is not None
    parameters = None if found[2] is None else [each.strip() for each in found[3].split(",")]
    macros[found[1]] = Macro(parameters, split(found[4]))


def _holds(name: str, body: str, macros: Mapping[str, Macro]) -> bool:
    """Return whether a condition holds: numbers, `defined`, and what Python writes like C."""
    if name != "if":
        return (body.strip() in macros) == (name == "ifdef")
    words = [
        str(int(words[2] in macros)) if words[0] == "defined" else words[0]
        for words in _defined(split(body))
    ]
    replacing = {"&&": " and ", "||": " or ", "!": " not "}
    known = [replacing.get(word, word) for word in replaced(words, macros)]
    text = " ".join("0" if word.isidentifier() and word not in PYTHON else word for word in known)
    if not re.fullmatch(r"[\w\s()<>=+*!-]*", text):
        raise NotInSubset(f"#if{body}")
    return bool(eval(text, {"__builtins__": {}}))


PYTHON = ("and", "or", "not")


def _defined(words: Sequence[str]) -> Iterator[Sequence[str]]:
    at = 0
    while at < len(words):
        size = 4 if words[at] == "defined" else 1
        yield words[at : at + size]
        at += size


def replaced(words: list[str], macros: Mapping[str, Macro]) -> list[str]:
    """Return the tokens with all macros replaced."""
    if (
        DROPPED.isdisjoint(words)
        and macros.keys().isdisjoint(words)
        and (LITERALS.keys().isdisjoint(words))
    ):
        return words
    found: list[str] = []
    at, number = 0, len(words)
    while at < number:
        word = words[at]
        at += 1
        macro = macros.get(word)
        if macro is None:
            if word in LITERALS:
                found.append(words[at + 1] + LITERALS[word])
                at += 3
            elif word not in DROPPED:
                found.append(word)
        elif macro.parameters is None:
            found += replaced(macro.body, macros)
        elif at < number and words[at] == "(":
            given, at = _arguments(words, at)
            bound = dict(zip(macro.parameters, given, strict=False))
            body = [each for part in macro.body for each in bound.get(part, (part,))]
            found += replaced(body, macros)
        else:
            found.append(word)
    return found


def _arguments(words: Sequence[str], at: int) -> tuple[list[list[str]], int]:
    """Return the arguments of a macro from its parenthesis on, and the place behind them."""
    given: list[list[str]] = [[]]
    depth, at = 1, at + 1
    while True:
        word = words[at]
        at += 1
        if word in "([{":
            depth += 1
        elif word in ")]}":
            depth -= 1
            if not depth:
                return given, at
        if word == "," and depth == 1:
            given.append([])
        else:
            given[-1].append(word)
