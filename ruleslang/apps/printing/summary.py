"""
The summary sheet: the contents of the box, the table, the outline of a turn, the texts of all
cards.

It uses only declarations and texts that the rulebook has for players.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.apps.printing.card_data import Printable, card_data
from ruleslang.apps.printing.print_cards import PAPERS, Layout, Printed, sheet_of
from ruleslang.apps.printing.typeset import Files
from ruleslang.explanation.story.board_pictures import boards
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.program import Compiled
from ruleslang.program.walk import find, walk

MOST_SAME = 12  # faces of a die that are written out


def summary_sheet(compiled: Compiled, layout: Layout) -> Printed:
    """The sheet as a PDF."""
    book = Printable.of(compiled.program)
    drawn = boards(compiled.program)
    pictures = {f"board-{n}.svg": board.encode() for n, board in enumerate(drawn.values())}
    data = {
        **summary_data(book),
        "lang": layout.lang or next(iter(compiled.program.languages), "en"),
        "page": list(PAPERS[layout.paper]),
        "boards": [
            {"name": book.title(name), "picture": file}
            for name, file in zip(drawn, pictures, strict=True)
        ],
    }
    return sheet_of("sheet.typ", data, Files(pictures))


def summary_data(book: Printable) -> dict[str, Any]:
    """The content of the sheet as plain data."""
    program = book.program
    return {
        "game": program.title.text if program.title else program.name.replace("_", " "),
        "box": [*_box(book)],
        "table": [*_table(book)],
        "turn": [*_turn(book)],
        "actions": [*_actions(book)],
        "cards": [*_cards(book)],
    }


def _box(book: Printable) -> Iterator[str]:
    program = book.program
    low, high = program.seats.low, program.seats.high
    yield f"{low} players" if low == high else f"{low} to {high} players"
    if program.definitions:
        kinds: dict[str, int] = {}
        for card in program.definitions:
            kinds[card.kind] = kinds.get(card.kind, 0) + card.copies
        parts = ", ".join(f"{many} {book.title(kind)}" for kind, many in kinds.items())
        yield f"{sum(kinds.values())} cards" + (f": {parts}" if len(kinds) > 1 else "")
    used = {dice_declared.die: 0 for dice_declared in program.dice}
    for dice in program.dice:
        seats = program.seats.high if any(_is_player(place) for place in dice.index) else 1
        used[dice.die] += dice.number * seats
    for die in program.dice_kinds:
        many = f", {used[die.name]} on the table" if used.get(die.name) else ""
        yield f"die {book.title(die.name)}: {_faces(book, die)}{many}"
    for piece in program.pieces:
        title = piece.text.text if piece.text else book.title(piece.name)
        yield f"{piece.copies} {title}" + (" for each player" if piece.per_player else "")


def _is_player(place: d.IndexPlace) -> bool:
    return type(place.type).__name__ == "Player"


def _faces(book: Printable, die: d.Die) -> str:
    if not die.words:
        faces = list(map(str, die.faces))
    else:
        words = next(word.words for word in book.program.words if word.name == die.name)
        faces = [book.title(words[place]) for place in die.faces]
    if len(faces) > MOST_SAME:
        return f"{faces[0]} to {faces[-1]}"
    counted = {face: faces.count(face) for face in faces}
    return ", ".join(face if many == 1 else f"{many}× {face}" for face, many in counted.items())


SEEN = {
    "all": "open",
    "owner": "only its owner looks",
    "nobody": "face down",
    "set": "some may look",
}


def _table(book: Printable) -> Iterator[dict[str, str]]:
    for zone in book.program.zones:
        of = ", ".join(book.title(_index_name(place)) for place in zone.index)
        holds = "any cards" if zone.kind is None else book.title(zone.kind)
        facts = [holds, "a pile" if zone.ordered else "", SEEN[zone.seen.by]]
        yield {
            "name": book.title(zone.name),
            "of": f"of each {of}" if of else "",
            "facts": ", ".join(filter(None, facts)),
        }


def _index_name(place: d.IndexPlace) -> str:
    of = getattr(place.type, "list", None) or getattr(place.type, "kind", None)
    return of if isinstance(of, str) else type(place.type).__name__.lower()


def _turn(book: Printable) -> Iterator[dict[str, Any]]:
    """The phases with what runs in them, in the order of the text; nested ones are indented."""
    procedures = {procedure.name: procedure for procedure in book.program.procedures}
    seen: set[str] = set()
    todo = [(book.program.start, 0)]
    while todo:
        name, depth = todo.pop()
        if name in seen or name not in procedures:
            continue
        seen.add(name)
        of = procedures[name]
        called = [
            call.procedure
            for call in find(of.body, s.Call)
            if procedures[call.procedure].word == "phase"
        ]
        questions = list(dict.fromkeys(_question_lines(book, of)))
        if of.word == "phase":
            yield {"name": book.title(name), "depth": depth, "asks": questions}
        todo += [(phase, depth + 1) for phase in reversed(called)]


def _question_lines(book: Printable, of: d.Procedure) -> Iterator[str]:
    """The questions to players in a procedure, in the words of the rulebook."""
    actions = {action.name: action for action in book.program.actions}
    for node in walk(of.body):
        for name in getattr(node, "actions", ()):
            if isinstance(name, str) and name in actions:
                text = actions[name].text
                yield text.text if text else book.title(name)


def _actions(book: Printable) -> Iterator[dict[str, str]]:
    for action in book.program.actions:
        where = [book.title(use.window) for use in action.windows]
        text = action.text.text if action.text else book.title(action.name)
        yield {"name": text, "when": ", ".join(where)}


def _cards(book: Printable) -> Iterator[dict[str, Any]]:
    """A chapter for each kind with cards, one line a card."""
    faces = {face["name"]: face for face in card_data(book.program)}
    for kind in book.program.kinds:
        cards = [
            definition for definition in book.program.definitions if definition.kind == kind.name
        ]
        entries = [
            {
                "title": book.match.population.titles[card.name].text,
                "copies": card.copies,
                "facts": _facts(faces.get(card.name)),
                "text": card.rules_text.text if card.rules_text else "",
            }
            for card in cards
            if not card.deck
        ]
        if entries:
            yield {"kind": book.title(kind.name), "cards": entries}


def _facts(card: dict[str, Any] | None) -> str:
    """The fields of a card, on one line."""
    if card is None:
        return ""
    numbers = [f"{entry['label']} {entry['value']}" for entry in card["numbers"]]
    words = [_fact(entry) for entry in card["items"]]
    return ", ".join((*numbers, *words))


def _fact(item: dict[str, Any]) -> str:
    if item["type"] == "truth":
        return str(item["label"])
    value = item["value"]
    return f"{item['label']} {', '.join(value) if isinstance(value, list) else value}"
