"""
A match of the interpreter in the position of a compiled one: for the names of copies of cards,
reasons, hashes and expressions. It has nothing that could continue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.engine.cells.codec import Codec
from ruleslang.engine.cells.compiled_game import CompiledGame
from ruleslang.engine.cells.machine import BLOCK, ROUTINE, Play
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.build_exprs import numbered_limits
from ruleslang.engine.flow.effects_in_force import locals_in, pattern_of
from ruleslang.engine.flow.frames import FrameLayout
from ruleslang.engine.flow.ir_exprs import ABSENT, END
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.engine.handover.cells_of_state import lastings, rules
from ruleslang.engine.interpreter.choose_and_do_moves import run_of_move
from ruleslang.engine.interpreter.control_flow import run_of
from ruleslang.engine.interpreter.dispatch import MEANINGS
from ruleslang.engine.interpreter.machine import (
    BODY,
    REPLACED,
    ForceKey,
    Frame,
    Invocation,
    Machine,
    OpenWindow,
    QueuedRule,
    RuleKey,
)
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.interpreter.precomputed_tables import tables_for
from ruleslang.engine.interpreter.state import (
    ANYTHING,
    ActiveLasting,
    CountsAs,
    FixedTest,
    Index,
    Revealed,
    State,
)
from ruleslang.engine.match.decision import LegalMove
from ruleslang.engine.match.runtime_values import Card, CardDefinition, Env, Value
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.locals import LocalDecl
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.typing.environment import Scope, world_of
from ruleslang.program.typing.expressions import type_of

Cells: TypeAlias = Sequence[Any]
EVERYONE = t.SetOf(t.Player())
FACE = {1: "up", 2: "down"}
HALF = 2**32  # the hash of a position is kept in halves


def state_of(flow: Flow, codec: Codec, S: Cells) -> State:
    """Return the state in cells that nobody writes, except what depends on runs in progress."""
    state = object.__new__(StateOfCells)
    state.cells = _CellsOfMatch(flow, codec, S)
    state.clock, state.version, state.moved = S[flow.layout[f.CLOCK].base], 0, 0
    state.lasting, state.bits, state.touched, state.changed = (), {}, set(), {}
    return state


class StateOfCells(State):
    """A state whose parts are converted when they are read."""

    __slots__ = ("cells",)

    cells: _CellsOfMatch

    def __getattr__(self, name: str) -> Any:
        if name not in PARTS:
            raise AttributeError(name)
        value = PARTS[name](self.cells)
        setattr(self, name, value)
        return value


@frozen(eq=False)
class _CellsOfMatch:
    flow: Flow
    codec: Codec
    S: Cells

    def read(self, family: str) -> Cells:
        """Return the cells of a family; none if the program does not need it."""
        of = self.flow.layout.families.get(family)
        return () if of is None else self.S[of.base : of.base + of.cells]

    def of_cards(self, family: str) -> Iterator[tuple[Card, Any]]:
        return zip(self.codec.population.cards, self.read(family), strict=False)

    def to(self, players: Any) -> Value:
        return self.codec.value(EVERYONE, players)

    def values(self, declared: d.State) -> Iterator[tuple[Index, Value]]:
        """Yield the values of a state that are set."""
        indexes, value = self.codec.indexes[declared.name], self.codec.value
        for index, cell in zip(indexes, self.read(f.state_family(declared.name)), strict=True):
            if cell is not ABSENT:
                yield index, value(declared.type, cell)

    def dice(self, name: str) -> dict[Index, tuple[int, ...]]:
        faces = map(tuple, self.read(f.dice_family(name)))
        return dict(zip(self.codec.indexes[name], faces, strict=True))

    def limits(self) -> Iterator[tuple[tuple[Value, ...], int]]:
        """Yield the counted uses of limits."""
        rows, population, value = self.read(f.LIMITS)[0], self.codec.population, self.codec.value
        limits = list(numbered_limits(population.program)) if rows else []
        for number, title, who, *named, times in rows:
            declared, clause = limits[number]
            types = [declared.locals[slot].type for slot in clause.for_each]
            values = (value(type, raw) for type, raw in zip(types, named, strict=True))
            yield (clause.name, value(t.Title(), title), population.players[who], *values), times

    def counting_as(self) -> Iterator[tuple[Card, CountsAs]]:
        titles, places = self.codec.members[t.Title], self.codec.places
        for (card, number), at in zip(self.of_cards(f.TITLES), self.read(f.COUNTING), strict=False):
            if at != f.AS_PRINTED:
                title = titles[number]
                assert isinstance(title, CardDefinition)
                yield card, CountsAs(title, None if at == f.WHILE_PLAYED else places[at])

    def facts(self) -> Iterator[tuple[Revealed, Value]]:
        for place, (statement, type) in self.flow.shown_facts.items():
            for card, facts in self.of_cards(f.facts_family(place)):
                for value, truth, to in facts:
                    known = self.codec.value(type, value)
                    yield Revealed(statement, place, card, known, bool(truth)), self.to(to)

    def histories(self) -> Iterator[tuple[str, dict[str, int]]]:
        histories = self.codec.population.program.histories
        for history, rows in zip(histories, self.read(f.HISTORIES), strict=True):
            if rows:
                yield history.name, {f"{high * HALF + low:016x}": n for high, low, n in rows}


# By the names of fields of `State`.
PARTS: dict[str, Callable[[_CellsOfMatch], Any]] = {
    "active": lambda of: of.codec.population.players[of.read(f.ACTIVE)[0]],
    "players": lambda of: of.to(of.read(f.PLAYERS)[0]),
    "states": lambda of: {
        declared.name: dict(of.values(declared)) for declared in of.codec.population.program.states
    },
    "histories": lambda of: dict(of.histories()),
    "zones": lambda of: {
        place: tuple([of.codec.population.cards[card] for card in there])
        for place, there in zip(of.codec.places, of.read(f.ZONES), strict=True)
    },
    "where": lambda of: {
        card: of.codec.places[at] for card, at in of.of_cards(f.WHERE) if at is not None
    },
    "ages": lambda of: {
        card: age
        for (card, age), at in zip(of.of_cards(f.AGES), of.read(f.WHERE), strict=False)
        if at is not None
    },
    "since": lambda of: dict(of.of_cards(f.SINCE)),
    "faces": lambda of: {
        card: FACE[face] for card, face in of.of_cards(f.FACES) if face is not None
    },
    "marks": lambda of: {card: of.to(to) for card, to in of.of_cards(f.MARKS) if to is not None},
    "dice": lambda of: {dice.name: of.dice(dice.name) for dice in of.codec.population.program.dice},
    "spaces": lambda of: {
        piece: of.codec.population.spaces[at]
        for piece, at in zip(of.codec.population.pieces, of.read(f.SPACE), strict=True)
        if at is not None
    },
    "pieces_on": lambda of: {
        space: tuple([of.codec.population.pieces[piece] for piece in pieces])
        for space, pieces in zip(of.codec.population.spaces, of.read(f.STANDING), strict=True)
    },
    "limits": lambda of: dict(of.limits()),
    "counting_as": lambda of: dict(of.counting_as()),
    "facts": lambda of: dict(of.facts()),
    "shown": lambda of: {
        (name, index): of.to(of.S[at]) for name, index, at in of.codec.shown if of.S[at] is not None
    },
}


# ---------------------------------------------------------------- what is under way


def picture(game: CompiledGame, play: Play) -> InterpretedMatch:
    """Return the picture of a compiled match, without its decision."""
    flow, frames, codec = game.flow, game.frames, game.codec.of_match()
    tables = tables_for(flow.population.program, flow.population.settings)
    state = state_of(flow, codec, play.S[:])
    if play.chance is not None:  # which may not know yet what a cell has
        state = state.copy()
    machine = Machine(tables, state, game.chance_of(play), MEANINGS)
    machine.tested = state.version
    machine.winners = tuple(tables.players[seat] for seat in play.S[flow.layout[f.WINNERS].base])
    machine.asked = play.S[flow.layout[f.ASKED].base]
    machine.counted = play.S[flow.layout[f.COUNTED].base]
    for number, frame in enumerate(play.K):
        _add_frame(flow, frames, codec, machine, number, frame)
    _add_windows(game, codec, machine, play)
    take_lasting(flow, codec, play.S, state)  # now that the runs are known
    take_rules(flow, codec, play.S, machine)
    _show_secrets(game, machine, play.S)
    return InterpretedMatch(machine)


def _add_windows(game: CompiledGame, codec: Codec, machine: Machine, play: Play) -> None:
    layout, program = game.flow.layout, game.flow.population.program
    machine.plays = play.S[layout[f.PLAYS].base]
    for number, arguments in play.S[layout[f.WINDOWS].base]:
        if number < 0:
            machine.windows.append(None)
            continue
        declared = program.windows[number]
        values = tuple(
            codec.value(parameter.type, raw)
            for parameter, raw in zip(declared.parameters, arguments, strict=True)
        )
        machine.windows.append(OpenWindow(declared, dict(enumerate(values)), values))


def _add_frame(
    flow: Flow, frames: FrameLayout, codec: Codec, machine: Machine, number: int, frame: list[Any]
) -> None:
    """Add the run of a frame, and its running body."""
    routine = flow.routines[frames.routines[frame[ROUTINE]]]
    env = _locals(codec, routine, frames, frame)
    is_replaced = f"original {routine.name}" in flow.routines
    if routine.is_original:
        run = next(
            candidate
            for candidate in reversed(machine.under_way)
            if candidate.declaration is routine.run
        )
        _go_on_with(run, env)
    elif routine.run is not None:
        run = _run(routine.run, env)
        run.env, run.stage = env, REPLACED if is_replaced else BODY
        machine.under_way.append(run)
        codec.runs[number] = run
    if (routine.run is None and not routine.locals) or is_replaced:
        return
    here = flow.cut.blocks[frame[BLOCK]].statement
    at = flow.statements[here] if here >= 0 else None
    machine.frames.append(Frame(env, routine.locals, at=at))


def _go_on_with(run: Invocation, env: Env) -> None:
    """Set the running body of a run, perhaps with other arguments than it began with."""
    card = run.card if run.this is None else env[run.this]
    assert isinstance(card, Card | None)
    is_same = all(env.get(slot) == run.env.get(slot) for slot in run.places.values())
    if not is_same or card is not run.card:
        run.begun, run.card = (run.env, run.card), card
    run.env, run.stage = env, BODY


def _run(declared: d.Procedure | d.Action | d.Play, env: Env) -> Invocation:
    match declared:
        case d.Procedure(parameters=parameters):
            return run_of(declared, tuple(env.get(slot) for slot in range(len(parameters))))
        case d.Action():
            return run_of_move(LegalMove(declared, env[declared.you], env))
        case d.Play():
            return run_of_move(LegalMove(declared, env[declared.you], env, env[declared.this]))


def _locals(codec: Codec, routine: Routine, frames: FrameLayout, frame: list[Any]) -> Env:
    """Return the locals of a frame; those without a value are left out."""
    kept = frames.places[routine.name]
    stored = {
        slot: (variable.type, frame[kept[variable.name]])
        for slot, variable in routine.variables.items()
        if variable.name in kept
    }
    return {
        slot: codec.value(type, raw)
        for slot, (type, raw) in stored.items()
        if raw is not None and raw is not END
    }


def _show_secrets(game: CompiledGame, machine: Machine, S: Sequence[Any]) -> None:
    """Restore secret questions and what was frozen."""
    at, codec = game.secrets, game.codec
    if S[at.secret] is not None:
        statement = game.flow.statements[S[at.secret]]
        assert isinstance(statement, (s.Together, s.TogetherForEach))
        machine.open_secret([machine.tables.players[seat] for seat in S[at.of]], statement)
    if S[at.frozen] is not None:
        machine.snapshot = state_of(game.flow, codec, S[at.frozen]).copy()


def take_lasting(flow: Flow, codec: Codec, cells: Sequence[Any], state: State) -> None:
    """Read the active lasting effects from their cell into the state."""
    if f.LASTING not in flow.layout.families:
        return
    state.lasting = tuple(_active(flow, codec, *row) for row in cells[flow.layout[f.LASTING].base])


def _active(
    flow: Flow,
    codec: Codec,
    age: int,
    number: int,
    holder: int | None,
    card: int | None,
    run: int | None,
    fixed: tuple[Any, ...] | None,
    captured: tuple[Any, ...],
) -> ActiveLasting:
    statement = lastings(flow)[number]
    locals = locals_in(derive(flow.population.program).effects, statement)
    values = zip(statement.captures, captured, strict=True)
    return ActiveLasting(
        statement,
        locals,
        {slot: codec.value(locals[slot].type, value) for slot, value in values},
        age,
        codec.value(t.Player(), holder),
        codec.value(t.Card(), card),
        None if run is None else codec.runs.get(run if run >= 0 else -1 - run),
        None if fixed is None else _places(flow, codec, statement, locals, fixed),
    )


def _places(
    flow: Flow,
    codec: Codec,
    statement: s.Lasting,
    locals: tuple[LocalDecl, ...],
    fixed: tuple[Any, ...],
) -> tuple[Value, ...]:
    """Return the values that a pattern compares with, in the interpreter's form."""
    types = {slot: local.type for slot, local in enumerate(locals)}
    scope = Scope(world_of(flow.population.program), types)
    places: list[Value] = []
    for entry, value in zip(pattern_of(statement) or (), fixed, strict=True):
        match entry:
            case patterns.EqualEntry(value=wanted, comparing=how):
                places.append(FixedTest("is", codec.value(type_of(wanted, scope), value), how))
            case patterns.MemberEntry(set=among, comparing=how):
                places.append(FixedTest("in", codec.value(type_of(among, scope), value), how))
            case patterns.KindEntry(kind=kind, of=of):
                places.append(FixedTest("kind", kind, of))
            case _:
                places.append(ANYTHING)
    return tuple(places)


