"""The plain data that the API returns, ready for JSON, and their types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired, TypeAlias, TypedDict, assert_never, get_args, overload

from attrs import fields

from ruleslang.api.argument_checks import typed
from ruleslang.engine.match.decision import (
    Decision,
    Event,
    Fact,
    Outcome,
    SeenValue,
    View,
    ZoneView,
)
from ruleslang.engine.match.decision import Option as Choice
from ruleslang.engine.match.runtime_values import Value, name_of
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
    assert not isinstance(value, Sequence)
    match value:
        case View():
            return _view(value)
        case ZoneView(count, cards):
            return {"count": count, "cards": list(cards)}
        case Fact(zone, place, fact, fact_value, truth):
            return {"zone": zone, "place": place, "fact": fact, "value": fact_value, "truth": truth}
        case Decision():
            return _decision(value)
        case Choice():
            return _choice(value)
        case Outcome(winners, payoffs, capped):
            return {"winners": list(winners), "payoffs": list(payoffs), "capped": capped}
        case Diagnostic():
            return diagnostic_data(value)
        case Entry():
            return _entry(value)
        case Declarations():
            return {field.name: getattr(value, field.name) for field in fields(Declarations)}
        case ChoicePart():
            return _choice_part(value)
        case Did() | Checked() | Rolled() | Moved() | Changed() | Laid() | Stepped() | Carried():
            return _part(value)
        case _:
            return plain_events([value])[0]
    assert_never(value)


def _entry(entry: Entry) -> dict[str, Any]:
    """Return a story's entry; empty fields are left out."""
    data: dict[str, Any] = {"kind": entry.kind, "text": entry.text}
    if entry.by is not None:
        data["by"] = entry.by
    if entry.phase:
        data["phase"] = entry.phase
    if entry.parts:
        data["parts"] = [_part(part) for part in entry.parts]
    if entry.view is not None:
        data["view"] = _view(entry.view)
    if entry.decision is not None:
        data["decision"] = _decision(entry.decision)
    if entry.choice:
        data["choice"] = entry.choice
    if entry.outcome is not None:
        data["outcome"] = as_data(entry.outcome)
    return data


def _part(part: Part) -> dict[str, Any]:
    """Return a part with its kind (`did`, `moved`, …) and text."""
    data: dict[str, Any] = {"kind": type(part).__name__.lower(), "text": part.text}
    for field in fields(type(part)):
        data[field.name] = _part_value(getattr(part, field.name))
    return data


def _part_value(value: Any) -> Any:
    if isinstance(value, Named):
        return {"name": value.name, "text": value.text}
    if isinstance(value, Rolled):
        return _part(value)
    return [_part_value(item) for item in value] if isinstance(value, tuple) else value


def _choice_part(part: ChoicePart) -> dict[str, Any]:
    """Return a part of a choice; empty fields are left out."""
    part_fields = {field.name: getattr(part, field.name) for field in fields(ChoicePart)}
    part_fields["members"] = [_choice_part(member) for member in part.members]
    return {name: value for name, value in part_fields.items() if value not in (None, [])}


def _view(view: View) -> dict[str, Any]:
    return {
        "player": view.player,
        "active": view.active,
        "players": list(view.players),
        "zones": {name: as_data(zone) for name, zone in view.zones.items()},
        "states": {name: _plain(value) for name, value in view.states.items()},
        "dice": {name: _listed(faces) for name, faces in view.dice.items()},
        "pieces": dict(view.pieces),
        "facts": [as_data(fact) for fact in view.facts],
        "decision": None if view.decision is None else _decision(view.decision),
    }


def _decision(decision: Decision) -> dict[str, Any]:
    likely = {"probabilities": list(map(str, decision.probabilities))}
    return {
        "player": decision.player,
        "kind": decision.kind,
        "name": decision.name,
        "prompt": decision.prompt,
        "choices": [_choice(choice) for choice in decision.choices],
        **(likely if decision.probabilities else {}),
    }


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "id": choice.id,
        "text": choice.text,
        "action": choice.action or None,
        "values": {name: _value(value) for name, value in choice.values.items()},
    }


def _value(value: Value) -> Any:
    """Numbers unchanged, tuples as lists, everything else by name."""
    if isinstance(value, tuple):
        return [_value(item) for item in value]
    return value if value is None or isinstance(value, bool | int) else name_of(value)


def _plain(value: SeenValue | None) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _listed(faces: tuple[str, ...] | None) -> list[str] | None:
    return None if faces is None else list(faces)


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
