"""
The account of a match: what each person is told of what happened, a line for each thing done.

A line says who did what, as far as the reader may know, and what changed in his view by it. Forced
choices are told like others, and refusals are not: so nobody learns who was asked, nor who had no
other choice. A card is called by its title if the reader sees it when he is told, else left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import define, evolve, field, frozen

from ruleslang.api import Match, View
from ruleslang.cli.events import ChangeLog, Check, Checks, in_order, plan_of
from ruleslang.cli.pass_until import News
from ruleslang.cli.view_changes import changes, phase_text, placed_rolls, rolls
from ruleslang.cli.view_text import Words
from ruleslang.match.entities import place_name
from ruleslang.match.faults import Fault
from ruleslang.match.match import Match as Played
from ruleslang.match.observer import Begun, Chosen, Observer
from ruleslang.match.position import Run
from ruleslang.match.position_queries import face_shown
from ruleslang.match.values import (
    Card,
    DieIn,
    ListValue,
    Player,
    Value,
    enumerated,
    in_words,
    members,
    sort_key,
    text_of,
)
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.declarations import IndexPlace, Procedure
from ruleslang.program.events import ActionRun
from ruleslang.program.program import Program
from ruleslang.program.walk import find


@frozen
class Secrets:
    """What a program keeps out of somebody's sight: kinds of values, and the names of states."""

    kinds: frozenset[str]
    states: frozenset[str]
    procedures: Mapping[str, Procedure]

    def keep(self, kind: t.Type | None) -> bool:
        """Whether a value of this type may be kept in secret."""
        return bool(self.kinds) and (kind is None or _kind(kind) in self.kinds)

    def are_written(self, body: Any) -> bool:
        """Whether something of this writes a state that not all see."""
        if not self.states:
            return False
        reached: dict[str, None] = {}
        waiting = [body]
        while waiting:
            part = waiting.pop()
            if any(place.name in self.states for place in find(part, s.StatePlace)):
                return True
            for call in find(part, s.Call):
                if call.procedure not in reached:
                    reached[call.procedure] = None
                    waiting.append(self.procedures[call.procedure].body)
        return False


def secrets_of(program: Program) -> Secrets:
    """What a program keeps out of somebody's sight."""
    states = [state for state in program.states if state.seen.by != "all"]
    zones = [zone for zone in program.zones if zone.count_seen.by != "all"]
    kinds = {_kind(state.type) for state in states}
    for index in (*(state.index for state in states), *(zone.index for zone in zones)):
        kinds.update(_of_index(index))
    return Secrets(
        frozenset(kinds),
        frozenset(state.name for state in states),
        {each.name: each for each in program.procedures},
    )


def _of_index(index: tuple[IndexPlace, ...]) -> Iterator[str]:
    """The kinds that an index tells of, but for its first player, who is the owner."""
    kinds = [_kind(place.type) for place in index]
    if "Player" in kinds:
        kinds.remove("Player")
    yield from kinds


def _kind(type: t.Type) -> str:
    """What values of a type are, whether one or several or none of them."""
    match type:
        case t.Optional():
            return _kind(type.inner)
        case t.SetOf() | t.ListOf():
            return _kind(type.element)
        case t.WordOf():
            return type.list
    return type.__class__.__name__


@define
class Mark:
    """
    For one reader: something that was begun, a phase, a check or what a player did or chose.

    `view` is the reader's before, `events` how many there had been, `changes` how many changes he
    had seen. `parts` are what he is told of
    it; what was done since the last choice `waits` until it is known which cards he sees.
    """

    what: Run | Chosen | None
    view: View
    events: int
    changes: int
    phase: str = ""
    parts: list[str] = field(factory=list)
    waits: list[Run | Chosen] = field(factory=list)
    named: set[Card] = field(factory=set)
    check: Check | None = None
    answer: str | None = None  # what the check answered, once the reader may know it
    events_of_check: int = 0  # how many events there had been when it answered


