"""Says what a reader may know of the actions, plays and choices of players."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Literal

from attrs import frozen

from ruleslang.engine.match.interface import Chosen, Match
from ruleslang.engine.match.position import Run
from ruleslang.engine.match.runtime_values import (
    Card,
    Player,
    Value,
    in_words,
    members,
    name_of,
    text_of,
)
from ruleslang.explanation.story.dice_checks import sees
from ruleslang.explanation.story.entry_starts import may_hide
from ruleslang.explanation.story.entry_types import Did, Named
from ruleslang.explanation.story.secrets import Secrets
from ruleslang.program import statements as s
from ruleslang.program.events import ActionRun


@frozen(eq=False)
class KnownDeeds:
    """The deeds of a match; `events` are the plays that the rules perform outside of any."""

    match: Match
    secrets: Secrets
    events: AbstractSet[int]

    def is_secret(self, by: Player, who: Player | None, body: object) -> bool:
        """Return whether a player does something in a body that is hidden from a reader."""
        return may_hide(by, who) and self.secrets.are_written(body)

    def of_run(self, run: Run, who: Player | None, named: set[Card]) -> list[Did]:
        """Return an action by its name, a play by its card, each with the choices made for it."""
        played, by = self.match, run.by
        if by is None or self.is_secret(by, who, run.body):
            return []
        pairs = [(choice, run.locals.get(choice.slot)) for choice in run.choices]
        if run.card in named:
            return [did for pair in pairs for did in self.of_choice(Chosen(by, *pair), who)]
        chosen = tuple(value for pair in pairs for value in self._named(by, *pair, who))
        if isinstance(run.event, ActionRun):
            label = in_words(played.population.actions[run.event.name])
            return [Did(by.order, "action", run.event.name, label, chosen)]
        if run.card is None or not sees(played, who, run.card):
            return []
        title = played.position.title_of(run.card)
        what: Literal["event", "play"] = "event" if run.id in self.events else "play"
        return [Did(by.order, what, title.name, title.text, chosen, title.name)]

    def of_choice(self, deed: Chosen, who: Player | None) -> Iterator[Did]:
        choice, by = deed.what, deed.by
        label = choice.name.replace("_", " ") if choice.text is None else choice.text.text
        if isinstance(choice, s.Branch):
            if not self.is_secret(by, who, choice.block):
                yield Did(by.order, "choice", choice.name, label, ())
            return
        if chosen := tuple(self._named(by, choice, deed.value, who)):
            yield Did(by.order, "choice", choice.name, label, chosen)

    def _named(
        self, by: Player, choice: s.Choice, value: Value, who: Player | None
    ) -> Iterator[Named]:
        """Yield the chosen values, without those that are, or might be, hidden from the reader."""
        if may_hide(by, who) and self.secrets.keep(choice.type):
            return
        played = self.match
        for member in members(value):
            if not isinstance(member, Card):
                yield Named(name_of(member), text_of(member))
            elif sees(played, who, member):
                title = played.position.title_of(member)
                yield Named(title.name, title.text)
