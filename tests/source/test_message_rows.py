"""Each call of a row of words passes the words that it has places for, and no others."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import TypeAlias

import ruleslang
from ruleslang.source.diagnostic import Message, Severity, Subject
from ruleslang.source.fix import write
from ruleslang.source.span import Source
from tests.support.slugs import ROWS

HOUSE = Path(ruleslang.__file__).parent
Rows: TypeAlias = "dict[tuple[str, str], frozenset[str]]"  # by module and name: the keywords
ROW = Message(
    "odd-card",
    "met {{{card}}} at {here}",
    "drop {card}, {count} times",
    "{card}",
    Subject("name", "{here}", "{count}"),
    Severity.ADVICE,
)


def trees() -> dict[str, ast.Module]:
    """The modules that make diagnostics, or may name what makes them."""
    return {
        ".".join(("ruleslang", *path.relative_to(HOUSE).with_suffix("").parts)): ast.parse(text)
        for path in HOUSE.rglob("*.py")
        if "Message(" in (text := path.read_text("utf-8"))
        or "diagnostics import" in text
        or "_diagnostics" in text
    }


def keywords_of(row: ast.Call) -> frozenset[str]:
    """The keywords that a call must pass."""
    texts = {
        text.value
        for node in [*row.args[1:], *(keyword.value for keyword in row.keywords)]
        for text in ast.walk(node)
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
    }
    names = {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}
    names -= {"here", "short"}  # which the place says
    has_label = len(row.args) > 3 or any(keyword.arg == "label" for keyword in row.keywords)
    return frozenset(names | {"at"} if has_label else names)


def rows_in(modules: dict[str, ast.Module]) -> Rows:
    return {
        (module, name): keywords_of(call)
        for module, tree in modules.items()
        for node in tree.body
        if isinstance(node, ast.Assign)
        for name, call in [(ast.unparse(node.targets[0]), node.value)]
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ROWS
    }


def uses(module: str, tree: ast.Module, rows: Rows) -> Iterator[tuple[ast.expr, frozenset[str]]]:
    """Each mention of a row, as `name` or `module.name`, with the keywords that it wants."""
    bound = {name: rows[where, name] for where, name in rows if where == module}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                local = alias.asname or alias.name
                inside = f"{node.module}.{alias.name}"
                if (node.module or "", alias.name) in rows:
                    bound[local] = rows[node.module or "", alias.name]
                bound |= {
                    f"{local}.{name}": row for (at, name), row in rows.items() if at == inside
                }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            wanted = bound.get(ast.unparse(node))
            if wanted is not None:
                yield node, wanted


def test_every_call_of_a_row_passes_its_words() -> None:
    modules = trees()
    rows = rows_in(modules)
    used = 0
    for module, tree in modules.items():
        calls = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for node, wanted in uses(module, tree, rows):
            call = calls.get(id(node))
            where = f"{module}:{node.lineno}: `{ast.unparse(call or node)}`"

            assert call is not None, f"{where}: a row is called where it is named"
            assert len(call.args) == 1, f"{where}: the place alone stands without a keyword"
            passed = {keyword.arg for keyword in call.keywords}
            assert passed - {"known", "help"} == wanted, where
            used += 1

    assert used >= len(rows) > 100


def test_words_are_put_in_their_places() -> None:
    text = Source("odd.rules", "card one")

    output = ROW(text.span(0, 4), at=text.span(5, 8), card="{one}", count=2)

    assert (output.slug, output.severity) == ("odd-card", Severity.ADVICE)
    assert output.message == "met {{one}} at card"
    assert output.subject == Subject("name", "card", "2")
    assert output.help == "drop {one}, 2 times"
    assert [(label.span.text, label.text) for label in output.labels] == [("one", "{one}")]


def test_the_help_of_a_call_comes_before_a_known_name_and_the_help_of_the_row_last() -> None:
    text = Source("odd.rules", "crad").span(0, 4)
    row = Message("odd-card", "met {here}", write("write {card}"))

    own = row(text, help="no", known=["card"], card="x")
    known = row(text, known=["card", "zone"], card="x")
    general = row(text, known=["zone"], card="x")

    assert own.help == "no"
    assert known.help == "did you mean `card`?"
    assert general.fix is not None
    assert (general.help, general.fix.edits[0].text) == ("write `write x`", "write x")
