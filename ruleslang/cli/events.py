"""
Tells what a dice check (`check`) came to: what was compared, the dice, the answer.

Told of a call: of a check, or of a procedure that rolls and answers and lets nobody act meanwhile.
A reader is told where nothing hidden from him has to do with it:
`secrecy/secret_bodies.py` says so of the text, and here it is asked
of what the call is given and of what it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from attrs import define, field, frozen

from ruleslang.api import Match as api_Match
from ruleslang.api import View
from ruleslang.cli.view_changes import Told
from ruleslang.match.faults import Fault
from ruleslang.match.match import Match
from ruleslang.match.match import Match as Played
from ruleslang.match.observer import Begun, Observer
from ruleslang.match.position import Position
from ruleslang.match.values import Card, Player, Value, members
from ruleslang.program import statements as s
from ruleslang.program.declarations import Procedure
from ruleslang.program.program import Program
from ruleslang.program.walk import find, walk
from ruleslang.secrecy.secret_bodies import has_secrets, open_calls
from ruleslang.secrecy.secret_reads import SecretReads

_ACTING = (s.OpenWindow, s.Offer)


@frozen(eq=False)
class Check:
    """A check as one reader is told of it; `answer` stays empty until it has answered."""

    name: str
    given: str

    def text(self, rolls: Sequence[str], answer: str) -> str:
        """
        The check on one line.

        >>> Check("compare", "att 8, def 5").text(["rolled d6: 3"], "attacker won")
        'compare (att 8, def 5): rolled d6: 3 → attacker won'
        >>> Check("throw", "").text(["rolled d6: 3"], "3")
        'throw: rolled d6: 3'
        >>> Check("beats", "").text(["rolled d6: 3", "rolled d6: 5"], "no")
        'beats: rolled d6: 3, 5 → no'
        """
        head = f"{self.name} ({self.given})" if self.given else self.name
        faces: dict[str, list[str]] = {}
        for roll in rolls:
            die, _, face = roll.partition(": ")
            faces.setdefault(die, []).append(face)
        said = "; ".join(f"{die}: {', '.join(each)}" for die, each in faces.items())
        if said.endswith(f": {answer}"):
            return f"{head}: {said}"
        return f"{head}: {said} → {answer}" if said else f"{head} → {answer}"


@frozen(eq=False)
class Plan:
    """What there is to listen for in a program: calls of checks, by `id`, and their answers."""

    program: Program
    calls: Mapping[int, s.Call]
    procedures: Mapping[str, Procedure]
    answers: Mapping[str, frozenset[int]]
    has_secrets: bool


def plan_of(program: Program) -> Plan:
    """The plan of a program, made once as long as it is the last that was asked about."""
    if not _last or _last[0].program is not program:
        _last[:] = [_plan(program)]
    return _last[0]


_last: list[Plan] = []


def _plan(program: Program) -> Plan:
    procedures = {each.name: each for each in program.procedures}
    answers = {each.name: find(each.body, s.Answer) for each in program.procedures}
    return Plan(
        program,
        {
            place: call
            for place, call in open_calls(program).items()
            if _is_check(procedures[call.procedure], procedures)
        },
        procedures,
        {name: frozenset(map(id, each)) for name, each in answers.items()},
        has_secrets(program),
    )


def _is_check(procedure: Procedure, procedures: Mapping[str, Procedure]) -> bool:
    if procedure.word == "check":
        return True
    parts = tuple(walk(tuple(_reached(procedure, procedures))))
    rolls = any(isinstance(each, s.RollDie) for each in parts)
    return rolls and not any(isinstance(each, _ACTING) for each in parts)


def _reached(procedure: Procedure, procedures: Mapping[str, Procedure]) -> Iterator[s.Body]:
    """The body of a procedure and of all that it calls."""
    names = [procedure.name]
    for name in names:
        body = procedures[name].body
        names += (call.procedure for call in find(body, s.Call) if call.procedure not in names)
        yield body


@define(eq=False)
class _Pending:
    """A check under way: the body that called it, and of each reader what may be told."""

    body: int
    call: s.Call
    told: Mapping[int, Check]
    reads: Mapping[int, SecretReads]
    listening: Sequence[Observer] = ()


@define(eq=False)
class Checks:
    """Listens for checks; `begun` and `ended` are told of each, reader by reader."""

    plan: Plan
    readers: Sequence[int]
    begun: Callable[[int, Check], None]
    ended: Callable[[int, Check, str], None]
    pending: _Pending | None = None

    def statement(self, played: Match, begun: Begun) -> None:
        """Hear of a statement: the one after a call has its answer."""
        if self.pending is not None:
            call = self.pending.call
            if begun.body == self.pending.body:
                into = call.into
                self._end(played, self.pending, None if into is None else begun.locals.get(into))
            elif id(begun.statement) in self.plan.answers[call.procedure]:
                self._end(played, self.pending, _answered(played, begun))
        starts = self.plan.calls.get(id(begun.statement))
        if starts is not None and self.pending is None and played.together is None:
            self._begin(played, starts, begun)

    def _begin(self, played: Match, call: s.Call, begun: Begun) -> None:
        told: dict[int, Check] = {}
        reads: dict[int, SecretReads] = {}
        for seat in self.readers:
            check = self._check(played, call, begun, played.population.players[seat])
            if check is not None:
                told[seat] = check
        if self.plan.has_secrets:
            reads = {seat: SecretReads(played, played.population.players[seat]) for seat in told}
        self.pending = _Pending(begun.body, call, told, reads)
        self.pending.listening = [each.reader() for each in reads.values()]
        for observer in self.pending.listening:
            played.observe(observer)
        for seat, check in told.items():
            self.begun(seat, check)

    def _end(self, played: Match, pending: _Pending, answer: Value) -> None:
        self.pending = None
        for observer in pending.listening:
            played.ignore(observer)
        if answer is None:
            return
        for seat, check in pending.told.items():
            reads = pending.reads.get(seat)
            if reads is None or not reads.found:
                self.ended(seat, check, _text(played, answer))

    def _check(self, played: Match, call: s.Call, begun: Begun, who: Player) -> Check | None:
        """A check as a reader knows it; None: he does not see all that it is given."""
        procedure = self.plan.procedures[call.procedure]
        given = []
        for parameter, argument in zip(procedure.parameters, call.arguments, strict=True):
            try:
                value = played.evaluate(argument, dict(begun.locals), seen_by=who)
            except Fault:
                return None
            if any(isinstance(e, Card) and not played.sight(who).card(e) for e in members(value)):
                return None
            said = _text(played, value)
            named = isinstance(value, bool | int) or value is None
            given.append(f"{parameter.name.replace('_', ' ')} {said}" if named else said)
        return Check(procedure.name.replace("_", " "), ", ".join(given))


def _answered(played: Match, begun: Begun) -> Value:
    """What a procedure answers next."""
    assert isinstance(begun.statement, s.Answer)
    try:
        return played.evaluate(begun.statement.value, dict(begun.locals))
    except Fault:
        return None


def _text(played: Match, value: Value) -> str:
    return played.text_for(value).replace("_", " ")


@frozen
class Seen:
    """Something that a view shows has changed: at which look, when so many events had been."""

    name: str
    look: int
    events: int


@define
class ChangeLog:
    """What each reader has seen change, in order; `see` gives his view."""

    match: api_Match
    see: Callable[[int], View]
    views: dict[int, View] = field(factory=dict)
    seen: dict[int, list[Seen]] = field(factory=dict)
    position: object = None
    looks: int = 0
    reveals: bool = False  # the statement under way shows something, and need not change anything

    def begin(self, seat: int, view: View) -> None:
        """A reader has been told everything up to this view."""
        self.views[seat], self.seen[seat] = view, []
        self.position = _noted(self.match.engine.position)

    def statement(self, played: Played, begun: Begun) -> None:
        """Look, where the statement before this one may have changed what is seen."""
        if self.reveals or not _is_at(self.position, played.position):
            self.position = _noted(played.position)
            for seat in self.views:
                self._look(seat)
        self.reveals = isinstance(begun.statement, s.RevealCards | s.RevealState | s.RevealDice)

    def note(self, seat: int, view: View) -> int:
        """A reader's view is this now; how many changes he has seen."""
        before, self.views[seat] = self.views[seat], view
        events = len(self.match.events)
        self.looks += 1
        self.seen[seat] += (Seen(name, self.looks, events) for name in _changed(before, view))
        return len(self.seen[seat])

    def _look(self, seat: int) -> None:
        try:
            view = self.see(seat)
        except Fault:  # it cannot be said just here who sees what
            return
        self.note(seat, view)


