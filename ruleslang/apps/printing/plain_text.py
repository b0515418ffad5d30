"""The rules and the cards of a game as plain text, for readers that have no pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.apps.printing.card_data import Printable
from ruleslang.apps.printing.review_sheet import review_data
from ruleslang.apps.printing.summary import summary_data
from ruleslang.program.program import Compiled

INDENT = "    "


def rules_text(compiled: Compiled) -> str:
    """Return the box's contents, the table, the printed rules by number, and all rules as text."""
    program = compiled.program
    sheet = summary_data(Printable.of(program))
    parts = review_data(compiled, lambda number: program.origins[number].excerpt)
    lines = [sheet["game"], "", *sheet["box"]]
    lines += [
        f"{zone['name']} {zone['of']}".strip() + f": {zone['facts']}" for zone in sheet["table"]
    ]
    if compiled.rules:
        lines += ["", *(f"{rule.id}: {rule.text}" for rule in compiled.rules)]
    for rule in parts["rules"]:
        cites = f" [{', '.join(rule['cites'])}]" if rule["cites"] else ""
        lines += ["", f"{rule['word']} {rule['title']}{cites}"]
        lines += [f"{INDENT * (depth + 1)}{line}" for depth, line in rule["lines"]]
    return "\n".join(lines)


def cards_text(compiled: Compiled) -> str:
    """Return every card: its copies, its fields, its printed text, and what it does."""
    return "\n".join(_card_lines(compiled)) or "There are no cards."


def _card_lines(compiled: Compiled) -> Iterator[str]:
    program = compiled.program
    book = Printable.of(program)
    rules = review_data(compiled, lambda number: program.origins[number].excerpt)
    does = {
        (kind["kind"], card["title"]): card for kind in rules["kinds"] for card in kind["cards"]
    }
    shared = {kind["kind"]: kind["lines"] for kind in rules["kinds"]}
    for kind in summary_data(book)["cards"]:
        yield kind["kind"]
        yield from _indented(shared.get(kind["kind"], []), 1)
        for card in kind["cards"]:
            facts = f" ({card['facts']})" if card["facts"] else ""
            text = f": {card['text']}" if card["text"] else ""
            yield f"{INDENT}{card['title']} ×{card['copies']}{facts}{text}"
            yield from _indented(does.get((kind["kind"], card["title"]), {}).get("lines", []), 2)
    for definition in program.definitions:
        if definition.deck:
            title = book.match.population.titles[definition.name].text
            yield f"{title} ×{definition.copies} ({book.title(definition.kind)})"


def _indented(lines: Any, depth: int) -> Iterator[str]:
    yield from (f"{INDENT * (depth + deeper)}{line}" for deeper, line in lines)
