"""Where the entries of one reader may begin, what belongs to them, and the phases around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from itertools import takewhile
from typing import TypeAlias

from attrs import define, field

from ruleslang.engine.match.decision import View
from ruleslang.engine.match.interface import Chosen, Match, Observer
from ruleslang.engine.match.position import Run
from ruleslang.engine.match.runtime_values import Card, Player, members, name_of
from ruleslang.explanation.story.dice_checks import Check, Reader, plan_of, sees
from ruleslang.explanation.story.entry_types import Did
from ruleslang.players.secrecy.secret_bodies import secret_names
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.declarations import Look
from ruleslang.program.events import Event, ProcedureRun
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.program import Program, memoised
from ruleslang.program.references import filled, names_in
from ruleslang.program.walk import find

LOOPS: tuple[type[s.Statement], ...] = (s.ForEach, s.Repeat, s.TakeTurns)
Within: TypeAlias = "dict[int, str]"  # the phases under way: their texts by the ids of their runs


@define
class EntryStart:
    """
    For one reader: the start of something (a phase, a check, an action or a choice).

    `view`, `events` and `changes` are the reader's view and the numbers of events and visible
    changes at that time. `parts` are the parts of the entry; an action since the last choice
    `waits` until it is known which cards the reader sees.
    """

    what: Run | Chosen | None
    view: View
    events: int
    changes: int
    phase: str = ""
    turn: str = ""  # whose turn it is in the phase
    within: Within = field(factory=dict)  # the phases that the reader knows of
    parts: list[Did] = field(factory=list)
    waits: list[Run | Chosen] = field(factory=list)
    named: set[Card] = field(factory=set)
    check: Check | None = None
    answer: str | None = None  # the check's answer, once the reader may know it
    events_of_check: int = 0  # how many events there had been when it answered


def is_answering(start: EntryStart) -> bool:
    """Return whether the entry is of a check without an answer."""
    return start.check is not None and start.answer is None


def in_check(start: EntryStart, deed: Run | Chosen) -> bool:
    """Return whether something is chosen within a check without an answer."""
    return is_answering(start) and isinstance(deed, Chosen)


def belongs(played: Match, deed: Run | Chosen, last: Run | Chosen | None) -> bool:
    """Return whether something is done by the same player within the last thing they began."""
    return isinstance(last, Run) and last.by is deed.by and last.id in played.ids_under_way


def is_of(seat: Reader, phase: Run | Chosen) -> bool:
    """Return whether a phase is the turn, or part of the turn, of a seat."""
    arguments = phase.locals.values() if isinstance(phase, Run) else ()
    return any(isinstance(value, Player) and value.order == seat for value in arguments)


def cards_of(deed: Run | Chosen) -> list[Card]:
    """Return the cards that something is about: the one that is played, and those chosen."""
    values = (deed.card, *deed.locals.values()) if isinstance(deed, Run) else (deed.value,)
    return [card for value in values for card in members(value) if isinstance(card, Card)]


def is_about_seen(played: Match, who: Player | None, deed: Run | Chosen) -> bool:
    """Return whether something is about cards, all of which a reader sees."""
    cards = cards_of(deed)
    return bool(cards) and all(sees(played, who, card) for card in cards)


def goes_on_unseen(played: Match, who: Player | None, start: EntryStart) -> bool:
    """Return whether an action is under way of which a reader may still see the card."""
    deed = start.waits[0] if start.waits else None
    if not isinstance(deed, Run) or deed.id not in played.ids_under_way:
        return False
    return bool(cards_of(deed)) and not is_about_seen(played, who, deed)


def may_hide(by: Player, who: Player | None) -> bool:
    """Return whether what one player does may be hidden from a reader."""
    return who is not None and by is not who


# ---------------------------------------------------------------- phases


def phases_of(program: Program) -> dict[Event, str]:
    """Return the names of the phases, without the whole match."""
    phases = (p.name for p in program.procedures if p.word == "phase")
    return {ProcedureRun(name): name for name in phases if name != program.start}


@define(eq=False)
class PhaseNumbers:
    """Counts the phases that a loop or procedure begins again; of others, the second and later."""

    of: dict[int, int] = field(factory=dict)  # the numbers of runs, within the phase around them
    begun: Counter[tuple[int, Event]] = field(factory=Counter)

    def listen(self, match: Match) -> None:
        """Count from the opening of a match on."""
        program = match.population.program
        phases = phases_of(program)
        calls = Counter(call.procedure for call in find(program, s.Call))
        loops = (each for sort in LOOPS for each in find(program, sort))
        repeated = {call.procedure for loop in loops for call in find(loop, s.Call)}
        for procedure in program.procedures:
            within = Counter(call.procedure for call in find(procedure, s.Call))
            repeated.update(name for name, times in within.items() if times > 1)
        counted = {event for event, name in phases.items() if calls[name] > 1 or name in repeated}

        def note(played: Match, run: Run) -> None:
            if run.event in counted:
                outer = (r.id for r in reversed(played.under_way) if r.event in phases)
                around = next((id for id in outer if id != run.id), -1)
                self.begun[around, run.event] += 1
                number = self.begun[around, run.event]
                if number > 1 or phases[run.event] in repeated:
                    self.of[run.id] = number

        if counted:
            match.observe(Observer(begun=note))


@define(eq=False)
class Phases:
    """The phases of a match; each keeps its text as long as the same player is active."""

    match: Match
    numbers: PhaseNumbers
    names: dict[Event, str] = field(init=False)  # the names of phases
    texts: dict[int, str] = field(factory=dict)  # the texts of the runs under way, by their ids
    turn: Player | None = None

    def __attrs_post_init__(self) -> None:
        self.names = phases_of(self.match.population.program)

    def text(self, run: Run | Chosen | None) -> str:
        """Return the text of a phase; empty if it is something else, or the whole match."""
        name = self.names.get(run.event) if isinstance(run, Run) else None
        if name is None or not isinstance(run, Run):
            return ""
        return _text(self.match, run, name, self.numbers.of.get(run.id))

    def innermost(self, runs: Sequence[Run]) -> Run | None:
        """Return the innermost phase among runs in progress."""
        return next((run for run in reversed(runs) if self.text(run)), None)

    def under_way(self, unseen: Container[int]) -> Within:
        """Return the phases under way, outermost first, up to a run that the reader can't see."""
        texts, runs, turn = self.texts, self.match.ids_under_way, self.match.position.active
        if self.turn is not turn or not all(run in texts for run in runs):
            known = {} if self.turn is not turn else texts
            under_way = self.match.under_way
            self.texts = texts = {r.id: known.get(r.id) or self.text(r) for r in under_way}
            self.turn, runs = turn, [*texts]
        if unseen:
            runs = [*takewhile(lambda run: run not in unseen, runs)]
        return {run: text for run in runs if (text := texts[run])}


