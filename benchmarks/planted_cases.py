"""Defects of cases: such as nobody decides, and tables with a hole or an overlap."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from planting import (
    Book,
    Defect,
    Edit,
    alone_on_lines,
    head,
    indentation,
    line_below,
    replaced,
    stretch,
    text_of,
    whole_lines,
    without,
)

from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax import simple_statements as simple
from ruleslang.language.syntax import statements as st
from ruleslang.language.syntax.declarations import (
    Action,
    Declaration,
    TopHook,
    TopModify,
    TopWhenever,
    Value,
    ValueCase,
)
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.walk import find, walk

COMPARED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}

# ---------------------------------------------------------------- a case nobody decides


def guard_removed(book: Book) -> Iterator[Defect]:
    """What was to happen while something is empty is left out."""
    for tree, each in book.declarations():
        for node in find(each, st.If):
            conditions = [*find(node.branches[0].condition, x.IsEmpty)]
            if len(node.branches) != 1 or node.otherwise is not None or not conditions:
                continue
            if conditions[0].negated or not alone_on_lines(node):
                continue
            yield Defect(
                "a case nobody decides",
                "what happens when it is empty is left out",
                tree,
                (without(node),),
                (head(each), line_below(node)),
            )


def question_unguarded(book: Book) -> Iterator[Defect]:
    """A question that was asked only where there is something to choose."""
    for tree, each in book.declarations():
        for node in find(each, st.If):
            branch = node.branches[0]
            if len(node.branches) != 1 or node.otherwise is not None or not alone_on_lines(node):
                continue
            guards = [one for one in find(branch.condition, x.IsEmpty) if one.negated]
            asks = any(isinstance(n, (simple.Choose, simple.Pick)) for n in walk(branch.block))
            if not guards or not asks or branch.condition is not guards[0]:
                continue
            inner = branch.block.statements
            lines = "".join(
                each.span.source.text[slice(*whole_lines(one))].removeprefix("    ")
                if not branch.block.inline
                else f"{indentation(node)}{text_of(one)}\n"
                for one in inner
            )
            start, end = whole_lines(node)
            lines = lines.replace("\n    " + indentation(node), "\n" + indentation(node))
            yield Defect(
                "a case nobody decides",
                "a question that may find nothing",
                tree,
                (Edit(start, end, lines),),
            )


def tie_opened(book: Book) -> Iterator[Defect]:
    """The criterion that settled ties is left out."""
    for tree, each in book.declarations():
        for node in walk(each):
            if isinstance(node, simple.Pick) and len(node.criteria) > 1:
                last, before = node.criteria[-1], node.criteria[-2]
                text = "" if isinstance(last, x.ByOrder) else ", then order"
                edit = Edit(before.span.end, last.span.end, ", then order" if text else "")
                if text:
                    yield Defect(
                        "a case nobody decides", "ties go by order", tree, (edit,), (stretch(node),)
                    )


def refill_removed(book: Book) -> Iterator[Defect]:
    """The line that fills a zone again, shuffled after it, is left out."""
    for tree, each in book.declarations():
        for block in find(each, st.Block):
            for one, two in itertools.pairwise(block.statements):
                if not (isinstance(one, simple.Move) and isinstance(two, simple.Shuffle)):
                    continue
                if text_of(one.target) == text_of(two.zone) and alone_on_lines(one):
                    yield Defect(
                        "a case nobody decides",
                        "a zone is not filled",
                        tree,
                        (without(one),),
                        (head(each), stretch(block)),
                    )


def impossible_unsaid(book: Book) -> Iterator[Defect]:
    """What happens when nothing can be done is left out."""
    for tree, each in book.declarations():
        for node in find(each, simple.Do):
            if node.if_impossible is not None:
                found = re.search(r", if impossible .*$", text_of(node), re.DOTALL)
                if found:
                    at = node.span.start + found.start()
                    yield Defect(
                        "a case nobody decides",
                        "`if impossible` is left out",
                        tree,
                        (Edit(at, node.span.end, ""),),
                        (stretch(node),),
                    )


def case_removed(book: Book) -> Iterator[Defect]:
    """A case of `depending on` is left out."""
    for tree, each in book.declarations():
        for node in find(each, st.Depending):
            for case in node.cases[1:]:
                if alone_on_lines(case):
                    yield Defect(
                        "a case nobody decides",
                        "a case is left out",
                        tree,
                        (without(case),),
                        (stretch(node),),
                    )


# ---------------------------------------------------------------- tables


def range_shifted(book: Book) -> Iterator[Defect]:
    """A range of a case begins one later, or one earlier."""
    for tree, each in book.declarations():
        for node in find(each, st.Depending):
            for case in node.cases:
                for entry in case.values:
                    if isinstance(entry, x.Range) and isinstance(entry.low, x.Number):
                        for step in (1, -1):
                            if entry.low.value + step >= 0:
                                low = str(entry.low.value + step)
                                yield Defect(
                                    "a table with a hole or overlap",
                                    "a range of a case is shifted",
                                    tree,
                                    (replaced(entry.low, low),),
                                    (stretch(node),),
                                )


def rows_exchanged(book: Book) -> Iterator[Defect]:
    """Two neighbouring cases of a value change places."""
    for tree, each in book.declarations():
        if isinstance(each, Value):
            for one, two in zip(each.cases, each.cases[1:], strict=False):
                if one.condition is None or two.condition is None:
                    continue
                if not (alone_on_lines(one) and alone_on_lines(two)):
                    continue
                if not _same_subject(one.condition, two.condition):
                    continue
                yield Defect(
                    "a table with a hole or overlap",
                    "two rows change places",
                    tree,
                    (replaced(one, text_of(two)), replaced(two, text_of(one))),
                )


def bound_shifted(book: Book) -> Iterator[Defect]:
    """One of two rows beside each other takes what the other takes, or leaves a hole."""
    for tree, each in book.declarations():
        if isinstance(each, Value):
            yield from _rows_shifted(tree, each.cases)
        for node in find(each, st.If):
            chain = [one.condition for one in node.branches]
            for one, two in itertools.pairwise(chain):
                if _same_subject(one, two):
                    yield from _shifted(tree, one, two)


def _rows_shifted(tree: int, cases: Sequence[ValueCase]) -> Iterator[Defect]:
    for one, two in itertools.pairwise(cases):
        if one.condition is None or two.condition is None:
            continue
        if _same_subject(one.condition, two.condition):
            yield from _shifted(tree, one.condition, two.condition)


def _shifted(tree: int, one: Node, two: Node) -> Iterator[Defect]:
    assert isinstance(one, x.Compare) and isinstance(two, x.Compare)
    first, second = one.right, two.right
    if isinstance(first, x.Number) and isinstance(second, x.Number):
        far = second.value + (second.value - first.value or 1)
        for value in (second.value, far):
            if value >= 0 and value != first.value:
                yield Defect(
                    "a table with a hole or overlap",
                    "a row takes what the next one takes",
                    tree,
                    (replaced(first, str(value)),),
                    (stretch(two),),
                )


def _same_subject(one: Node, two: Node) -> bool:
    return (
        isinstance(one, x.Compare)
        and isinstance(two, x.Compare)
        and text_of(one.left) == text_of(two.left)
        and one.operator == two.operator
    )


def word_doubled(book: Book) -> Iterator[Defect]:
    """One of two cases that ask for two words asks for the word of the other."""
    for tree, each in book.declarations():
        chains = [[one.condition for one in each.cases]] if isinstance(each, Value) else []
        chains += [[one.condition for one in node.branches] for node in find(each, st.If)]
        chains += [_chain(node) for node in find(each, x.WhenOtherwise)]
        for chain in chains:
            for one, two in itertools.pairwise(chain):
                if not (isinstance(one, x.Is) and isinstance(two, x.Is)):
                    continue
                if text_of(one.left) == text_of(two.left) and one.negated == two.negated:
                    yield Defect(
                        "a table with a hole or overlap",
                        "two cases ask for one word",
                        tree,
                        (replaced(two.right, text_of(one.right)),),
                        (stretch(one), stretch(two)),
                    )


def _chain(node: x.WhenOtherwise) -> list[Node | None]:
    conditions: list[Node | None] = [node.condition]
    while isinstance(node.otherwise, x.WhenOtherwise):
        node = node.otherwise
        conditions.append(node.condition)
    return conditions


def chain_shifted(book: Book) -> Iterator[Defect]:
    """The same of `a when n < 3 otherwise b when n < 6 otherwise c`."""
    for tree, each in book.declarations():
        for node in find(each, x.WhenOtherwise):
            chain = _chain(node)
            for one, two in itertools.pairwise(chain):
                if one is not None and two is not None and _same_subject(one, two):
                    yield from _shifted(tree, one, two)


def siblings_alike(book: Book) -> Iterator[Defect]:
    """Of two declarations for two words of a list both are for the same."""
    tested: dict[str, list[tuple[int, Declaration, x.Is]]] = {}
    for tree, each in book.declarations():
        if isinstance(each, (TopHook, TopModify, TopWhenever, Action)):
            for node in find(each, x.Is):
                if isinstance(node.right, (Name, x.Truth)) and not node.negated:
                    tested.setdefault(text_of(node.left), []).append((tree, each, node))
    for uses in tested.values():
        for tree, each, node in uses:
            for other_tree, other, second in uses:
                differ = text_of(node.right) != text_of(second.right) and tree == other_tree
                if type(other) is type(each) and other is not each and differ:
                    yield Defect(
                        "a table with a hole or overlap",
                        "two rules for one word, none for the other",
                        tree,
                        (replaced(node.right, text_of(second.right)),),
                        (stretch(second), head(other)),
                    )


def actions_apart(book: Book) -> Iterator[Defect]:
    """Two actions or plays that share a number between them no longer meet."""
    tested: dict[str, list[tuple[int, Declaration, x.Compare]]] = {}
    for tree, each in book.declarations():
        for node in find(each, x.Compare):
            if isinstance(node.right, x.Number):
                tested.setdefault(text_of(node.left), []).append((tree, each, node))
    for uses in tested.values():
        for tree, each, node in uses:
            for other_tree, other, second in uses:
                contrary = COMPARED.get(node.operator) == second.operator
                same = text_of(node.right) == text_of(second.right)
                if other is not each and contrary and same and tree == other_tree:
                    assert isinstance(node.right, x.Number)
                    yield Defect(
                        "a table with a hole or overlap",
                        "two declarations that meet at a number",
                        tree,
                        (replaced(node.right, str(node.right.value + 1)),),
                        (stretch(second),),
                    )
