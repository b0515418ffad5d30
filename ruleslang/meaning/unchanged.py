"""
What was made of parts of the state, kept as long as these stay the same.

From one decision to the next little changes, but a hash has the words of everything, and a view
shows all that a player may know. Each is kept with all that it was made of, by which it is known
whether it still holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from attrs import define, field, frozen

from ruleslang.match.values import Card, Place, Player, Value
from ruleslang.match.view import SeenValue, ZoneView
from ruleslang.meaning.state import Index, State

# A place of a state: its index, its name, the cards of the index; whether it belongs to another
# than the player, and whether he sees it by its rule.
SeenPlace: TypeAlias = tuple[Index, str, frozenset[Card], bool, bool]

# A zone; whether it belongs to another than the player, and whether he sees its cards; none: a rule
# is asked.
ZonePlace: TypeAlias = tuple[Place, bool, bool | None]

# Values of a state, at which indexes the player was shown them, the cards he saw; what he saw.
SeenState: TypeAlias = tuple[
    Mapping[Index, Value], Sequence[Index], frozenset[Card], "dict[str, SeenValue | None]"
]

# The cards of a zone; whether the player sees them, and how many they are; whether no rule is asked
# for this; what he saw.
SeenZone: TypeAlias = tuple[tuple[Card, ...], bool, bool, bool, ZoneView]


@define(eq=False)
class Viewed:
    """
    What a player was shown last.

    `seen` are the cards that he sees now. `shown` are those that he was shown, and `titles` what
    cards counted as, in the state and in the `snapshot` of it: `zones` last as long as these,
    `states` as long as the latter.
    """

    seen: frozenset[Card] = frozenset()
    shown: Sequence[frozenset[Card]] = ()
    titles: Sequence[Mapping[Card, Any]] = ()
    snapshot: State | None = None
    zone_places: Sequence[ZonePlace] = ()
    places: dict[str, Sequence[SeenPlace]] = field(factory=dict)
    states: dict[str, SeenState] = field(factory=dict)
    zones: dict[Place, SeenZone] = field(factory=dict)


@frozen(eq=False)
class Unchanged:
    """What is kept for one match: words of the hash by state and zone, and what players saw."""

    states: dict[str, tuple[Mapping[Any, Value], str]] = field(factory=dict)
    zones: dict[Place, tuple[tuple[Card, ...], str]] = field(factory=dict)
    viewed: dict[Player, Viewed] = field(factory=dict)

    def forget(self) -> None:
        """What looks the same need not be: cards may have become each other."""
        for kept in (self.states, self.zones, self.viewed):
            kept.clear()
