"""The words of a state, a field or an option in its own line."""

from __future__ import annotations

import re

from attrs import evolve

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.fix import Certainty, Edit, Fix, write
from ruleslang.syntax.parse_failure import Failure, hide
from ruleslang.syntax.spelling_correction import reads

NAME = r"[^\W\d]\w*"
WORDS = rf"{NAME}(?:(?:, or | or |, |/| \| ){NAME})*"
TYPED = re.compile(
    rf"(?P<head>(?:state|[ \t]+has) (?P<name>{NAME})(?:\([^()]*\))?): ?"
    rf"(?P<words>\{{{WORDS}\}}|{WORDS})(?P<rest>(?: = {NAME})?(?:, .*)?)"
)
OPTION = re.compile(
    rf"(?P<head>(?:option|reading) {NAME}(?: \"[^\"]*\")?)(?: ?[:=] ?| )"
    rf"(?P<words>\{{{WORDS}\}}|{WORDS})(?: = (?P<usual>{NAME}))?"
)
NO_WORDS = frozenset(
    {"none", "yes", "no", "true", "false", "player", "team", "card", "title", "piece", "number"}
)
DECLARED = re.compile(r"^(?:kind|words|type|die|board|piece) (\w+)", re.MULTILINE)
LISTS = re.compile(rf"^words ({NAME}): ({NAME}(?:, {NAME})*)", re.MULTILINE)


def values_in_one_line(failure: Failure) -> Diagnostic | None:
    """`state mood: calm or angry`, `option length = short`: words for a type, or values."""
    end = failure.line_end
    line = failure.chunk.text[failure.line_start : end].partition("#")[0].rstrip()
    typed, option = TYPED.fullmatch(line), OPTION.fullmatch(line)
    if typed is not None:
        return _typed(failure, typed)
    return _option(failure, option) if option is not None else None


def _split(words: str) -> list[str]:
    return re.findall(NAME, re.sub(r"\bor\b", ",", words))


def _typed(failure: Failure, met: re.Match[str]) -> Diagnostic | None:
    """The words of a state or field in place of its type."""
    source = failure.chunk.source
    text, words = hide(f"{source.text}\n{source.beside}"), _split(met["words"])
    if len(words) < 2 or {*words} & (NO_WORDS | {*DECLARED.findall(text)}):
        return None
    lists = {name: listed.split(", ") for name, listed in LISTS.findall(text)}
    known = next((name for name, listed in lists.items() if {*words} <= {*listed}), None)
    name = known or _free(met["name"], text)
    line = f"{met['head']}: {name}{met['rest']}"
    if not reads(failure.chunk.text[: failure.line_start] + line):
        return None
    start = failure.line_start + met.start("words")
    place = failure.span(start, failure.line_start + met.end("words"))
    edits = [Edit(place, name)]
    told = write(line.strip()).text
    if known is None:
        declared = f"words {name}: {', '.join(words)}"
        edits.insert(0, Edit(failure.span(0, 0), f"{declared}\n"))
        told = f"declare the words, and their list is a type: `{declared}`, `{line.strip()}`"
    said = error("said-otherwise", place, "words stand where a type is expected", help=told)
    return evolve(said, fix=Fix(tuple(edits), Certainty.LIKELY))


def _free(name: str, text: str) -> str:
    """An unused name for a list of words."""
    listed = "".join(part.capitalize() for part in name.split("_"))
    taken = re.search(rf"\b{listed}\b", text) is not None
    return f"{listed}s" if taken else listed


def _option(failure: Failure, met: re.Match[str]) -> Diagnostic | None:
    """The values of an option in its line; the star marks the default."""
    words = _split(met["words"])
    place = failure.span(failure.line_start, failure.line_start + met.end())
    message = "the values of an option stand below it, one to a line"
    if len(words) < 2 or failure.margin:
        form = f"write `{met['head']}`, below it `{words[0]} *`, below that each other value"
        return None if failure.margin else error("said-otherwise", place, message, help=form)
    usual = met["usual"] or words[0]
    lines = [f"    {word}{' *' if word == usual else ''}" for word in words]
    return error("said-otherwise", place, message, help=write(met["head"], *lines))
