"""
Entries of a story: what one reader was told, as data and in words.

Zones, states, dice, pieces and cards have the names that views use; `None` stands for what the
reader does not see.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ruleslang.match.decision import Decision, Outcome, SeenValue, View


@frozen
class Named:
    """A value that was chosen: its stable name, and what people call it."""

    name: str
    text: str


@frozen
class Did:
    """
    Somebody did an action, played a card, or chose something (a branch of a menu too).

    `name` is that of the action or the choice, of a play that of the definition; `card` is the
    definition that was played, or none.
    """

    by: int
    what: Literal["action", "play", "choice"]
    name: str
    label: str
    chosen: tuple[Named, ...]
    card: str | None = None

    @property
    def text(self) -> str:
        """What was done, without who did it."""
        said = ", ".join(
            f'"{each.text}"' if self._quotes(each) else each.text for each in self.chosen
        )
        return f"{self.label}: {said}" if said else self.label

    def _quotes(self, each: Named) -> bool:
        return "," in each.text and len(self.chosen) > 1


@frozen
class Checked:
    """A check answered: what it was given, the dice in it, its answer, all in words."""

    name: str
    given: str
    rolls: tuple[Rolled, ...]
    answer: str

    @property
    def text(self) -> str:
        """
        The check on one line.

        >>> Checked("compare", "att 8, def 5", (Rolled("d6", ("3",)),), "attacker won").text
        'compare (att 8, def 5): rolled d6: 3 → attacker won'
        >>> Checked("throw", "", (Rolled("d6", ("3",)),), "3").text
        'throw: rolled d6: 3'
        >>> Checked("beats", "", (Rolled("d6", ("3",)), Rolled("d6", ("5",))), "no").text
        'beats: rolled d6: 3, 5 → no'
        """
        head = f"{self.name} ({self.given})" if self.given else self.name
        faces: dict[str, list[str]] = {}
        for roll in self.rolls:
            faces.setdefault(roll.die, []).extend(roll.faces)
        said = "; ".join(
            f"rolled {_plain(die)}: {_plain(', '.join(f))}" for die, f in faces.items()
        )
        if said.endswith(f": {self.answer}"):
            return f"{head}: {said}"
        return f"{head}: {said} → {self.answer}" if said else f"{head} → {self.answer}"


@frozen
class Rolled:
    """Dice were rolled where all see them."""

    die: str
    faces: tuple[str, ...]

    @property
    def text(self) -> str:
        return f"rolled {_plain(self.die)}: {_plain(', '.join(self.faces))}"


@frozen
class Moved:
    """
    Cards moved from zone to zone: their definitions, `None` for a card that is not seen.

    No `origin` or no `end`: the reader does not see where they come from, or go to.
    """

    cards: tuple[str | None, ...]
    origin: str | None
    end: str | None
    text: str


@frozen
class Changed:
    """
    A state has another value; `text` is empty where nobody at a table would speak of it.

    `announced`: the looks of the rulebook have a sentence for it.
    """

    state: str
    before: SeenValue | None
    after: SeenValue | None
    text: str
    announced: bool = False


@frozen
class Laid:
    """Dice on the table show something else."""

    dice: str
    faces: tuple[str, ...]
    text: str


@frozen
class Stepped:
    """A piece stands elsewhere; `None` is off the board."""

    piece: str
    origin: str | None
    end: str | None
    text: str


@frozen
class Carried:
    """
    All that stood at one space stands at another: the values of its states, in words.

    `instead` is what stood there before. Each state has its `Changed` too, without a text.
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
    One thing that a reader was told.

    `saw`: all that he saw when the first question was asked (`view`). `phase`: which one began.
    `happened`: what was done and what came of it (`parts`, in order; `by` the seat that did it,
    if it was one). `asked` and `chose`: what he was asked, when so many `turns` of his own had
    begun, and the id that he chose. `over`: the end. `phase` names the phase that it happened in,
    where it is told for the first time.
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


def _plain(name: str) -> str:
    return name.replace("_", " ")
