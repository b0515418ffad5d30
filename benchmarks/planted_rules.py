"""Defects of rules: two for one moment, dead ones, windows that nobody can use."""

from __future__ import annotations

import re
from collections.abc import Iterator

from planting import (
    Book,
    Defect,
    Edit,
    alone_on_lines,
    below,
    head,
    indentation,
    other_number,
    replaced,
    stretch,
    text_of,
    whole_lines,
)

from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax import simple_statements as simple
from ruleslang.language.syntax import statements as st
from ruleslang.language.syntax.declarations import (
    Action,
    Card,
    Procedure,
    RowRules,
    State,
    TopHook,
    TopModify,
    TopWhenever,
    Window,
)
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.walk import find

COMPARED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}

# ---------------------------------------------------------------- two rules for one moment


def hook_copied(book: Book) -> Iterator[Defect]:
    """A hook stands again, and sets something to another value."""
    for tree, each in book.declarations():
        if not isinstance(each, TopHook):
            continue
        for line in find(each.hook.block, simple.Set):
            for value in _other_values(line.value):
                start, _ = whole_lines(each)
                end = whole_lines(each)[1]
                whole = each.span.source.text[start:end].rstrip("\n") + "\n"
                at, to = line.value.span.start - start, line.value.span.end - start
                copy = "\n" + whole[:at] + value + whole[to:]
                yield Defect(
                    "two rules for one moment",
                    "a hook again, with another value",
                    tree,
                    (Edit(end, end, copy),),
                    (stretch(each),),
                )


def hooks_added(book: Book) -> Iterator[Defect]:
    """Two hooks after one procedure set one state to two values."""
    states = [
        each
        for _, each in book.declarations()
        if isinstance(each, State) and not each.index and isinstance(each.type, x.RangeType)
    ]
    for tree, each in book.declarations():
        if not isinstance(each, Procedure) or each.word == "check" or each.only_under:
            continue
        if any(isinstance(p.type, x.Apply) or "zone" in text_of(p.type) for p in each.parameters):
            continue
        for state in states[:3]:
            low, high = text_of(state.type.low), text_of(state.type.high)  # type: ignore[union-attr]
            if not (low.isdigit() and high.isdigit()):
                continue
            hook = f"\nafter {each.name.text}\n    set {state.name.text} to "
            text = f"{hook}{low}\n{hook}{high}\n"
            end = whole_lines(each)[1]
            yield Defect(
                "two rules for one moment",
                "two hooks that set one state",
                tree,
                (Edit(end, end, text),),
            )


def becomes_again(book: Book) -> Iterator[Defect]:
    """A value is made two things under conditions that can hold together."""
    for tree, each in book.declarations():
        if not isinstance(each, TopModify):
            continue
        for change in each.modify.changes:
            if change.stage not in ("becomes", "starts from", "times"):
                continue
            for value in _other_values(change.amount):
                start, end = whole_lines(each)
                whole = each.span.source.text[start:end].rstrip("\n") + "\n"
                at, to = change.span.start - start, change.span.end - start
                copy = whole[:at] + f"becomes {value}" + whole[to:]
                first = whole[:at] + f"becomes {text_of(change.amount)}" + whole[to:]
                yield Defect(
                    "two rules for one moment",
                    "a value becomes two things",
                    tree,
                    (Edit(start, end, first + copy),),
                )


def whenever_again(book: Book) -> Iterator[Defect]:
    """What ends the match for one ends it for another, at the same moment."""
    for tree, each in book.declarations():
        if not isinstance(each, TopWhenever):
            continue
        for line in find(each.whenever.block, simple.Wins):
            start, end = whole_lines(each)
            whole = each.span.source.text[start:end].rstrip("\n") + "\n"
            at, to = line.span.start - start, line.span.end - start
            other = "nobody wins" if text_of(line) != "nobody wins" else ""
            if other:
                copy = whole[:at] + other + whole[to:]
                yield Defect(
                    "two rules for one moment",
                    "the match ends twice",
                    tree,
                    (Edit(end, end, copy),),
                    (stretch(each),),
                )


