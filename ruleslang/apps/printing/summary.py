"""
The summary sheet: the contents of the box, the table, the options, the course of play and the
actions in sentences, the end and the score, the texts of all cards.

For long games it has an outline of the course of play, and when actions are possible and what they
cost.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from attrs import evolve

from ruleslang.apps.printing.card_data import Printable, card_data, unstyled
from ruleslang.apps.printing.phrases import Phrases
from ruleslang.apps.printing.print_cards import PAPERS, Layout, Printed, sheet_of
from ruleslang.apps.printing.rule_sentences import Line, Sentences, sentence
from ruleslang.apps.printing.typeset import Files
from ruleslang.explanation.story.board_pictures import boards
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.expressions import CallValue, Not
from ruleslang.program.program import Compiled, Program
from ruleslang.program.walk import find, walk

MOST_RULES = 40  # procedures and actions whose steps are printed
MOST_SAME = 12  # faces of a die that are written out


def summary_sheet(compiled: Compiled, layout: Layout) -> Printed:
    """Return the sheet as a PDF."""
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
    """Return the content of the sheet as plain data."""
    program = book.program
    is_long = len(program.procedures) + len(program.actions) > MOST_RULES
    return {
        "game": program.title.text if program.title else program.name.replace("_", " "),
        "box": [*_box(book)],
        "table": [*_table(book)],
        "options": [*_options(program)],
        "turn": [*_turn(book, is_long=is_long)],
        "actions": [*_actions(book, is_long=is_long)],
        "end": [*_end(book)],
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
    used = {dice.die: 0 for dice in program.dice}
    for dice in program.dice:
        types = {type(place.type).__name__ for place in dice.index}
        seats = program.seats.high if "Player" in types else 1
        used[dice.die] += dice.number * seats
    for die in program.dice_kinds:
        many = f", {used[die.name]} on the table" if used.get(die.name) else ""
        yield f"die {book.title(die.name)}: {_faces(book, die)}{many}"
    for piece in program.pieces:
        title = piece.text.text if piece.text else book.title(piece.name)
        yield f"{piece.copies} {title}" + (" for each player" if piece.per_player else "")


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


def _options(program: Program) -> Iterator[str]:
    """Yield each option with its values."""
    for option in program.options:
        texts = [text.text if text else "" for text in option.value_texts] or [""]
        values = [
            text or value.replace("_", " ")
            for value, text in zip_longest(option.values, texts[: len(option.values)], fillvalue="")
        ]
        usual = values[option.default]
        if option.number:
            values = [f"{values[0]} to {values[-1]}"]
        asked = option.text.text if option.text else sentence(option.name.replace("_", " "), ":")
        yield f"{asked} {', '.join(values)} (usually {usual})"


def _sentences(book: Printable, of: d.Procedure | d.Action | d.Standing | d.Value) -> Sentences:
    origins = book.program.origins
    return Sentences(Phrases(book, of.locals), lambda number: origins[number].excerpt)


def _end(book: Printable) -> Iterator[Line]:
    """Yield when the game is over and who wins, and the values on which that depends."""
    program = book.program
    values = {value.name: value for value in program.values}
    rules: list[d.Procedure | d.Action] = [*program.procedures, *program.actions]
    ends = [
        tuple(_sentences(book, of).block([_with_its_condition(of.body, wins)], 0))
        for of in rules
        for wins in find(of.body, s.Wins)
    ]
    at_once = [standing for standing in program.standings if any(find(standing, s.Wins))]
    ends += [tuple(_sentences(book, standing).standing(standing)) for standing in at_once]
    for lines in dict.fromkeys(ends):
        yield from lines
    won = [wins for of in (*rules, *at_once) for wins in find(of, s.Wins)]
    scores = [program.payoff] if program.payoff in values else []
    for name in dict.fromkeys([*scores, *(call.name for call in find(tuple(won), CallValue))]):
        yield 0, f"{sentence(book.title(name), ':')}"
        yield from ((1, line) for _, line in _sentences(book, values[name]).value(values[name]))


def _with_its_condition(body: s.Body, wins: s.Wins) -> s.Statement:
    """Return the line below the innermost condition around it."""
    around = [each for each in find(body, s.If) if any(one is wins for one in find(each, s.Wins))]
    if not around:
        return wins
    inner = around[-1]
    holds = any(one is wins for one in find(inner.then, s.Wins))
    condition = inner.condition if holds else Not(inner.condition)
    return evolve(inner, condition=condition, then=(wins,), otherwise=())


def _turn(book: Printable, *, is_long: bool) -> Iterator[dict[str, Any]]:
    """Yield the phases with what runs in them, in the text's order; nested ones are indented."""
    procedures = {procedure.name: procedure for procedure in book.program.procedures}
    seen: set[str] = set()
    of_actions = [call.procedure for of in book.program.actions for call in find(of.body, s.Call)]
    todo = [*((name, 0) for name in reversed(of_actions) if not is_long), (book.program.start, 0)]
    while todo:
        name, depth = todo.pop()
        if name in seen or name not in procedures:
            continue
        seen.add(name)
        of = procedures[name]
        called = [
            call.procedure
            for call in find(of.body, s.Call)
            if not is_long or procedures[call.procedure].word == "phase"
        ]
        questions = list(dict.fromkeys(_question_lines(book, of)))
        lines = [] if is_long else [*_sentences(book, of).procedure(of.body)]
        if of.word == "phase" or lines:
            asks = questions if is_long else []
            yield {"name": book.title(name), "depth": depth, "asks": asks, "lines": lines}
        todo += [(phase, depth + 1) for phase in reversed(called)]


def _question_lines(book: Printable, of: d.Procedure) -> Iterator[str]:
    """Yield the questions to players in a procedure, in the words of the rulebook."""
    actions = {action.name: action for action in book.program.actions}
    for node in walk(of.body):
        for name in getattr(node, "actions", ()):
            if isinstance(name, str) and name in actions:
                text = actions[name].text
                yield text.text if text else book.title(name)


def _actions(book: Printable, *, is_long: bool) -> Iterator[dict[str, Any]]:
    for action in book.program.actions:
        sentences = _sentences(book, action)
        lines = [*(sentences.clauses(action.body) if is_long else sentences.play(action))]
        where = [book.title(use.window) for use in action.windows]
        text = action.text.text if action.text else book.title(action.name)
        yield {"name": text, "when": ", ".join(where) * is_long, "lines": lines}


def _cards(book: Printable) -> Iterator[dict[str, Any]]:
    """Yield a chapter for each kind with cards, one line a card."""
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
                "text": unstyled(card.rules_text.text) if card.rules_text else "",
            }
            for card in cards
            if not card.deck
        ]
        if entries:
            yield {"kind": book.title(kind.name), "cards": entries}


def _facts(card: dict[str, Any] | None) -> str:
    """Return the fields of a card, on one line."""
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
