"""
Narrates dice checks (`check`): the comparison, the dice, the answer.

A call is narrated if it is of a check, or of a procedure that rolls, answers, and asks nobody
meanwhile. Inside a check, another is narrated if it is of a player, since the dice are that
player's, or if the looks have a phrase for it. A check is in a reader's story only if nothing
hidden from the reader is involved: `secrecy/secret_bodies.py` decides that for the text, and this
module for the arguments and the reads at run time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from attrs import define, field, frozen

from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.inquiry import Contribution
from ruleslang.engine.match.interface import Begun, Match, Observer, Read
from ruleslang.engine.match.position import Run
from ruleslang.engine.match.position_queries import evaluate_all
from ruleslang.engine.match.runtime_values import (
    SPECTATOR,
    Card,
    Env,
    Piece,
    Player,
    Value,
    members,
    text_of,
)
from ruleslang.explanation.why.explain_value import ALONE, case_of, locals_of
from ruleslang.players.secrecy.secret_bodies import (
    bodies_called,
    has_secrets,
    open_calls,
    open_procedures,
)
from ruleslang.players.secrecy.secret_reads import SecretReads
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.declarations import Procedure
from ruleslang.program.looks import called, titles_of
from ruleslang.program.program import Program, memoised
from ruleslang.program.references import filled, names_in
from ruleslang.program.walk import find, walk

_ACTING = (s.OpenWindow, s.Offer)


Reader: TypeAlias = "int | None"  # a seat; None: a spectator; ALL_SEEING: one who sees everything
ALL_SEEING: Reader = -1


def person(played: Match, reader: Reader) -> Player | None:
    """Return the player at a seat, or the spectator; `None` for a reader who sees everything."""
    if reader == ALL_SEEING:
        return None
    return SPECTATOR if reader is None else played.population.players[reader]


def sees(played: Match, who: Player | None, card: Card) -> bool:
    """Return whether someone sees a card; `None` sees all cards."""
    return who is None or played.sight(who).card(card)


def _sees_cards(played: Match, who: Player | None, values: Iterable[Value]) -> bool:
    """Return whether someone sees all cards among some values."""
    return all(sees(played, who, value) for value in values if isinstance(value, Card))


@define(eq=False)
class Check:
    """
    A check as one reader knows it; `phrase` is its name in the looks, and `says` their words for
    its answer.

    `is_around` means that a check inside it has an entry: then it has one if it has a phrase, or
    `is_declared`. `within` is the innermost deed of a player that it belongs to.
    """

    name: str
    given: str
    phrase: str
    is_declared: bool
    is_around: bool = False
    says: str = ""
    within: Run | None = None


@frozen(eq=False)
class Plan:
    """The parts of a program to observe: the calls of checks, by `id`, and their answers."""

    calls: Mapping[int, s.Call]
    procedures: Mapping[str, Procedure]
    answers: Mapping[str, frozenset[int]]
    phrases: Mapping[str, str]  # the names of procedures in the looks
    says: Mapping[str, str]  # and what they say with the answers of checks
    looks: Mapping[str, str]  # and words
    has_secrets: bool
    renames: bool  # a card may count as another
    open_procedures: frozenset[str]  # all may know that they run, and with which arguments


@memoised
def plan_of(program: Program) -> Plan:
    """Return the plan of a program."""
    procedures = {procedure.name: procedure for procedure in program.procedures}
    answers = {procedure.name: find(procedure.body, s.Answer) for procedure in program.procedures}
    return Plan(
        {
            place: call
            for place, call in open_calls(program).items()
            if _is_check(procedures[call.procedure], program)
        },
        procedures,
        {name: frozenset(map(id, statements)) for name, statements in answers.items()},
        {look.name: look.phrase.text for look in program.looks if look.phrase is not None},
        {look.name: look.says.text for look in program.looks if look.says is not None},
        titles_of(program),
        has_secrets(program),
        any(perform.played_as for perform in find(program, s.Perform)),
        open_procedures(program),
    )


def _is_check(procedure: Procedure, program: Program) -> bool:
    if procedure.word == "check":
        return True
    parts = tuple(walk((procedure.body, *bodies_called(procedure.body, program))))
    rolls = any(isinstance(part, s.RollDie) for part in parts)
    return rolls and not any(isinstance(part, _ACTING) for part in parts)


@define(eq=False)
class _Pending:
    """
    A check in progress: the body that called it, the innermost run at that time, and what each
    reader may know.
    """

    body: int
    run: int
    call: s.Call
    by_reader: Mapping[Reader, Check]
    reads: Mapping[Reader, SecretReads]
    listening: Observer | None = None


@define(eq=False)
class Checks:
    """Listens for checks; calls `begun` and `ended` for each check and reader."""

    plan: Plan
    readers: Sequence[Reader]
    begun: Callable[[Reader, Check], None]
    ended: Callable[[Reader, Check, str | None], None]
    pending: list[_Pending] = field(factory=list)  # the outermost first

    def statement(self, played: Match, begun: Begun) -> None:
        """Observe a statement: the one after a call has its answer."""
        while self.pending and self._has_ended(played, self.pending[-1], begun):
            pass
        if self.pending:
            self._drop_stopped(played)
            self._note_roll(played, begun)
        starts = self.plan.calls.get(id(begun.statement))
        if starts is None or played.together is not None:
            return
        if not self.pending or self._has_entry_inside(self.plan.procedures[starts.procedure]):
            self._begin(played, starts, begun)

    def _has_entry_inside(self, procedure: Procedure) -> bool:
        """Return whether a check inside another has its own entry."""
        of_players = (isinstance(parameter.type, t.Player) for parameter in procedure.parameters)
        return procedure.name in self.plan.phrases or any(of_players)

    def _has_ended(self, played: Match, pending: _Pending, begun: Begun) -> bool:
        """Test whether the innermost check has its answer before a statement; if so, reports it."""
        call = pending.call
        if begun.body == pending.body:
            self._end(played, None if call.into is None else begun.locals.get(call.into))
        elif id(begun.statement) in self.plan.answers[call.procedure]:
            self._end(played, _answered(played, begun), self._in_words(played, pending, begun))
        else:
            return False
        return True

    def _drop_stopped(self, played: Match) -> None:
        """End the checks without an answer whose caller has been stopped."""
        under_way = {-1, *(run.id for run in played.under_way)}
        while self.pending and self.pending[-1].run not in under_way:
            for seat, check in self.pending[-1].by_reader.items():
                self.ended(seat, check, None)
            self._end(played, None)

    def _note_roll(self, played: Match, begun: Begun) -> None:
        """Note a roll that one player sees, for the others like a read of something hidden."""
        rolled = begun.statement
        if isinstance(rolled, s.RollDie) and rolled.seen_by is not None:
            with self.deaf():
                who = played.evaluate(rolled.seen_by, dict(begun.locals))
            for read in (read for pending in self.pending for read in pending.reads.values()):
                read.found = read.found or read.who != who

    @contextmanager
    def deaf(self) -> Iterator[None]:
        """Ignore reads within this, which are not those of the rules, but of somebody looking."""
        reads = [read for pending in self.pending for read in pending.reads.values()]
        before_reads = [read.found for read in reads]
        yield
        for read, before in zip(reads, before_reads, strict=True):
            read.found = before

    def _begin(self, played: Match, call: s.Call, begun: Begun) -> None:
        checks: dict[Reader, Check] = {}
        reads: dict[Reader, SecretReads] = {}
        for seat in self.readers:
            check = self._check(played, call, begun, person(played, seat))
            if check is not None:
                checks[seat] = check
        if self.plan.has_secrets:
            people = {seat: person(played, seat) for seat in checks}
            reads = {seat: SecretReads(played, who) for seat, who in people.items() if who}
        for outer in self.pending:
            for seat in outer.by_reader.keys() & checks.keys():
                outer.by_reader[seat].is_around = True

        def hear(match: Match, read: Read) -> None:
            for each in reads.values():
                each.note(match, read)

        listening = Observer(read=hear) if reads else None
        run = played.under_way[-1].id if played.under_way else -1
        self.pending.append(_Pending(begun.body, run, call, checks, reads, listening))
        if listening is not None:
            played.observe(listening)
        for seat, check in checks.items():
            self.begun(seat, check)

    def _in_words(self, played: Match, pending: _Pending, answering: Begun) -> str:
        """Return the words of the looks for the answer; empty if a name in it has no value here."""
        name = pending.call.procedure
        declared, says = self.plan.procedures[name].locals, self.plan.says.get(name, "")
        values = {declared[slot].name: value for slot, value in sorted(answering.locals.items())}
        if not values.keys() >= set(names_in(says)):
            return ""
        return filled(says, lambda of: called(self.plan.looks, played.text_for(values[of])))

    def _end(self, played: Match, answer: Value, says: str = "") -> None:
        pending = self.pending.pop()
        if pending.listening is not None:
            played.ignore(pending.listening)
        if answer is None:
            return
        for seat, check in pending.by_reader.items():
            reads = pending.reads.get(seat)
            is_shown = _sees_cards(played, person(played, seat), members(answer))
            if is_shown and (reads is None or not reads.found):
                check.says = says
                self.ended(seat, check, played.text_for(answer))

    def _check(self, played: Match, call: s.Call, begun: Begun, who: Player | None) -> Check | None:
        """Return a check as a reader knows it; `None`: not all arguments are seen."""
        procedure = self.plan.procedures[call.procedure]
        values, owners, added = [], [], list[str]()
        for argument in call.arguments:
            try:
                values.append(played.evaluate(argument, dict(begun.locals), seen_by=who))
                of = [
                    played.evaluate(each, dict(begun.locals), seen_by=who)
                    for each in _read_of(argument)
                ]
            except Fault:
                return None
            if not _sees_cards(played, who, (*members(values[-1]), *of)):
                return None
            owners.append(self._owner(of))
            added.append(_listed(played, _added(played, argument, begun.locals), who))
        are_numbers = all(isinstance(p.type, t.Number) for p in procedure.parameters)
        if not are_numbers or len({*owners} - {""}) < 2:  # `opposed(power(you), power(foe))`
            owners = [""] * len(values)
        texts = [called(self.plan.looks, played.text_for(value)) for value in values]
        plain = [*map(_owned, texts, [""] * len(texts), added)]
        texts = [*map(_owned, texts, owners, added)]
        names = [parameter.name for parameter in procedure.parameters]
        by_name = dict(zip(names, texts, strict=True))
        look = self.plan.phrases.get(procedure.name)
        phrase = "" if look is None else filled(look, lambda name: by_name[name])
        left_out = by_name.keys() - names_in(look or "") if phrase else ()
        given = []
        for (name, text), value, bare in zip(by_name.items(), values, plain, strict=True):
            label = name.replace("_", " ")
            given.append(f"{label} {text}" if isinstance(value, int | None) else text)
            if name in left_out and isinstance(value, int) and value:  # `, minus 1`
                phrase += f", {label}" + f" {bare}" * (value is not True)
        within = next((run for run in reversed(played.under_way) if run.by is not None), None)
        title, is_declared = procedure.name.replace("_", " "), procedure.word == "check"
        return Check(title, ", ".join(given), phrase, is_declared, within=within)

    def _owner(self, read_of: Sequence[Value]) -> str:
        """Return the one card, piece or player that a number is read of; empty if there is none."""
        owner = read_of[0] if len({*read_of}) == 1 else None
        is_one = isinstance(owner, Card | Piece | Player)
        return called(self.plan.looks, text_of(owner)) if is_one else ""


def _read_of(number: e.Expr) -> Iterator[e.Expr]:
    """Yield what a number, or a sum of some, is read of: cards, players and others."""
    match number:
        case e.ReadField(subject=subject):
            yield subject
        case e.ReadState(index=of) | e.CallValue(arguments=of):
            yield from of
        case e.Arithmetic(left=left, right=right):
            yield from (*_read_of(left), *_read_of(right))


def _added(played: Match, number: e.Expr, env: Env) -> Iterator[Contribution]:
    """Yield what modifiers in force add to a number, to a term of it, or to what that reads."""
    match number:
        case e.Arithmetic(operator="+", left=left, right=right):
            yield from (*_added(played, left, env), *_added(played, right, env))
        case e.CallValue(name=name):
            arguments = evaluate_all(played, number.arguments, dict(env))
            changes = played.inquiry().contributions(name, arguments)
            yield from (each for each in changes if each.stage in ("+", "-") and each.amount)
            if not any(change.stage in ALONE for change in changes):
                place, _ = case_of(played, name, arguments)
                taken = played.population.values[name].cases[place - 1].value
                yield from _added(played, taken, locals_of(played, name, arguments))


def _listed(played: Match, added: Iterable[Contribution], who: Player | None) -> str:
    """Return what is added, with the cards that are seen: `Rage +2, +1`."""
    parts, others = [], 0
    for change in added:
        amount = change.amount if change.stage == "+" else -change.amount
        if change.card is not None and sees(played, who, change.card):
            parts.append(f"{played.position.title_of(change.card).text} {amount:+}")
        else:
            others += amount
    return ", ".join([*parts, *([f"{others:+}"] if others else [])])


def _owned(text: str, owner: str, added: str) -> str:
    """Return a number with its owner, and with what modifiers have added to it."""
    if owner:
        return f"{owner} ({', '.join(filter(None, (text, added)))})"
    return f"{text} ({added})" if added else text


def _answered(played: Match, begun: Begun) -> Value:
    """Return the answer that a procedure is about to give; `None` if it faults."""
    assert isinstance(begun.statement, s.Answer)
    try:
        return played.evaluate(begun.statement.value, dict(begun.locals))
    except Fault:
        return None
