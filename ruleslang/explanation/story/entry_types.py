"""
The entries of a story, for one reader, as data and in words.

Zones, states, dice, pieces and cards have the names used in views; `None` means that the reader
does not see it.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ruleslang.engine.match.decision import Decision, Outcome, SeenValue, View


@frozen
class Named:
    """A chosen value: its stable name, and its displayed text."""

    name: str
    text: str


@frozen
class Did:
    """
    A player performed an action, played a card, or made another choice (or took a menu branch); or
    the rules performed a card for them, an `event`.

    `name` is that of the action or the choice, for a play that of the definition; `card` is the
    definition that was played, or `None`.
    """

    by: int
    what: Literal["action", "play", "choice", "event"]
    name: str
    label: str
    chosen: tuple[Named, ...]
    card: str | None = None

    @property
    def text(self) -> str:
        """The words for an action or effect, without who did it."""
        values = ", ".join(
            f'"{value.text}"' if "," in value.text and len(self.chosen) > 1 else value.text
            for value in self.chosen
        )
        return f"{self.label}: {values}" if values else self.label


@frozen
class Checked:
    """A check was answered: its arguments, dice and answer."""

    name: str
    given: str
    rolls: tuple[Rolled, ...]
    answer: str
    text: str


@frozen
class Rolled:
    """Dice were rolled publicly."""

    die: str
    faces: tuple[str, ...]
    text: str


@frozen
class Moved:
    """
    Cards moved between zones: their definitions, `None` for an unseen card.

    `origin` or `end` is `None` if the reader does not see it; both are the same if the cards of a
    zone are in another order or, with `were`, count as others now: `were` has their definitions
    before. In an ordered zone they are on top, or with `below` at the bottom.
    """

    cards: tuple[str | None, ...]
    origin: str | None
    end: str | None
    text: str
    below: bool = False
    were: tuple[str | None, ...] = ()


@frozen
class Changed:
    """
    A state changed, or `players`; `text` is empty if players at a table would not mention it.

    `announced`: the looks of the rulebook have a sentence for it. `between` are the values at which
    a number turned on its way, such as 2 where 3 of 5 coins were paid and earned again.
    """

    state: str
    before: SeenValue | None
    after: SeenValue | None
    text: str
    announced: bool = False
    between: tuple[SeenValue, ...] = ()


@frozen
class Laid:
    """Dice on the table that show new faces."""

    dice: str
    faces: tuple[str, ...]
    text: str


@frozen
class Stepped:
    """A piece moved; `None` is off the board."""

    piece: str
    origin: str | None
    end: str | None
    text: str


@frozen
class Carried:
    """
    Everything on one space moved to another: the values of its states, in words.

    `instead` is what was there before. Each state has its own `Changed` too, without a text.
    """

    values: tuple[str, ...]
    origin: str
    end: str
    instead: tuple[str, ...]
    text: str


Part: TypeAlias = Did | Checked | Rolled | Moved | Changed | Laid | Stepped | Carried


@frozen
class Entry:
    """
    One entry for a reader.

    `saw`: the reader's view when the first question was asked. `phase`: a phase began. `happened`:
    an action and its effects (`parts`, in order; `by` is the acting seat, if any). `asked` and
    `chose`: the decision that the reader was asked for, after `turns` of their own turns had begun,
    and the id of their choice. `over`: the end. `phase` also names the phase of the first entry in
    it.

    `text` is never empty: that of `saw` is the view in words. A change that is not worth its own
    sentence is in `parts` of the next entry.
    """

    kind: Literal["saw", "phase", "happened", "asked", "chose", "over"]
    text: str
    by: int | None = None
    phase: str = ""
    parts: tuple[Part, ...] = ()
    view: View | None = None
    decision: Decision | None = None
    choice: str = ""
    outcome: Outcome | None = None
    turns: int = 0
