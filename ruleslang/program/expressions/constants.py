"""Expressions that are the same in every position of every match."""

from __future__ import annotations

from attrs import field, frozen

from ruleslang.program.find_references import names


@frozen
class Literal:
    """A number, or `yes` and `no`, or `none`."""

    value: int | bool | None


@frozen
class WordValue:
    """The word at a place (from 0) of a words list, of a die's different faces, or of an option."""

    list: str = field(metadata=names("words"))
    place: int


@frozen
class SeatValue:
    """The player of a seat, from 0."""

    seat: int


@frozen
class TeamValue:
    """A team, from 0."""

    team: int


@frozen
class TitleValue:
    """A definition, by its name."""

    name: str = field(metadata=names("definition"))


@frozen
class SpaceValue:
    """The space at a place (from 0) of a board."""

    board: str = field(metadata=names("board"))
    place: int
