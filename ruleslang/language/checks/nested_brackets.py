"""Reports `nested-brackets`: calls nested too deep."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.source.diagnostic import Diagnostic, Message, Severity
from ruleslang.source.span import Span

DEEPEST = 3
# Functions that read as part of their argument.
ENDS = ("top", "bottom", "first", "last", "item")
PLAIN = frozenset((*ENDS, "title", "space", "row", "column", "cell"))
PLAIN |= {"larger", "smaller", "remainder"}
BESIDE = frozenset({"example", "claim", "player", "measure", "table"})  # not played
BRACKET = re.compile(r'([(){}])|"[^"\n]*"|#[^\n]*|^[ \t]*\|.*$', re.MULTILINE)  # also what hides it
NAME_BEFORE = re.compile(r"\w+$")


nested_brackets = Message(
    "nested-brackets",
    "these brackets are the third within one another",
    help="give the inner part a name: `let x = …` before, or a `value` of its own",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    decks = {
        definition.deck for definition in subject.program.definitions
    }  # `french(8, hearts)` counts as one card
    for cited in subject.compiled.cited:
        if cited.kind not in BESIDE:
            yield from _nested(subject.spans[cited.origin], PLAIN | decks)


def _nested(span: Span, plain: Collection[str]) -> Iterator[Diagnostic]:
    text = span.text
    if text.count("(") + text.count("{") < DEEPEST:
        return
    opened: list[tuple[int, bool]] = []
    for bracket in BRACKET.finditer(text):
        place, letter = bracket.start(), bracket[1]
        if letter is None:
            continue
        if letter in "({":
            name = NAME_BEFORE.search(text[max(0, place - 100) : place]) if letter == "(" else None
            opened.append((place, name is not None and name.group() not in plain))
        elif opened:
            begun, of_name = opened.pop()
            around = sum(of_another for _, of_another in opened)
            if of_name and around == DEEPEST - 1:
                start = span.start + begun
                yield nested_brackets(Span(span.source, start, span.start + place + 1))
