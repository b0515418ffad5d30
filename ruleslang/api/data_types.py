"""The keys of what `as_data` makes, and what stands under each; they are those of docs/formats."""

from __future__ import annotations

from typing import Any, NotRequired, TypeAlias, TypedDict

Plain: TypeAlias = Any
"""A number, a truth value, a name, none, or a list of such."""


class ZoneData(TypedDict):
    """A zone: `count` is none where that is hidden, a card is none where it is."""

    count: int | None
    cards: list[str | None]


class ToldData(TypedDict):
    """A fact of a card that somebody was told."""

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
    """What a player is asked; `probabilities` are fractions, where chance is."""

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
    """What a seat was told at one moment; what there is nothing of is left out."""

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
    """Where something stands in a text; lines and columns count from 1."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    sheet: NotRequired[str]
    cell: NotRequired[str]


class LabelData(TypedDict):
    """A further place, and what is said of it."""

    place: PlaceData
    text: str


class FixData(TypedDict):
    """What to write where, and whether that is sure."""

    certainty: str
    edits: list[LabelData]


class DiagnosticData(TypedDict):
    """What is wrong, or doubtful."""

    slug: str
    severity: str
    message: str
    help: str | None
    place: PlaceData
    labels: list[LabelData]
    also: list[PlaceData]
    fix: FixData | None
