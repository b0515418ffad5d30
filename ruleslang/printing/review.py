"""
The sheet for review: beside the printed text of each card what its rules do, in sentences.

Plays and effects that several cards share stand once, at the head of their kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ruleslang.printing.card_data import Printable
from ruleslang.printing.kinds import declarations_said
from ruleslang.printing.phrases import Phrases
from ruleslang.printing.print_cards import PAPERS, Layout
from ruleslang.printing.sentences import Line, Sentences, Written
from ruleslang.printing.typeset import Pages, pages
from ruleslang.program import declarations as d
from ruleslang.program.expressions import TitleValue
from ruleslang.program.program import Compiled
from ruleslang.program.walk import find


def review_sheet(compiled: Compiled, layout: Layout, written: Written) -> Pages:
    """The sheet as a PDF; `written` gives the text of an origin."""
    data = {
        **review_data(compiled, written),
        "lang": layout.lang or next(iter(compiled.program.languages), "en"),
        "page": list(PAPERS[layout.paper]),
    }
    return pages("review.typ", data)


def review_data(compiled: Compiled, written: Written) -> dict[str, Any]:
    """The content of the sheet as plain data: by kind, the cards with text and lines."""
    book, program = Printable.of(compiled.program), compiled.program
    cards = [card for card in program.definitions if not card.deck]
    elsewhere = _elsewhere(compiled)
    used = Counter(name for card in cards for name in dict.fromkeys((*card.plays, *card.standings)))
    names = [name for name in used if used[name] == 1]
    kinds = []
    for kind in program.kinds:
        mine = [card for card in cards if card.kind == kind.name]
        shared = [name for name in used if used[name] > 1 and any(_has(one, name) for one in mine)]
        told = [
            {
                "title": book.match.population.titles[card.name].text,
                "text": card.rules_text.text if card.rules_text else "",
                "lines": [*_lines(book, [n for n in names if _has(card, n)], written)],
                "elsewhere": elsewhere.get(card.name, []),
            }
            for card in mine
        ]
        told = [each for each in told if each["text"] or each["lines"] or each["elsewhere"]]
        if told or shared:
            of_all = [*_lines(book, shared, written)]
            kinds.append({"kind": book.title(kind.name), "lines": of_all, "cards": told})
    title = program.title.text if program.title else program.name.replace("_", " ")
    return {"game": title, "kinds": kinds}


def _elsewhere(compiled: Compiled) -> dict[str, list[str]]:
    """The declarations that name a card."""
    found: dict[str, dict[str, None]] = {}
    for said, node in declarations_said(compiled):
        for title in find(node, TitleValue):
            found.setdefault(title.name, {})[said] = None
    return {card: [*said] for card, said in found.items()}


def _has(card: d.Definition, name: str) -> bool:
    return name in card.plays or name in card.standings


def _lines(book: Printable, names: Sequence[str], written: Written) -> Iterator[Line]:
    """The sentences of plays and effects."""
    for play in book.program.plays:
        if play.name in names:
            yield from Sentences(Phrases(book, play.locals), written).play(play)
    for standing in book.program.card_standings:
        if standing.name in names:
            yield from Sentences(Phrases(book, standing.locals), written).standing(standing)
