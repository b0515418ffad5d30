"""Who can win apart from others: each player, each team, or all players of a cooperative game."""

from __future__ import annotations

from attrs import frozen

from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.program import Program
from ruleslang.program.walk import find

ALL = "the players"


@frozen
class Side:
    """Seats that win together."""

    name: str
    seats: tuple[int, ...]

    @property
    def wins(self) -> str:
        """`home wins`, `the players win`."""
        return f"{self.name} {'win' if self.name == ALL else 'wins'}"

    def won(self, winners: tuple[int, ...]) -> bool:
        """Return whether one of its seats is among the winners."""
        return not {*self.seats}.isdisjoint(winners)

    @property
    def bits(self) -> int:
        """The seats as bits."""
        return sum(1 << seat for seat in self.seats)


def seat_name(program: Program, seat: int) -> str:
    """Return the displayed name of a seat."""
    names = program.seats.names
    return names[seat] if seat < len(names) else f"p{seat + 1}"


def sides_of(program: Program, seats: int) -> tuple[Side, ...]:
    """Return the sides of a match of this many seats; a team wins if any of its members does."""
    if seats > 1 and _wins_together(program):
        return (Side(ALL, tuple(range(seats))),)
    names = program.teams.names or tuple(seat_name(program, seat) for seat in range(seats))
    return tuple(Side(name, (*range(at, seats, len(names)),)) for at, name in enumerate(names))


def _wins_together(program: Program) -> bool:
    """Return whether no rule lets anybody win but all players, and none of them can be out."""
    winners = [end.players for end in find(program, s.Wins)]
    winners += [program.ending.winners] if program.ending.winners is not None else []
    some = [who for who in winners if who != e.MakeSet(())]
    everyone = {"all players"} if any(find(program, s.Eliminate)) else {"players", "all players"}
    sets = [who.operand for who in some if isinstance(who, e.ListAsSet)]
    every = [one for one in sets if isinstance(one, e.Everything) and one.what in everyone]
    return bool(some) and len(every) == len(some)
