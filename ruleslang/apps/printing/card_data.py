"""
The printed content of each card as plain data for templates: titles, fields, text, looks.

Defaults come from the program: cards that can be in one hidden zone share one back, each kind with
cards has a colour, a field is formatted by its type, and omitted if it has its default.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from unicodedata import bidirectional

from attrs import frozen

from ruleslang.apps.printing.export_card_tables import fields_of
from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Reader
from ruleslang.engine.match.runtime_values import CardDefinition, Value, Word, text_of
from ruleslang.explanation.story.declared_parts import PLACE, art_of, type_data, value_of_card
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.looks import Looks, called, hues_of, six_digits, titles_of
from ruleslang.program.program import Program

SIZE = (63, 88)  # millimetres
FEWEST_TOGETHER = 3  # this many fields with the same first word share it as a heading
NOTHING = ("-", "0", "")
RIGHTWARDS = ("R", "AL")  # directions of letters in right-to-left scripts


class CannotPrint(ValueError):
    """A rulebook or its looks cannot be printed; the message says why."""


@frozen
class Printable:
    """A program with its looks, its titles, and an opening match for fixed values."""

    program: Program
    match: Reader
    looks: Looks
    titles: Mapping[str, str]

    @staticmethod
    def of(program: Program, players: int | None = None) -> Printable:
        match = engine_for(program).opening(options=None, players=players, automatic=None)
        return Printable(program, match, Looks.of(program), titles_of(program))

    def title(self, name: str) -> str:
        """Return the displayed name of something; `role_of` is a role."""
        return called(self.titles, name if name in self.titles else name.removesuffix("_of"))


STYLED = re.compile(r"\*\*(?!\s)(?P<bold>[^*]+)(?<!\s)\*\*|\*(?!\s)(?P<italic>[^*]+)(?<!\s)\*")


def _styled(text: str) -> list[Any]:
    """
    Return a text in parts: strings, and those in bold or italic.

    >>> _styled("**Draw** two.\\\\nThen *rest*.")
    [{'style': 'bold', 'text': 'Draw'}, ' two.\\nThen ', {'style': 'italic', 'text': 'rest'}, '.']
    """
    parts: list[Any] = []
    end = 0
    text = text.replace("\\n", "\n")
    for found in STYLED.finditer(text):
        style, inside = next((name, part) for name, part in found.groupdict().items() if part)
        parts += [text[end : found.start()], {"style": style, "text": inside}]
        end = found.end()
    return [part for part in (*parts, text[end:]) if part]


def unstyled(text: str) -> str:
    """Return a text without the signs of bold, italic and line breaks."""
    return "".join(part if isinstance(part, str) else part["text"] for part in _styled(text))


def card_data(program: Program, kind: str = "") -> list[dict[str, Any]]:
    """Return the cards to print, in the order of the text; of a kind and its subkinds, if given."""
    book = Printable.of(program)
    hues, backs = hues_of(program), _backs(book)
    cards = []
    for card in program.definitions:
        look = book.looks.of_card(card)
        title = book.match.population.titles.get(card.name)
        if not look.is_printed or title is None:
            continue
        if kind and kind not in book.looks.chain(card.kind):
            continue
        cards.append(_Face(book, card, title, look).data(hues[card.kind], backs[card.kind]))
    return cards


def _backs(book: Printable) -> dict[str, str]:
    """Return the back of each kind; kinds that can be hidden in the same zone share it."""
    kinds = dict.fromkeys(definition.kind for definition in book.program.definitions)
    hidden = [zone.kind for zone in book.program.zones if zone.seen.by != "all"]
    backs = {}
    for kind in kinds:
        chain = book.looks.chain(kind)
        if None in hidden:
            backs[kind] = ""
            continue
        widest = [above for above in chain if above in hidden]
        backs[kind] = book.title(widest[-1] if widest else chain[0])
    return backs


@frozen
class _Face:
    """Builds the data of one definition."""

    book: Printable
    card: d.Definition
    name: CardDefinition
    look: d.Look

    def data(self, hue: float, back: str) -> dict[str, Any]:
        fields = [field for field in self._fields() if field["name"] not in self.look.hides]
        fields += [self._field_data(name) for name in self.look.shows]
        plain = [field for field in fields if "index" not in field and not field["is_default"]]
        panels, others = _panels(plain, self._headings())
        text = self.card.rules_text.text if self.card.rules_text else ""
        kinds = [self.book.title(entry) for entry in self.book.looks.chain(self.card.kind)]
        picture = art_of(self.name, self.look.back)
        return {
            "name": self.name.name,
            "title": self.name.text,
            "copies": self.card.copies,
            "kinds": kinds[::-1],
            "kind": self.card.kind,
            "hue": hue,
            "colour": six_digits(self.look.colour),
            "dark": _is_light(six_digits(self.look.colour)),
            "size": list(self.look.size or ()),
            "art": art_of(self.name, self.look.art),
            "fonts": list(self.look.fonts),
            "layout": self.look.layout,
            "dir": "rtl" if _is_rightwards(self.name.text + text) else "ltr",
            "back": picture.rpartition(".")[0] or back,
            "back_art": picture,
            "text": unstyled(text),
            "rich": self._rich(text),
            "icons": [icon for field in plain for icon in self._icons(field["name"])],
            "fields": {field["name"]: _cell(field) for field in fields if "index" not in field},
            "numbers": [entry for entry in others if entry["type"] == "number"],
            "items": [entry for entry in others if entry["type"] != "number"],
            "panels": panels,
            "tables": list(_tables(field for field in fields if "index" in field)),
        }

    def _icons(self, name: str) -> Iterator[dict[str, str]]:
        """Yield the pictures of the words that a field has."""
        for value in self.name.fields.get(name, {}).values():
            for word in value if isinstance(value, tuple) else (value,):
                if isinstance(word, Word) and (art := self.book.looks.named(word.name).art):
                    yield {"icon": art.replace("{name}", word.name), "text": text_of(word)}

    def _rich(self, text: str) -> list[Any]:
        """Return the text in parts: strings, and pictures of the words in braces."""
        parts: list[Any] = PLACE.split(text)
        for at in range(1, len(parts), 2):
            name, look = parts[at], self.book.looks.named(parts[at])
            art, sign = look.art.replace("{name}", name), look.sign
            parts[at] = {"icon": art, "text": sign or name} if art else sign or f"{{{name}}}"
        split = (_styled(part) if isinstance(part, str) else [part] for part in parts)
        return [part for parts in split for part in parts if part]

    def _headings(self) -> set[str]:
        """Return the first words that several fields of the kind share; they become headings."""
        fields = fields_of(self.book.program, self.card.kind)
        names = [field.name for field in fields if not field.index]
        firsts = [
            self.book.title(name).partition(" ")[0] for name in names if name not in self.look.hides
        ]
        return {first for first in firsts if firsts.count(first) >= FEWEST_TOGETHER}

    def _fields(self) -> Iterator[dict[str, Any]]:
        places = self.name.fields
        for of in fields_of(self.book.program, self.card.kind):
            default = None if of.default is None else self.book.match.evaluate(of.default, {})
            for index, value in places.get(of.name, {}).items():
                entry = self._value_data(of.name, of.type, value)
                is_default = of.default is not None and value == default
                entry["is_default"] = is_default and of.name not in self.look.always
                if index:
                    entry["index"] = [self._text(part) for part in index]
                yield entry

    def _field_data(self, name: str) -> dict[str, Any]:
        """Return a computed value of the card, formatted like a field."""
        value = self.book.match.population.values[name]
        try:
            result = value_of_card(self.book.match, self.name, name)
        except Fault as fault:
            raise CannotPrint(
                f"the looks show `{name}` of the card `{self.card.name}`, which can't be "
                f"computed before a match: {fault}"
            ) from None
        return {**self._value_data(name, value.type, result), "is_default": False}

    def _value_data(self, name: str, of: t.Type, value: Value) -> dict[str, Any]:
        entry: dict[str, Any] = {
            "name": name,
            "label": self.book.title(name),
            "sign": self.book.looks.named(name).sign,
            "type": "word" if value is False else _kind(of),  # a `no` is written out
            "value": self._text(value),
        }
        if entry["type"] == "list":
            members = value if isinstance(value, tuple) else ()
            entry["value"] = [self._text(member) for member in members]
            entry["is_default"] = not members
        return entry

    def _text(self, value: Value) -> str:
        sign = self.book.looks.named(value.name).sign if isinstance(value, Word) else ""
        if sign:
            return f"{sign} {text_of(value)}"
        return text_of(value).replace("_", " ")


def _is_rightwards(text: str) -> bool:
    """Return whether most letters belong to scripts that are written from right to left."""
    letters = [letter for letter in text if letter.isalpha()]
    return 2 * sum(bidirectional(letter) in RIGHTWARDS for letter in letters) > len(letters)


def _kind(of: t.Type) -> str:
    kind = type_data(of)["kind"]
    return "list" if kind == "set" else kind if kind in ("number", "truth", "list") else "word"


def _panels(
    fields: Sequence[dict[str, Any]], headings: set[str]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the fields grouped below headings, and all others."""
    panels: dict[str, list[dict[str, Any]]] = {}
    others = []
    for field in fields:
        head, _, tail = field["label"].partition(" ")
        if head in headings:
            panels.setdefault(head, []).append({**field, "label": tail or head})
        else:
            others.append(field)
    return [{"label": head, "items": items} for head, items in panels.items()], others


def _tables(fields: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the indexed fields as tables; fields with the same indices are columns of one table."""
    columns: dict[str, list[dict[str, Any]]] = {}
    for field in fields:
        columns.setdefault(field["label"], []).append(field)
    by_places: dict[tuple[str, ...], list[tuple[str, list[str]]]] = {}
    for label, cells in columns.items():
        if all(cell["value"] in NOTHING or cell["is_default"] for cell in cells):
            continue
        places = tuple(", ".join(cell["index"]) for cell in cells)
        by_places.setdefault(places, []).append((label, [_cell(cell) for cell in cells]))
    for places, labelled in by_places.items():
        yield {
            "places": list(places),
            "columns": [{"label": label, "cells": cells} for label, cells in labelled],
        }


def _cell(cell: dict[str, Any]) -> str:
    value = cell["value"]
    return ", ".join(value) if isinstance(value, list) else str(value)


def _is_light(colour: str) -> bool:
    """Return whether a background colour needs dark letters."""
    if not colour:
        return False
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue > 150