@define
class Account:
    """What the readers at some seats are told of a match; it listens from `follow` on."""

    readers: tuple[int, ...]
    words: Words
    match: Match = field(init=False)
    secrets: Secrets = field(init=False)
    changes: ChangeLog = field(init=False)
    marks: dict[int, list[Mark]] = field(factory=dict)
    told: dict[int, str] = field(factory=dict)  # the phase that each reader was last told of
    news: dict[int, News] = field(factory=dict)  # of each reader, since he was last told
    log: dict[int, list[str]] = field(factory=dict)  # all that each reader was told
    checks: Checks = field(init=False)
    inside: Run | None = None  # the innermost phase under way, when one was last begun or over

    def follow(self, match: Match) -> None:
        """Listen to a match from where it stands, which the readers know."""
        self.match = match
        self.secrets = secrets_of(match.game.program)
        plan = plan_of(match.engine.population.program)
        self.checks = Checks(plan, self.readers, self._check_begins, self._check_ends)
        self.changes = ChangeLog(match, match.view)
        self.inside = None
        match.engine.observe(
            Observer(begun=self._hear, chosen=self._hear, statement=self._statement)
        )
        for seat in self.readers:
            self._begin(seat, match.view(seat))

    def settle(self) -> None:
        """A choice was made, and what it led to is done: now it is known which cards are seen."""
        for seat, marks in self.marks.items():
            who = self._played.population.players[seat]
            for mark in marks:
                for what in mark.waits:
                    self._say(mark, what, who)
                mark.waits = []
            self.marks[seat] = [
                mark for mark in marks if mark.parts or mark.phase or mark.what is None
            ]

    def lines(self, seat: int) -> list[str]:
        """All that a reader has not been told yet; he is told now."""
        marks = self.marks[seat]
        now = self._mark(None, seat, self.match.view(seat))
        seen = self.changes.seen[seat]
        found: list[str] = []
        heard = 0  # events that were told, of checks with their answer
        for mark, then in zip(marks, [*marks[1:], now], strict=True):
            since = max(heard, mark.events if mark.answer is None else mark.events_of_check)
            rolled = [
                (since + place, text)
                for place, text in placed_rolls(self.match.events[since : then.events], self.words)
            ]
            changed = changes(mark.view, then.view, self.words)
            happened = " · ".join(in_order(changed, rolled, seen[mark.changes : then.changes]))
            heard = max(heard, mark.events_of_check)
            if mark.phase and happened:
                self.told[seat] = mark.phase
                found.append(f"{mark.phase}: {happened}")
            elif not mark.phase and (happened or mark.parts or mark.answer is not None):
                found.append(" · ".join(filter(None, (self._said(mark, then), happened))))
        found += filter(None, [self._where(seat)])
        self._begin(seat, now.view)
        self.log.setdefault(seat, []).extend(found)
        self.news[seat] = News(turns=self.news_of(seat).turns)
        return found

    def news_of(self, seat: int) -> News:
        """What a reader will be told of others."""
        return self.news.get(seat, News())

    @property
    def _played(self) -> Played:
        return self.match.engine

    def _begin(self, seat: int, view: View) -> None:
        self.changes.begin(seat, view)
        self.marks[seat] = [self._mark(None, seat, view)]

    def _mark(self, what: Run | Chosen | None, seat: int, view: View, phase: str = "") -> Mark:
        changed = self.changes.note(seat, view)
        return Mark(what, view, len(self.match.events), changed, phase)

    def _where(self, seat: int) -> str:
        """The phase that the match is in, if the reader was last told of another."""
        phase = self._innermost()
        here = "" if phase is None else phase_text(self._played, phase)
        if here == self.told.get(seat, ""):
            return ""
        self.told[seat] = here
        return here

    def _innermost(self) -> Run | None:
        """The innermost phase that is under way."""
        runs = reversed(self._played.under_way)
        return next((run for run in runs if phase_text(self._played, run)), None)

    # ------------------------------------------------------------ listening

    def _statement(self, played: Played, begun: Begun) -> None:
        """What is done after a phase is told of the one around it."""
        self.changes.statement(played, begun)
        if self.checks.plan.calls:
            self.checks.statement(played, begun)
        inside = self.inside
        if inside is None or any(run.id == inside.id for run in played.under_way):
            return
        self.inside = self._innermost()
        phase = "" if self.inside is None else phase_text(played, self.inside)
        for seat, marks in self.marks.items():
            if not _is_answering(marks[-1]):
                self._marked(seat, self.inside, phase)

    def _hear(self, played: Played, what: Run | Chosen) -> None:
        phase = phase_text(played, what) if isinstance(what, Run) else ""
        if what.by is None and not phase:
            return
        if phase and isinstance(what, Run):
            self.inside = what
        for seat, marks in self.marks.items():
            last = marks[-1]
            if phase and _is_answering(last):
                continue  # a phase that is a check: told with its answer
            if phase or not (_in_check(last, what) or _belongs(played, what, last.what)):
                last = self._marked(seat, what, phase)
            if phase and _is_of(seat, what):
                was = self.news_of(seat)
                self.news[seat] = evolve(was, turns=was.turns + 1)
            if not phase:
                last.waits.append(self._with_faces(what, seat))

    def _with_faces(self, what: Run | Chosen, seat: int) -> Run | Chosen:
        """Dice that are chosen as the faces they show now, if the reader sees them."""
        if not isinstance(what, Chosen) or not isinstance(what.value, DieIn | tuple):
            return what
        played = self._played
        chosen = _by_face(played, members(what.value))
        if not all(isinstance(each, DieIn) for each in chosen):
            return what
        try:
            dice = self.match.view(seat).dice
        except Fault:  # it cannot be said just here who sees what
            return what
        seen = (dice.get(place_name(each.dice, each.index)) is not None for each in chosen)
        faces = [face_shown(played, each) for each in chosen]
        return evolve(what, value=ListValue(faces)) if all(seen) else what

    def _marked(self, seat: int, what: Run | Chosen | None, phase: str) -> Mark:
        """A new mark; the last one where it cannot be said just here who sees what."""
        try:
            mark = self._mark(what, seat, self.match.view(seat), phase)
        except Fault:
            return self.marks[seat][-1]
        self.marks[seat].append(mark)
        return mark

    def _check_begins(self, seat: int, check: Check) -> None:
        """What an action changed before its check is told with the result of the check."""
        last = self.marks[seat][-1]
        mark = self._marked(seat, None, "")
        if mark is not last:
            mark.check = check
            if last.what is not None and not last.phase:
                mark.view, mark.changes = last.view, last.changes

    def _check_ends(self, seat: int, check: Check, answer: str) -> None:
        """A check has answered; one that began before the reader was last told begins a line."""
        marks = self.marks[seat]
        mark = next((each for each in marks if each.check is check), None)
        if mark is None:
            mark = self._marked(seat, None, "")
            mark.check = check
        mark.answer, mark.events_of_check = answer, len(self.match.events)

    # ------------------------------------------------------------ saying

    def _said(self, mark: Mark, then: Mark) -> str:
        """Who did what; a result that was kept of a single roll is said by the roll."""
        if mark.check is not None and mark.answer is not None:
            rolled = rolls(self.match.events[mark.events : mark.events_of_check], self.words)
            faces = {each.partition(": ")[2] for each in rolled}
            kept = (each for each in mark.parts if {each.partition(": ")[2]} != faces)
            return "; ".join((mark.check.text(rolled, mark.answer), *kept))
        if mark.what is None or mark.what.by is None or not mark.parts:
            return ""
        events = self.match.events[mark.events : then.events]
        faces = {each.partition(": ")[2] for each in rolls(events, self.words)}
        parts = [each for each in mark.parts if {each.partition(": ")[2]} != faces]
        return f"{mark.what.by.name.replace('_', ' ')}: {'; '.join(parts)}"

    def _say(self, mark: Mark, what: Run | Chosen, who: Player) -> None:
        """Note what a reader may know of something done; of what is said already, nothing more."""
        if isinstance(what, Run):
            said = self._use(what, who, mark.named)
            mark.named.update(each for each in what.locals.values() if isinstance(each, Card))
        else:
            said = self._chosen(what, who)
        news = said.partition(": ")[2] or said
        if said and not any(news in (each, each.partition(": ")[2]) for each in mark.parts):
            mark.parts.append(said)
            if what.by is not who:
                self._note(who, what)

    def _note(self, who: Player, what: Run | Chosen) -> None:
        """A reader is told what another did, and maybe chose him for."""
        values = (
            [what.locals.get(choice.slot) for choice in what.choices]
            if isinstance(what, Run)
            else [what.value]
        )
        chosen = any(who in members(value) for value in values)
        was = self.news_of(who.order)
        self.news[who.order] = News(True, was.names_him or chosen, was.turns)

    def _use(self, run: Run, who: Player, named: set[Card]) -> str:
        """An action by its name, a play by its card, and what was chosen for it."""
        played = self._played
        if run.by is not who and self.secrets.are_written(run.body):
            return ""
        pairs = [(choice, run.locals.get(choice.slot)) for choice in run.choices]
        if run.card in named:
            made = [Chosen(run.by, *pair) for pair in pairs if run.by is not None]
            return "; ".join(filter(None, (self._chosen(each, who) for each in made)))
        chosen = enumerated([text for pair in pairs for text in self._texts(run.by, *pair, who)])
        if isinstance(run.event, ActionRun):
            label = in_words(played.population.actions[run.event.name])
            return f"{label}: {chosen}" if chosen else label
        if run.card is None or not played.sight(who).card(run.card):
            return ""
        label = played.position.title_of(run.card).text
        return f"{label}: {chosen}" if chosen else label

    def _chosen(self, made: Chosen, who: Player) -> str:
        what = made.what
        label = what.name.replace("_", " ") if what.text is None else what.text.text
        if isinstance(what, s.Branch):
            is_secret = made.by is not who and self.secrets.are_written(what.block)
            return "" if is_secret else label
        chosen = enumerated(list(self._texts(made.by, what, made.value, who)))
        return f"{label}: {chosen}" if chosen else ""

    def _texts(
        self, by: Player | None, choice: s.Choice, value: Value, who: Player
    ) -> Iterator[str]:
        """What was chosen, without what the reader does not see or could be kept from him."""
        if by is not who and self.secrets.keep(choice.type):
            return
        played = self._played
        for each in members(value):
            if not isinstance(each, Card):
                yield text_of(each)
            elif played.sight(who).card(each):
                yield played.position.title_of(each).text


def _is_answering(mark: Mark) -> bool:
    """Whether it is of a check that has not answered."""
    return mark.check is not None and mark.answer is None


def _in_check(mark: Mark, what: Run | Chosen) -> bool:
    """Whether something is chosen in a check that has not answered."""
    return _is_answering(mark) and isinstance(what, Chosen)


def _belongs(played: Played, what: Run | Chosen, last: Run | Chosen | None) -> bool:
    """Whether something is done, by the same player, within what was begun last."""
    if not isinstance(last, Run) or last.by is not what.by:
        return False
    return any(run.id == last.id for run in played.under_way)


def _is_of(seat: int, phase: Run | Chosen) -> bool:
    """Whether a phase is the turn, or a part of it, of the player at a seat."""
    given = phase.locals.values() if isinstance(phase, Run) else ()
    return any(isinstance(each, Player) and each.order == seat for each in given)


def _by_face(played: Played, chosen: tuple[Value, ...]) -> tuple[Value, ...]:
    """A set of dice by what they show; anything else as it is."""
    if not all(isinstance(each, DieIn) for each in chosen):
        return chosen
    return tuple(sorted(chosen, key=lambda die: sort_key(face_shown(played, die))))
