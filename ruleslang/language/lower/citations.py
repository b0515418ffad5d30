"""Collects the numbers that declarations cite, and lowers the table of what each of them says."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import partial

from ruleslang.language.lower import citations
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.diagnostics import declarations as errors
from ruleslang.language.resolve.diagnostics import no_such_column
from ruleslang.language.resolve.tables import is_default, rows_of
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import examples
from ruleslang.language.syntax.node import Marks, Name, Node
from ruleslang.language.syntax.simple_statements import Marked
from ruleslang.language.syntax.walk import find, walk
from ruleslang.program.numbered_rules import GAP, QUESTION, RULE, announced_numbers
from ruleslang.program.program import Cited, NumberedRule, Numbering, Omission
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.fix import write
from ruleslang.source.suggest import known_name, nearest
from ruleslang.source.walk import asked_once

NUMBER = re.compile(r"-(?:([A-Za-z]+)-?)?0*(\d{1,3})")
SERIES = ("AMB", "MIS", "EX")

KINDS: dict[type[Marked], str] = {
    syntax.Header: "rulebook",
    syntax.Words: "words",
    syntax.TypeName: "type",
    syntax.Die: "die",
    syntax.Dice: "dice",
    syntax.Zone: "zone",
    syntax.State: "state",
    syntax.History: "history",
    syntax.Value: "value",
    syntax.Board: "board",
    syntax.Piece: "piece",
    syntax.Kind: "kind",
    syntax.Card: "card",
    syntax.RowRules: "card",
    syntax.Table: "table",
    syntax.TextTable: "texts",
    syntax.LookTable: "looks",
    syntax.RuleTable: "rules",
    syntax.Deck: "deck",
    syntax.CardList: "list",
    syntax.Action: "action",
    syntax.Window: "window",
    syntax.Measure: "measure",
    syntax.Chooser: "player",
    syntax.Standing: "while",
    syntax.TopHook: "hook",
    syntax.TopModify: "modify",
    syntax.TopWhenever: "whenever",
    examples.Example: "example",
    examples.Claim: "claim",
    examples.Property: "property",
}


def cited(context: Context) -> tuple[Cited, ...]:
    """Return every declaration with all numbers cited anywhere in it."""
    return tuple(
        context.lowered(node, _cited_in, _kind(node))
        for node in context.symbols.order
        if not isinstance(node, (syntax.Omit, syntax.Junk))
    )


def _kind(node: syntax.Declaration) -> str:
    assert not isinstance(node, (syntax.Omit, syntax.Junk))
    return node.word if isinstance(node, (syntax.Procedure, syntax.Option)) else KINDS[type(node)]


def _cited_in(context: Context, node: syntax.Declaration, kind: str) -> Cited:
    """Return a declaration of the program with all numbers cited anywhere in it."""
    assert not isinstance(node, (syntax.Omit, syntax.Junk))
    all_marks = _marks(node)
    cites = tuple(cite for marks in all_marks for cite in marks.cites)
    cites += tuple(_cited_by_options(context, node))
    by_text = {cite.text: cite for cite in cites}
    gathered = Marks(tuple(by_text.values()), node.marks.designed, span=node.marks.span)
    decided = node.decided_by if isinstance(node, (syntax.Value, syntax.Procedure)) else ()
    origin = context.origin(node.span, gathered)
    cited = Cited(_name(node), kind, origin, tuple(name.text for name in decided))
    for marks in all_marks:
        if marks.cites and marks is not node.marks:
            context.origin(marks.span, marks)  # citations are not only on statements
    return cited


def _cited_by_options(context: Context, node: syntax.Declaration) -> Iterable[Name]:
    """Return citations of options on which effects depend: `while rain_order is result_last`."""
    if not isinstance(node, syntax.Standing) or node.condition is None:
        return
    for name in walk(node.condition):
        if isinstance(name, Name):
            option = context.symbols.declared(name.text, syntax.Option)
            yield from option.marks.cites if option is not None else ()


@asked_once
def _marks(node: syntax.Declaration) -> tuple[Marks, ...]:
    return tuple(find(node, Marks))


def _name(node: syntax.Declaration) -> str:
    match node:
        case syntax.Table():
            return node.kind.text
        case syntax.TextTable():
            return syntax.TEXTS
        case syntax.LookTable():
            return syntax.LOOKS
        case syntax.RuleTable():
            return syntax.RULES
        case examples.Example() | examples.Property() | syntax.Measure():
            return node.text.text
        case examples.Claim():
            return node.text.text if node.text else _first_line(node.expression or node)
        case syntax.TopHook():
            return f"{node.hook.moment} {node.hook.procedure.text}"
        case syntax.TopModify():
            return f"modify {node.modify.value.text}"
        case syntax.TopWhenever() | syntax.Standing() | syntax.Omit() | syntax.Junk():
            return _first_line(node).partition(" ")[2]
        case _:
            return node.name.text


def _first_line(node: Node) -> str:
    return node.span.text.partition("\n")[0].partition("  ")[0].strip()


def omissions(context: Context) -> tuple[Omission, ...]:
    """Return the numbers that `omit` lists."""
    return tuple(
        Omission(
            tuple(cite.text for cite in node.marks.cites),
            node.text.text,
            context.origin(node.span, node.marks),
        )
        for node in context.symbols.each(syntax.Omit)
    )


def check_citations(context: Context, numbering: Numbering, listed: Iterable[str]) -> None:
    """
    Report cited numbers that the header does not announce.

    Where it announces only a prefix, the numbers are those `listed` in a table of rules.
    """
    if not numbering.prefix:
        return
    known = known_numbers(numbering) or dict.fromkeys(listed, "rule")
    for node in context.symbols.order:
        for marks in _marks(node):
            for cite in marks.cites:
                _check(context, cite, numbering, known)


def known_numbers(numbering: Numbering) -> dict[str, str]:
    """Return every announced number and its sort: `rule`, `open question` or `gap`."""
    sorts = (
        (announced_numbers(numbering, RULE), "rule"),
        (announced_numbers(numbering, QUESTION), "open question"),
        (announced_numbers(numbering, GAP), "gap"),
    )
    return {number: sort for numbers, sort in sorts for number in numbers}


def _check(context: Context, cite: Name, numbering: Numbering, known: dict[str, str]) -> None:
    prefix = numbering.prefix + "-"
    if not known and cite.text.startswith(prefix):
        return  # the header announces only a prefix
    if cite.text in known or is_example(cite.text, numbering):
        return
    if not cite.text.startswith(prefix):
        context.report(errors.foreign_number(cite, known=known, prefix=numbering.prefix))
    else:
        context.report(unknown_number(cite, numbering, known))


def unknown_number(cite: Name, numbering: Numbering, known: Collection[str]) -> Diagnostic:
    """Report a number that the rulebook does not have, with its prefix, and what may be meant."""
    intended = _completed(cite.text, numbering.prefix)
    help = write(intended) if intended and intended in known else None
    announced = _announced(numbering)
    if not announced:
        return errors.unlisted_number(cite, help=help or known_name(cite.text, known))
    return errors.unknown_number(cite, help=help, announced=announced)


def is_example(cite: str, numbering: Numbering) -> bool:
    """Return whether it cites a worked example: any, if the header has no range."""
    match = re.fullmatch(rf"{numbering.prefix}-EX-([0-9]+)[A-Z]?", cite)
    last = numbering.examples
    return match is not None and (not last or 1 <= int(match[1]) <= last)


def _completed(cite: str, prefix: str) -> str | None:
    """Return a citation's canonical form: digits padded, letters of the nearest series."""
    match = NUMBER.fullmatch(cite.removeprefix(prefix))
    if not match:
        return None
    letters, number = match[1], int(match[2])
    if not letters:
        return f"{prefix}-{number:03}"
    series = nearest(letters, SERIES)
    return f"{prefix}-{series}-{number:02}" if series else None