def turn_of(played: Match, run: Run) -> Player | None:
    """
    Return the only player among a phase's arguments, if active, or one for whom a loop runs it.

    If it has several players, none is named: having the turn does not mean acting. Nor is one whom
    a secret determines.
    """
    if not isinstance(run.event, ProcedureRun):
        return None
    program, name = played.population.program, run.event.name
    if name in _of_secrets(program):
        return None
    slots = range(len(played.population.procedures[name].parameters))
    players = [who for slot in slots if isinstance(who := run.locals.get(slot), Player)]
    is_turn = players == [played.position.active] or name in _for_each(program)
    return players[0] if is_turn and len(players) == 1 else None


@memoised
def _for_each(program: Program) -> frozenset[str]:
    """Return the procedures that a loop runs for each member of a set, as all know."""
    return plan_of(program).open_procedures & {
        call.procedure
        for loop in find(program, s.ForEach)
        for call in loop.block
        if isinstance(call, s.Call) and e.Local(loop.variable) in call.arguments
    }


@memoised
def _of_secrets(program: Program) -> frozenset[str]:
    """Return the procedures that are called for someone, or with something, that not all know."""
    secrets, reads = secret_names(program), derive(program).reads
    found, before = set[str](), -1
    while len(found) > before:
        before = len(found)
        for around in program.procedures:
            hidden = {*range(len(around.parameters))} if around.name in found else set()
            sets = [(loop.variable, loop.subject) for loop in find(around.body, s.ForEach)]
            sets += [(let.slot, let.value) for let in find(around.body, s.Let)]
            hidden |= {slot for slot, of in sets if reads.reads_one_of((of,), secrets)}
            for call in find(around.body, s.Call):
                slots = {local.slot for local in find(call.arguments, e.Local)}
                if slots & hidden or reads.reads_one_of(call.arguments, secrets):
                    found.add(call.procedure)
    return frozenset(found)


def _text(played: Match, run: Run, name: str, number: int | None) -> str:
    """
    Return the displayed name after the player whose turn it is, or its phrase in the looks; without
    a player, a phase that is begun again has its number.
    """
    procedure, program = played.population.procedures[name], played.population.program
    turn = turn_of(played, run)
    who = "" if turn is None else turn.name.replace("_", " ")
    which = "" if number is None else f" {number}"
    look = next((look for look in program.looks if look.name == name), Look(""))
    if look.phrase is not None:
        is_open = name in plan_of(program).open_procedures
        named = {p.name: run.locals.get(slot) for slot, p in enumerate(procedure.parameters)}
        players = [named[name] for name in names_in(look.phrase.text)]
        if all(isinstance(each, Player) and (each is turn or is_open) for each in players):
            text = filled(look.phrase.text, lambda name: name_of(named[name]).replace("_", " "))
            return text if players else text + which
    title = look.title.text if look.title else name.replace("_", " ")
    return f"{who}: {title}" if who else title + which