def standing_copied(book: Book) -> Iterator[Defect]:
    """A card's effect stands on another card, too, with another value."""
    for tree, each in book.declarations():
        if not isinstance(each, (Card, RowRules)):
            continue
        hooks = [h for h in find(each, st.Hook) if not isinstance(h, simple.Set)]
        for hook in hooks:
            for line in find(hook.block, simple.Set):
                for value in _other_values(line.value)[:1]:
                    start, end = whole_lines(hook)
                    whole = each.span.source.text[start:end].rstrip("\n") + "\n"
                    at, to = line.value.span.start - start, line.value.span.end - start
                    copy = whole[:at] + value + whole[to:]
                    yield Defect(
                        "two rules for one moment",
                        "a card's hook again, with another value",
                        tree,
                        (Edit(end, end, copy),),
                        (stretch(hook),),
                    )


def _other_values(value: Node) -> list[str]:
    if isinstance(value, x.Number):
        return [other_number(value.value)]
    if isinstance(value, x.Truth):
        return ["no" if value.value else "yes"]
    return []


# ---------------------------------------------------------------- dead cards and rules


def clause_contradicted(book: Book) -> Iterator[Defect]:
    """A second `only if` excludes the first."""
    for tree, each in book.declarations():
        for clause in find(each, st.OnlyIf):
            contrary = _contrary(clause.condition)
            if contrary and alone_on_lines(clause):
                line = f"{indentation(clause)}only if {contrary}\n"
                yield Defect(
                    "a dead card or rule",
                    "what is asked for excludes itself",
                    tree,
                    (below(clause, line),),
                    (stretch(clause), head(each)),
                )


def cost_contradicted(book: Book) -> Iterator[Defect]:
    """What has to be paid is what nobody may have."""
    for tree, each in book.declarations():
        for pays in find(each, st.Pays):
            for cost in pays.costs:
                if isinstance(cost.amount, x.Number) and alone_on_lines(pays) and cost.amount.value:
                    line = (
                        f"{indentation(pays)}only if {text_of(cost.source)} < {cost.amount.value}\n"
                    )
                    start = whole_lines(pays)[0]
                    yield Defect(
                        "a dead card or rule",
                        "who can pay may not",
                        tree,
                        (Edit(start, start, line),),
                        (stretch(pays), head(each)),
                    )


def branch_contradicted(book: Book) -> Iterator[Defect]:
    """Below a condition stands another that excludes it."""
    for tree, each in book.declarations():
        for node in find(each, st.If):
            branch = node.branches[0]
            contrary = _contrary(branch.condition)
            if not contrary or branch.block.inline or not alone_on_lines(node):
                continue
            first = branch.block.statements[0]
            inner = indentation(first)
            start, end = whole_lines(first)
            lines = each.span.source.text[start:end]
            deeper = "".join(f"    {line}\n" for line in lines.rstrip("\n").split("\n"))
            if isinstance(first, simple.Let):
                continue
            yield Defect(
                "a dead card or rule",
                "a condition below its contrary",
                tree,
                (Edit(start, end, f"{inner}if {contrary}\n{deeper}"),),
                (head(node),),
            )


def call_removed(book: Book) -> Iterator[Defect]:
    """The only line that runs a procedure is left out."""
    calls: dict[str, list[tuple[int, simple.Call]]] = {}
    for tree, each in book.declarations():
        for call in find(each, simple.Call):
            if isinstance(call.call, (Name, x.Apply)):
                name = call.call if isinstance(call.call, Name) else call.call.function
                calls.setdefault(name.text, []).append((tree, call))
    for tree, each in book.declarations():
        if isinstance(each, Procedure) and len(calls.get(each.name.text, ())) == 1:
            where, call = calls[each.name.text][0]
            if where == tree and alone_on_lines(call):
                yield Defect(
                    "a dead card or rule",
                    "nothing runs it",
                    tree,
                    (replaced(call, "nothing"),),
                    (head(each),),
                )


