"""Columns of tables that are no fields, and cells that are empty."""

from __future__ import annotations

from attrs import evolve

from ruleslang.language.lower.rulebook import Lowered, compile_trees
from ruleslang.language.syntax.csv_table import parse_csv
from ruleslang.language.syntax.parse import parse
from ruleslang.program.declarations import Definition
from ruleslang.source.span import Source

BOOK = """\
rulebook sheet "Sheet"
    players 2
    starts with game

kind gem
    has cost: 0..9 = 4
    has points: 0..9
    text "A gem."

phase game
    nobody wins
"""


def lowered(csv: str, table: str = "") -> Lowered:
    tree, mistakes = parse(Source("sheet.rules", BOOK + table))
    assert not mistakes
    if not csv:
        return compile_trees([tree])
    rows, problems = parse_csv(Source("gem.csv", csv))
    compiled = compile_trees([tree, rows])
    return evolve(compiled, diagnostics=(*problems, *compiled.diagnostics))


def definitions(found: Lowered) -> dict[str, Definition]:
    assert found.compiled is not None, [each.message for each in found.diagnostics]
    return {each.name: each for each in found.compiled.program.definitions}


def text_of(definition: Definition) -> str:
    return definition.rules_text.text if definition.rules_text else ""


def test_a_column_text_is_printed_and_otherwise_the_text_of_the_kind() -> None:
    csv = 'id,name,points,text\nopal,Opal,3,"Black, and warm."\nruby,Ruby,4,\nonyx,Onyx,1,-\n'
    found = definitions(lowered(csv))

    assert text_of(found["opal"]) == "Black, and warm."
    assert text_of(found["ruby"]) == text_of(found["onyx"]) == "A gem."


def test_a_table_of_the_text_has_a_column_text_too() -> None:
    table = "table gem\n    | id   | name | points | text         |\n"
    table += "    | opal | Opal | 3      | Black, warm. |\n"

    assert text_of(definitions(lowered("", table))["opal"]) == "Black, warm."


def test_a_column_in_parentheses_is_not_read() -> None:
    plain = definitions(lowered("id,name,points\nopal,Opal,3\n"))
    noted = definitions(lowered("id,(notes),name,points\nopal,too strong?,Opal,3\n"))

    assert noted == plain


def test_an_empty_cell_takes_the_default() -> None:
    dash = definitions(lowered("id,name,copies,cost,points\nopal,Opal,-,-,3\n"))
    empty = definitions(lowered("id,name,copies,cost,points\nopal,Opal,,,3\n"))

    assert empty == dash


def test_an_empty_cell_where_there_is_no_default_is_blamed_once() -> None:
    found = lowered("id,name,cost,points\nopal,Opal,,\n")

    assert [(each.slug, each.span.start) for each in found.diagnostics] == [("unreadable-cell", 31)]
    assert "empty cell" in found.diagnostics[0].message


def test_rows_without_any_cell_are_left_out() -> None:
    rows = "id;name;cost;points\n;;;\nopal;Opal;2;3\n ; ;;\n\n"

    assert list(definitions(lowered(rows))) == ["opal"]


def test_a_card_without_a_title_is_shown_by_its_name() -> None:
    table = "table gem\n    | id   | name | points |\n    | opal |      | 3      |\n"

    assert definitions(lowered("", table))["opal"].text is None
    assert definitions(lowered("id,name,points\nopal,,3\n"))["opal"].text is None
