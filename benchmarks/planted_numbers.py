"""Defects of numbers: terms used two ways, totals, and play without end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from planting import (
    Book,
    Defect,
    Edit,
    alone_on_lines,
    head,
    line_below,
    other_number,
    replaced,
    stretch,
    text_of,
    without,
)

from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax import simple_statements as simple
from ruleslang.language.syntax import statements as st
from ruleslang.language.syntax.declarations import (
    Action,
    Card,
    Declaration,
    Procedure,
    RowRules,
    RulesText,
    TopWhenever,
    Value,
)
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.walk import find

NUMERALS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

# ---------------------------------------------------------------- terms


def bound_of_one(book: Book) -> Iterator[Defect]:
    """A comparison that stands several times has another number at one place."""
    tested: dict[str, list[tuple[int, Declaration, x.Compare]]] = {}
    for tree, each in book.declarations():
        for node in find(each, x.Compare):
            if isinstance(node.right, x.Number) and node.right.value > 1:
                key = f"{_shape(text_of(node.left))} {node.operator} {text_of(node.right)}"
                tested.setdefault(key, []).append((tree, each, node))
    for uses in tested.values():
        for tree, _, node in uses if len(uses) > 1 else ():
            others = [n for t, _, n in uses if t == tree and n is not node]
            assert isinstance(node.right, x.Number)
            if others:
                yield Defect(
                    "a term used two ways",
                    "one bound of several is another",
                    tree,
                    (replaced(node.right, other_number(node.right.value)),),
                    tuple(stretch(n) for n in others),
                )


def value_written_out(book: Book) -> Iterator[Defect]:
    """In the place of a named value stands nearly what it says."""
    values: dict[str, Value] = {
        each.name.text: each
        for _, each in book.declarations()
        if isinstance(each, Value) and each.expression is not None and not each.decided_by
    }
    for tree, each in book.declarations():
        for call in find(each, x.Apply):
            value = values.get(call.function.text)
            if value is None or value is each or len(call.arguments) != len(value.parameters):
                continue
            assert value.expression is not None
            said = text_of(value.expression)
            numbers = [*re.finditer(r"(?<![\w.])\d+(?![\w.])", said)]
            if not numbers or "it" in re.findall(r"\w+", said):
                continue
            number = numbers[-1]
            near = said[: number.start()] + other_number(int(number[0])) + said[number.end() :]
            for parameter, argument in zip(value.parameters, call.arguments, strict=True):
                near = re.sub(rf"\b{parameter.name.text}\b", text_of(argument), near)
            yield Defect(
                "a term used two ways",
                "nearly what a named value says",
                tree,
                (replaced(call, f"({near})"),),
            )


def _shape(text: str) -> str:
    """The names of what is compared, without whose it is."""
    return re.sub(r"\([^()]*\)", "(…)", text)


# ---------------------------------------------------------------- totals


def copies_changed(book: Book) -> Iterator[Defect]:
    """There is one card more, or one less, of a sort."""
    for tree, each in book.declarations():
        if isinstance(each, Card) and each.copies and each.copies > 1:
            found = re.search(rf"\bx{each.copies}\b", text_of(each))
            if found:
                at = each.span.start + found.start()
                copies = f"x{each.copies + 1}"
                yield Defect(
                    "totals",
                    "another number of copies",
                    tree,
                    (Edit(at, at + len(found[0]), copies),),
                )


def too_many_dealt(book: Book) -> Iterator[Defect]:
    """More cards are dealt than there are."""
    for tree, each in book.declarations():
        for call in find(each, x.Apply):
            if call.function.text == "top" and len(call.arguments) == 2:
                number = call.arguments[1]
                if isinstance(number, x.Number) and number.value > 2:
                    yield Defect(
                        "totals",
                        "more is dealt than there is",
                        tree,
                        (replaced(number, str(number.value * 10)),),
                    )


def numeral_of_text(book: Book) -> Iterator[Defect]:
    """A number of a card's rule is not the one of its text."""
    for tree, each in book.declarations():
        if not isinstance(each, (Card, RowRules)):
            continue
        said = " ".join(one.text.text.lower() for one in find(each, RulesText))
        for node in find(each, x.Number):
            numeral = NUMERALS[node.value] if node.value < len(NUMERALS) else str(node.value)
            if node.value < 2 or not re.search(rf"\b({numeral}|{node.value})\b", said):
                continue
            if not re.search(rf"\b{node.value + 1}\b", text_of(each)):
                yield Defect(
                    "totals",
                    "a number of the rule is not that of the text",
                    tree,
                    (replaced(node, str(node.value + 1)),),
                    tuple(stretch(one) for one in find(each, RulesText)),
                )


# ---------------------------------------------------------------- play without end


def winning_removed(book: Book) -> Iterator[Defect]:
    """What ends the match is left out."""
    for tree, each in book.declarations():
        if isinstance(each, TopWhenever) and any(True for _ in find(each, simple.Wins)):
            yield Defect(
                "play without end",
                "what ends the match is left out",
                tree,
                (without(each),),
                (line_below(each),),
            )


def progress_removed(book: Book) -> Iterator[Defect]:
    """In a loop the line that brings its end nearer is left out."""
    for tree, each in book.declarations():
        for loop in find(each, st.Repeat):
            if loop.bound is None or loop.bound.word == "times" or loop.at_most is not None:
                continue
            asked = {n.text for n in find(loop.bound.value, Name)}
            for block in find(loop, st.Block):
                for line in block.statements if len(block.statements) > 1 else ():
                    if isinstance(line, (simple.Add, simple.Subtract, simple.Set, simple.Move)):
                        written = {n.text for n in find(line, Name)}
                        if written & asked and alone_on_lines(line):
                            yield Defect(
                                "play without end",
                                "a loop that gets no further",
                                tree,
                                (without(line),),
                                (stretch(loop),),
                            )


def free_action(book: Book) -> Iterator[Defect]:
    """An action that may be done as often as allowed costs nothing, and has no limit."""
    often = {
        name.text
        for _, each in book.declarations()
        for node in find(each, simple.Do)
        if node.as_often
        for name in node.actions
    }
    for tree, each in book.declarations():
        if isinstance(each, Action) and each.name.text in often:
            for clause in each.body.clauses:
                if isinstance(clause, (st.Pays, st.Limit)) and alone_on_lines(clause):
                    yield Defect(
                        "play without end",
                        "an action costs nothing any more",
                        tree,
                        (without(clause),),
                        (head(each),),
                    )


def counter_stopped(book: Book) -> Iterator[Defect]:
    """The line that counts rounds, which end the match, is left out."""
    for tree, each in book.declarations():
        if not isinstance(each, Procedure):
            continue
        for loop in find(each, st.TakeTurns):
            if loop.until is None:
                continue
            asked = {n.text for n in find(loop.until, Name)}
            for other_tree, other in book.declarations():
                for line in [*find(other, simple.Add), *find(other, simple.Subtract)]:
                    names = {n.text for n in find(line.place, Name)}
                    if names & asked and alone_on_lines(line) and other_tree == tree:
                        yield Defect(
                            "play without end",
                            "nothing counts any more",
                            tree,
                            (replaced(line, "nothing"),),
                            (stretch(loop),),
                        )
