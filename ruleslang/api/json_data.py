"""The plain data that the API returns, ready for JSON, and their types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypeAlias, TypedDict, get_args, overload

from attrs import fields

from ruleslang.api.argument_checks import typed
from ruleslang.engine.match.decision import (
    Chanced,
    Decided,
    DecidedTogether,
    Decision,
    Event,
    Fact,
    Outcome,
    View,
    ZoneView,
)
from ruleslang.engine.match.decision import Option as Choice
from ruleslang.engine.match.runtime_values import name_of
from ruleslang.explanation.story.choice_parts import ChoicePart
from ruleslang.explanation.story.declared_parts import Declarations
from ruleslang.explanation.story.entry_types import (
    Carried,
    Changed,
    Checked,
    Did,
    Entry,
    Laid,
    Moved,
    Named,
    Part,
    Rolled,
    Stepped,
)
from ruleslang.simulation.records.game_record import plain_events
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.render import diagnostic_data

Plain: TypeAlias = Any
"""A number, a truth value, a name, none, or a list of such."""
Shown = (
    View | ZoneView | Fact | Decision | Choice | Outcome | Event | Diagnostic | Entry | Part
    | ChoicePart | Declarations
)  # fmt: skip


class ZoneData(TypedDict):
    """A zone: `count` is `None` if hidden, and so is each hidden card."""

    count: int | None
    cards: list[str | None]


class FactData(TypedDict):
    """A fact about a card that was reported to a seat."""

    zone: str
    place: int | None
    fact: str
    value: Plain
    truth: bool


class ChoiceData(TypedDict):
    """A choice of a decision."""

    id: str
    text: str
    action: str | None
    values: dict[str, Plain]


class DecisionData(TypedDict):
    """A pending decision; `probabilities` are fractions, present at a chance node."""

    player: int
    kind: str
    name: str
    prompt: str
    choices: list[ChoiceData]
    probabilities: NotRequired[list[str]]


class ViewData(TypedDict):
    """The view of a seat or a spectator."""

    player: int | None
    active: int
    players: list[int]
    zones: dict[str, ZoneData]
    states: dict[str, Plain]
    dice: dict[str, list[str] | None]
    pieces: dict[str, str | None]
    facts: list[FactData]
    decision: DecisionData | None


class OutcomeData(TypedDict):
    """How a match ended."""

    winners: list[int]
    payoffs: list[int]
    capped: bool


class EntryData(TypedDict):
    """An entry of a seat's story; empty fields are left out."""

    kind: str
    text: str
    by: NotRequired[int]
    phase: NotRequired[str]
    parts: NotRequired[list[dict[str, Plain]]]
    view: NotRequired[ViewData]
    decision: NotRequired[DecisionData]
    choice: NotRequired[str]
    outcome: NotRequired[OutcomeData]


class PlaceData(TypedDict):
    """A place in a text; lines and columns count from 1."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    sheet: NotRequired[str]
    cell: NotRequired[str]


class LabelData(TypedDict):
    """A further place, with its message."""

    place: PlaceData
    text: str


class FixData(TypedDict):
    """The edits of a fix, and whether it is certain."""

    certainty: str
    edits: list[LabelData]


class DiagnosticData(TypedDict):
    """An error or a warning."""

    slug: str
    severity: str
    message: str
    help: str | None
    place: PlaceData
    labels: list[LabelData]
    also: list[PlaceData]
    fix: FixData | None


@overload
def as_data(value: View) -> ViewData: ...
@overload
def as_data(value: ZoneView) -> ZoneData: ...
@overload
def as_data(value: Fact) -> FactData: ...
@overload
def as_data(value: Decision) -> DecisionData: ...
@overload
def as_data(value: Choice) -> ChoiceData: ...
@overload
def as_data(value: Outcome) -> OutcomeData: ...
@overload
def as_data(value: Diagnostic) -> DiagnosticData: ...
@overload
def as_data(value: Entry) -> EntryData: ...
@overload
def as_data(value: Event | Part | ChoicePart | Declarations) -> dict[str, Any]: ...
@overload
def as_data(value: Sequence[Entry]) -> list[EntryData]: ...
@overload
def as_data(value: Sequence[Choice]) -> list[ChoiceData]: ...
@overload
def as_data(value: Sequence[Diagnostic]) -> list[DiagnosticData]: ...
@overload
def as_data(value: Sequence[Any]) -> list[Any]: ...
def as_data(value: Shown | Sequence[Any]) -> Any:
    """
    Return a view, decision, choice, outcome, event or diagnostic as plain data; also an entry of a
    story, a part of it or of a choice, declarations, and a list or tuple of any of these.

    Hidden values are `None`, as in the view. Raises `TypeError` for anything else.
    """
    if isinstance(value, list | tuple):
        return [as_data(member) for member in value]
    if not isinstance(value, get_args(Shown)):
        raise TypeError(
            f"a view, decision, choice, outcome, event, entry or diagnostic, not {typed(value)}"
        )
    return _data(value)


def _data(value: Any) -> Any:
    """Return a value and all that is in it as plain data; an object of the game by its name."""
    match value:
        case None | bool() | int() | str():
            return value
        case tuple() | list() | Sequence():
            return [_data(member) for member in value]
        case dict() | Mapping():
            return {name: _data(member) for name, member in value.items()}
        case View() | ZoneView() | Fact() | Outcome() | Declarations() | Named():
            return _fields(value)
        case Decision(player, kind, name, prompt, choices):
            data = {"player": player, "kind": kind, "name": name, "prompt": prompt}
            likely = {"probabilities": list(map(str, value.probabilities))}
            return {**data, "choices": _data(choices), **(likely if value.probabilities else {})}
        case Choice(id, text, values, action):
            return {"id": id, "text": text, "action": action or None, "values": _data(values)}
        case Chanced() | Decided() | DecidedTogether():
            return plain_events([value])[0]
        case Diagnostic():
            return diagnostic_data(value)
        case Did() | Checked() | Rolled() | Moved() | Changed() | Laid() | Stepped() | Carried():
            kind = type(value).__name__.lower()
            return {"kind": kind, "text": value.text, **_fields(value)}
        case Entry():
            data = _fields(value)
            del data["turns"]
            return {name: part for name, part in data.items() if part not in (None, "", [])}
        case ChoicePart():
            return {name: part for name, part in _fields(value).items() if part not in (None, [])}
    return name_of(value)


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: _data(getattr(value, field.name)) for field in fields(type(value))}


WORDS = frozenset(("text", "prompt", "label"))  # for people; the other keys have the same content


def information(entry: Entry) -> str:
    """Return the knowledge of a seat as a string, without texts that are only for people."""
    return repr(_without_words(as_data(entry)))


def _without_words(data: Any) -> Any:
    match data:
        case dict():
            return {key: _without_words(item) for key, item in data.items() if key not in WORDS}
        case list():
            return [_without_words(item) for item in data]
    return data