def take_rules(flow: Flow, codec: Codec, cells: list[Any], machine: Machine) -> None:
    """Read the same from cells, with the queued rules."""
    state = machine.state
    for written_rule in rules(flow):
        for carrier, member in cells[flow.layout[f.truth_family(written_rule.place)].base]:
            if _is_over(state, written_rule, carrier):
                continue
            key = _key(flow, codec, state, written_rule, carrier, member)
            rule = key.force.last, key.force.effect
            state.bits[rule] = state.bits.get(rule, frozenset()) | {key}
    if f.QUEUE in flow.layout.families:
        written = derive(flow.population.program).effects.written
        for place, carrier, member in cells[flow.layout[f.QUEUE].base]:
            if not _is_over(state, written[place], carrier):
                key = _key(flow, codec, state, written[place], carrier, member)
                machine.queue.append(QueuedRule(key))


def _key(
    flow: Flow, codec: Codec, state: State, written: WrittenEffect, carrier: int, member: Any
) -> RuleKey:
    """Return the interpreter's key of a rule."""
    assert isinstance(written.effect, s.Whenever)
    condition, card, last = written.effect.condition, None, None
    if isinstance(written.begun_by, s.Lasting):
        last = _lasting_of_age(state, carrier)
    elif written.carriers is not None:
        card = codec.value(t.Card(), carrier)
    who = None
    if isinstance(condition, e.ThereIs):
        who = codec.value(written.locals[condition.variable].type, member)
    return RuleKey(ForceKey(written.effect.id, card, last), who)


def _is_over(state: State, written: WrittenEffect, carrier: int) -> bool:
    """Return whether a rule is of a lasting effect that has ended."""
    return isinstance(written.begun_by, s.Lasting) and _lasting_of_age(state, carrier) is None


def _lasting_of_age(state: State, age: int) -> ActiveLasting | None:
    return next((last for last in state.lasting if last.age == age), None)
