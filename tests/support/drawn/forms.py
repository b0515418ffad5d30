"""Prints phrases by the forms of the grammar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from ruleslang.language.format.expressions import LAST
from ruleslang.language.syntax import declarations  # noqa: F401  # declares the forms
from ruleslang.language.syntax.node import FORMS, Form, Group, Level, Piece, Slot

INDENT = "    "
LEVELS = {level.name.lower(): level for level in Level}
# The levels that places with a style of their own take without brackets.
STYLED = {
    "setphrase": Level.SETPHRASE,
    "phrase": Level.OR_E,
    "stored": Level.POSTFIX,
    "before_colon": Level.SEXPR,
    "test": Level.AND_E,
    "signed_sum": Level.POSTFIX,
    "signed_prod": Level.POSTFIX,
    "signed_unary": Level.POSTFIX,
    "arguments": Level.SEXPR,
    "wins": Level.POSTFIX,
    "chooses": Level.POSTFIX,
    "by": Level.SUM,
}
JOINED = {"then": ", then ", "or": " or ", "blanks": " ", "by": " by "}


@frozen
class Phrase:
    """A text, and how tightly it binds; `rule` is that of its form."""

    text: str
    level: Level = Level.POSTFIX
    rule: str = ""

    def __str__(self) -> str:
        return self.text


Part = Phrase | str | int | bool | None | Sequence["Phrase | str"]


def _rules() -> Iterator[tuple[str, Form]]:
    for forms in FORMS.values():
        for form in forms:
            for rule in form.rules:
                yield rule, form


def form_named(rule: str, required: frozenset[str] = frozenset()) -> Form:
    """The form of a rule; of several, the first that has these fields."""
    found = [form for name, form in _rules() if name == rule]
    return next(form for form in found if required <= {slot.field for slot in form.slots})


_KNOWN: dict[tuple[str, frozenset[str]], Form] = {}


def say(rule: str, **fields: Part) -> Phrase:
    """The phrase of a rule with these fields; fields that are empty are left out."""
    given = frozenset(name for name, part in fields.items() if not _is_empty(part))
    form = _KNOWN.get((rule, given)) or _KNOWN.setdefault((rule, given), form_named(rule, given))
    text = "".join(_piece(piece, fields) for piece in form.head)
    return Phrase(text.strip(), form.level, rule)


def _is_empty(part: Part) -> bool:
    return part is None or part is False or (not isinstance(part, (Phrase, str, int)) and not part)


def _piece(piece: Piece, fields: dict[str, Part]) -> str:
    match piece:
        case Group():
            if all(_is_empty(fields.get(slot.field)) for slot in piece.slots):
                return ""
            return "".join(_piece(inner, fields) for inner in piece.pieces)
        case Slot():
            return _slot(piece, fields.get(piece.field))
        case _:
            return piece


def _slot(slot: Slot, part: Part) -> str:
    if part is None or slot.style == "suite":
        return ""
    if isinstance(part, bool):
        return (slot.style or slot.field.replace("_", " ")) if part else ""
    if isinstance(part, (Phrase, str, int)):
        written = _held(part, slot)
        if slot.style in ("wins", "chooses"):
            return f"{written} {slot.style}"
        return f"x{written}" if slot.style == "copies" else written
    if slot.style == "reset_each":
        return ", ".join(f"reset each {each}" for each in part)
    return JOINED.get(slot.style, ", ").join(_held(each, slot) for each in part)


def _held(part: Phrase | str | int, slot: Slot) -> str:
    """A part, in brackets if its place needs them."""
    if not isinstance(part, Phrase):
        return str(part)
    if slot.type.split(" ")[0] not in ("Expression", "tuple[Expression,") and not slot.style:
        return part.text
    level = LEVELS.get(slot.style) or STYLED.get(slot.style) or LAST.get(slot.style)
    least = Level.SEXPR if level is None else level
    return part.text if part.level >= least else f"({part.text})"


def held(phrase: Phrase, level: Level = Level.POSTFIX) -> str:
    """A phrase in a place that takes a level."""
    return phrase.text if phrase.level >= level else f"({phrase.text})"


def indented(lines: Sequence[str]) -> list[str]:
    """A block."""
    return [INDENT + line for line in lines]