def _contrary(condition: Node) -> str:
    if isinstance(condition, x.Compare) and condition.operator in COMPARED:
        other = COMPARED[condition.operator]
        return f"{text_of(condition.left)} {other} {text_of(condition.right)}"
    if isinstance(condition, x.IsEmpty):
        return f"{text_of(condition.operand)} is {'' if condition.negated else 'not '}empty"
    if isinstance(condition, x.Is) and not isinstance(condition.left, x.Paren):
        sign = "is" if condition.negated else "is not"
        return f"{text_of(condition.left)} {sign} {text_of(condition.right)}"
    return ""


# ---------------------------------------------------------------- windows


def window_closed(book: Book) -> Iterator[Defect]:
    """No line opens a window any more."""
    opens: dict[str, list[tuple[int, simple.Open]]] = {}
    for tree, each in book.declarations():
        for node in find(each, simple.Open):
            called = node.window
            name = called if isinstance(called, Name) else called.function
            opens.setdefault(name.text, []).append((tree, node))
    for tree, each in book.declarations():
        if isinstance(each, Window):
            uses = opens.get(each.name.text, [])
            if len(uses) == 1 and uses[0][0] == tree and uses[0][1].name is None:
                yield Defect(
                    "a window nobody can use",
                    "nothing opens it",
                    tree,
                    (replaced(uses[0][1], "nothing"),),
                    (head(each),),
                )


def nobody_asked(book: Book) -> Iterator[Defect]:
    """A window asks those who are nobody."""
    for tree, each in book.declarations():
        if isinstance(each, Window) and each.asks is not None:
            asks = each.asks.players
            for nobody in (
                f"({text_of(asks)} except players)",
                f"({text_of(asks)} where it is none)",
            ):
                if "where" in text_of(asks) and "except" in nobody:
                    continue
                yield Defect(
                    "a window nobody can use",
                    "it asks nobody",
                    tree,
                    (replaced(asks, nobody),),
                    (stretch(each),),
                )


def offered_never(book: Book) -> Iterator[Defect]:
    """What a window offers asks for what never is."""
    states = [
        each
        for _, each in book.declarations()
        if isinstance(each, State) and not each.index and isinstance(each.type, x.RangeType)
    ]
    offered = {
        name.text
        for _, each in book.declarations()
        if isinstance(each, Window) and each.offers is not None
        for name in each.offers.actions
    }
    for tree, each in book.declarations():
        if isinstance(each, Action) and each.name.text in offered:
            for state in states[:4]:
                high = text_of(state.type.high)  # type: ignore[union-attr]
                line = f"    only if {state.name.text} > {high}\n"
                at = each.span.source.text.find("\n", each.span.start) + 1
                if high.isdigit():
                    yield Defect(
                        "a window nobody can use",
                        "what it offers can never be done",
                        tree,
                        (Edit(at, at, line),),
                        (head(each),),
                    )


def asked_and_excluded(book: Book) -> Iterator[Defect]:
    """Who is asked in a window may not do what it offers."""
    windows = {e.name.text: e for _, e in book.declarations() if isinstance(e, Window)}
    for tree, each in book.declarations():
        if not isinstance(each, Action) or each.windows is None or len(each.windows.uses) != 1:
            continue
        window = windows.get(each.windows.uses[0].window.text)
        if window is None or window.asks is None:
            continue
        asks = window.asks.players
        if isinstance(asks, x.Braces) and len(asks.items) == 1:
            pattern = each.windows.uses[0].pattern
            names = [text_of(one) for one in pattern.entries] if pattern else []
            asked = text_of(asks.items[0])
            for parameter, name in zip(window.parameters, names, strict=False):
                asked = re.sub(rf"\b{parameter.name.text}\b", name, asked)
            line = f"    only if {each.by.text} is not {asked}\n"
            at = each.span.source.text.find("\n", each.span.start) + 1
            yield Defect(
                "a window nobody can use",
                "who is asked may not do it",
                tree,
                (Edit(at, at, line),),
                (head(each), stretch(window)),
            )
