"""
The sheet for review: beside the printed text of each card what its rules do, in sentences.

Plays and effects that several cards share are printed once, at the head of their kind. Actions,
phases, procedures, values and all other effects follow, each beside the rules that it cites.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ruleslang.apps.printing.card_data import Printable
from ruleslang.apps.printing.kind_descriptions import declarations_naming
from ruleslang.apps.printing.phrases import Phrases, field_of
from ruleslang.apps.printing.print_cards import PAPERS, Layout, Printed, sheet_of
from ruleslang.apps.printing.rule_sentences import Line, Sentences, Written
from ruleslang.program import declarations as d
from ruleslang.program.expressions import TitleValue
from ruleslang.program.program import Compiled

NOTHING: Line = (0, "Nothing.")


def review_sheet(compiled: Compiled, layout: Layout, written: Written) -> Printed:
    """Return the sheet as a PDF; `written` gives the text of an origin."""
    data = {
        **review_data(compiled, written),
        "lang": layout.lang or next(iter(compiled.program.languages), "en"),
        "page": list(PAPERS[layout.paper]),
    }
    return sheet_of("review.typ", data)


def review_data(compiled: Compiled, written: Written) -> dict[str, Any]:
    """Return the sheet's content: by kind the cards with text and lines, then all other rules."""
    book, program = Printable.of(compiled.program), compiled.program
    cards = [card for card in program.definitions if not card.deck]
    elsewhere = declarations_naming(compiled, TitleValue)
    used = Counter(name for card in cards for name in dict.fromkeys((*card.plays, *card.standings)))
    names = [name for name in used if used[name] == 1]
    kinds = []
    for kind in program.kinds:
        mine = [card for card in cards if card.kind == kind.name]
        shared = [
            name
            for name in used
            if used[name] > 1 and any(_has_behaviour(card, name) for card in mine)
        ]
        entries = [
            {
                "title": book.match.population.titles[card.name].text,
                "text": card.rules_text.text if card.rules_text else "",
                "lines": [*_lines(book, [n for n in names if _has_behaviour(card, n)], written)],
                "elsewhere": [*elsewhere.get(card.name, ())],
            }
            for card in mine
        ]
        entries = [one for one in entries if one["text"] or one["lines"] or one["elsewhere"]]
        if entries or shared:
            of_all = [*_lines(book, shared, written)]
            kinds.append({"kind": book.title(kind.name), "lines": of_all, "cards": entries})
    title = program.title.text if program.title else program.name.replace("_", " ")
    return {"game": title, "kinds": kinds, "rules": [*_rules(book, written)]}


def _rules(book: Printable, written: Written) -> Iterator[dict[str, Any]]:
    """Yield actions, phases and procedures, values, then the effects outside of cards."""
    program = book.program
    declared: list[d.Action | d.Procedure | d.Value | d.Standing]
    values = [value for value in program.values if value.name == field_of(value.name)]
    declared = [*program.actions, *program.procedures, *values, *program.standings]
    for of in declared:
        sentences = Sentences(Phrases(book, of.locals), written)
        match of:
            case d.Action():
                title, word, lines = sentences.action(of.name), "action", sentences.play(of)
            case d.Procedure():
                title, word, lines = book.title(of.name), of.word, sentences.procedure(of.body)
            case d.Value():
                title, word, lines = book.title(of.name), "value", sentences.value(of)
            case d.Standing():
                title, word, lines = "", "effect", sentences.standing(of)
        cites = program.origins[of.origin].cites if 0 <= of.origin < len(program.origins) else ()
        yield {"title": title, "word": word, "lines": [*lines] or [NOTHING], "cites": [*cites]}


def _has_behaviour(card: d.Definition, name: str) -> bool:
    return name in card.plays or name in card.standings


def _lines(book: Printable, names: Sequence[str], written: Written) -> Iterator[Line]:
    """Yield the sentences of plays and effects."""
    for play in book.program.plays:
        if play.name in names:
            depth = int(play.text is not None)
            if play.text is not None:
                yield 0, f"“{play.text.text}”:"
            for deeper, line in Sentences(Phrases(book, play.locals), written).play(play):
                yield depth + deeper, line
    for standing in book.program.card_standings:
        if standing.name in names:
            yield from Sentences(Phrases(book, standing.locals), written).standing(standing)