def in_order(
    told: Iterable[Told], rolled: Sequence[tuple[int, str]], seen: Sequence[Seen]
) -> list[str]:
    """
    What changed and what was rolled, as it happened; each roll with its place among the events.

    A card that moved has done so when both its zones have changed.
    """
    when: dict[str, tuple[int, int, int]] = {}
    for each in seen:
        when.setdefault(each.name, (each.events, 0, each.look))
    last = max(when.values(), default=(0, 0, 0))
    changed = [
        (max(when.get(name, last) for name in (each.name, each.also) if name), each.text)
        for each in told
    ]
    rolls = [((event, 1, 0), text) for event, text in rolled]
    return [text for _, text in sorted([*changed, *rolls], key=lambda pair: pair[0])]


def _noted(position: Position) -> object:
    """All that changes are told of, to be compared."""
    states = {name: dict(places) for name, places in position.states.items()}
    dice = {name: dict(places) for name, places in position.dice.items()}
    return states, dict(position.zones), dice, dict(position.spaces)


def _is_at(noted: object, position: Position) -> bool:
    """Whether nothing has changed since it was noted."""
    return noted == (position.states, position.zones, position.dice, position.spaces)


def _changed(before: View, after: View) -> list[str]:
    """The places at which two views differ, as they are declared."""
    pairs: tuple[tuple[Mapping[str, object], Mapping[str, object]], ...] = (
        (before.states, after.states),
        (before.zones, after.zones),
        (before.dice, after.dice),
        (before.pieces, after.pieces),
    )
    return [
        name
        for was, now in pairs
        if was != now
        for name, value in now.items()
        if value != was.get(name)
    ]
