"""The types of what `as_data` returns, as documented in docs/formats."""

from __future__ import annotations

from typing import Any, NotRequired, TypeAlias, TypedDict

Plain: TypeAlias = Any
"""A number, a truth value, a name, none, or a list of such."""


class ZoneData(TypedDict):
    """A zone: `count` is `None` if hidden, and so is each hidden card."""

    count: int | None
    cards: list[str | None]


class ToldData(TypedDict):
    """A fact about a card that somebody was told."""

    zone: str
    place: int | None
    fact: str
    value: Plain
    truth: bool


class ChoiceData(TypedDict):
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
    """What a seat, or a spectator, may know."""

    player: int | None
    active: int
    players: list[int]
    zones: dict[str, ZoneData]
    states: dict[str, Plain]
    dice: dict[str, list[str] | None]
    pieces: dict[str, str | None]
    told: list[ToldData]
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
