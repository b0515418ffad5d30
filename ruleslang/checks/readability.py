"""Reports `nested-brackets` and `bare-argument`: brackets nested too deep, and arguments whose
meaning a reader cannot see.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ruleslang.checks.queries.call_graph import graph
from ruleslang.checks.subject import Subject
from ruleslang.program import statements as s
from ruleslang.program.traits.blocks import own_statements
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.fix import Proposal
from ruleslang.source.span import Span

DEEPEST = 3
# Read as one with what they are asked of.
ENDS = ("top", "bottom", "first", "last", "item")
PLAIN = frozenset((*ENDS, "title", "space", "row", "column", "cell"))
PLAIN |= {"larger", "smaller", "remainder"}
BESIDE = frozenset({"example", "claim", "player", "measure", "table"})  # nobody plays these
HIDDEN = re.compile(r'"[^"\n]*"|#[^\n]*|^[ \t]*\|.*$', re.MULTILINE)
NAME_BEFORE = re.compile(r"\w+$")
CALLED = re.compile(r"(?P<name>\w+)\((?P<arguments>[^()]*)\)")


def nested_brackets(span: Span) -> Diagnostic:
    """Calls are nested three deep."""
    return advice(
        "nested-brackets",
        span,
        "these brackets are the third within one another",
        help="give the inner part a name: `let x = …` before, or a `value` of its own",
    )


def bare_argument(span: Span, name: str, place: str) -> Diagnostic:
    """`yes`, `no` or one of several numbers does not say what it means."""
    return advice(
        "bare-argument",
        span,
        f"`{span.text}` alone does not say what it means for `{name}`",
        help=Proposal(f"name it: `{name}({place}: {span.text})`", (f"{place}: {span.text}",)).sure,
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every pair of brackets too deep, and every bare `yes` or `no` in a call."""
    decks = {each.deck for each in subject.program.definitions}  # `french(8, hearts)` is one card
    for cited in subject.compiled.cited:
        if cited.kind not in BESIDE:
            yield from _nested(subject.spans[cited.origin], PLAIN | decks)
    for block in graph(subject).blocks.values():
        for node in own_statements(block):
            if isinstance(node, s.Call) and node.procedure in subject.procedures:
                yield from _bare(subject, node)


def _nested(span: Span, plain: Collection[str]) -> Iterator[Diagnostic]:
    text = HIDDEN.sub(lambda found: " " * len(found.group()), span.text)
    opened: list[tuple[int, bool]] = []
    for place, letter in enumerate(text):
        if letter in "({":
            name = NAME_BEFORE.search(text[max(0, place - 100) : place]) if letter == "(" else None
            opened.append((place, name is not None and name.group() not in plain))
        elif letter in ")}" and opened:
            begun, of_name = opened.pop()
            around = sum(of_another for _, of_another in opened)
            if of_name and around == DEEPEST - 1:
                start = span.start + begun
                yield nested_brackets(Span(span.source, start, span.start + place + 1))


def _bare(subject: Subject, node: s.Call) -> Iterator[Diagnostic]:
    span = subject.span(node.origin)
    places = [parameter.name for parameter in subject.procedures[node.procedure].parameters]
    for call in CALLED.finditer(span.text):
        if call["name"] != node.procedure:
            continue
        start = span.start + call.start("arguments")
        given = call["arguments"].split(",")
        numbers = sum(written.strip().isdigit() for written in given) > 1  # which is which?
        for place, written in zip(places, given, strict=False):
            left, said = start + len(written) - len(written.lstrip()), written.strip()
            if said in ("yes", "no") or (numbers and said.isdigit()):
                found = Span(span.source, left, left + len(said))
                yield bare_argument(found, node.procedure, place)
            start += len(written) + 1