def _announced(numbering: Numbering) -> str:
    """Return the announced numbers, in the form of the header."""
    series = (
        ("rules", numbering.rules),
        ("open questions", numbering.questions),
        ("gaps", numbering.gaps),
        ("worked examples", numbering.examples),
    )
    return ", ".join(f"{word} 1..{last}" for word, last in series if last)


NEEDED = ("id", "rule")
COLUMNS = ("id", "chapter", "kind", "rule")


def lower_rules(context: Context, numbering: Numbering) -> tuple[NumberedRule, ...]:
    """Return the rows of all tables of rules, each number once."""
    rules: dict[str, NumberedRule] = {}
    known = citations.known_numbers(numbering)
    for node in context.symbols.each(syntax.RuleTable):
        diagnostics: list[Diagnostic] = []
        for cells in _rows(node, diagnostics):
            diagnostics += _wrong(cells, numbering, known, rules)
            rule = _rule(context, cells)
            rules.setdefault(rule.id, rule)
        for diagnostic in diagnostics:
            context.report(diagnostic)
    return tuple(rules.values())


def texts_by_number(nodes: Iterable[syntax.Declaration]) -> dict[str, str]:
    """Return the texts of rules in the tables of rules among some declarations, by number."""
    tables = (node for node in nodes if isinstance(node, syntax.RuleTable))
    rows = (cells for table in tables for cells in _rows(table, []))
    return {cells["id"].text: cells["rule"].text for cells in rows}


def listed_numbers(context: Context) -> list[str]:
    """Return the numbers that have a row in a table of rules."""
    return list(texts_by_number(context.symbols.order))


def _rows(
    table: syntax.RuleTable, diagnostics: list[Diagnostic]
) -> Iterator[dict[str, syntax.Cell]]:
    unknown = partial(no_such_column, table="rules", columns=COLUMNS)
    yield from rows_of(table, NEEDED, COLUMNS, unknown, diagnostics)


def _rule(context: Context, cells: dict[str, syntax.Cell]) -> NumberedRule:
    words = {
        column: "" if cell is None or is_default(cell) else cell.text
        for column in COLUMNS
        for cell in (cells.get(column),)
    }
    origin = context.origin(cells["id"].span)
    return NumberedRule(words["id"], words["rule"], words["chapter"], words["kind"], origin)


def _wrong(
    cells: dict[str, syntax.Cell],
    numbering: Numbering,
    known: dict[str, str],
    before: dict[str, NumberedRule],
) -> Iterator[Diagnostic]:
    cell, words = cells["id"], cells["rule"]
    if not numbering.prefix:
        yield errors.no_numbers(cell.span)
    elif not cell.text.startswith(f"{numbering.prefix}-"):
        name = Name(cell.text, span=cell.span)
        yield errors.foreign_number(name, known=known, prefix=numbering.prefix)
    elif known and cell.text not in known and not citations.is_example(cell.text, numbering):
        yield citations.unknown_number(Name(cell.text, span=cell.span), numbering, known)
    elif cell.text in before:
        yield errors.second_row(cell.span, number=cell.text)
    if is_default(words):
        yield errors.wordless_rule(cell.span, number=cell.text)
