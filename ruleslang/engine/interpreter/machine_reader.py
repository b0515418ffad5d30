"""Answers questions about the position of a machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

from attrs import frozen

from ruleslang.engine.interpreter.asking import Here
from ruleslang.engine.interpreter.candidates import allows, candidates, complete, keys, pool, sizes
from ruleslang.engine.interpreter.control_flow import run_of
from ruleslang.engine.interpreter.edit_position import rearranged
from ruleslang.engine.interpreter.effects_in_force import Force, applies, listed, listed_instead
from ruleslang.engine.interpreter.evaluate import all_fit, evaluate
from ruleslang.engine.interpreter.example_actions import fits, may, may_play, seem_same
from ruleslang.engine.interpreter.hashing import position_hash
from ruleslang.engine.interpreter.legality import (
    action_env,
    action_uses,
    due,
    fails,
    payable,
    play_env,
    play_uses,
)
from ruleslang.engine.interpreter.machine import BODY, OVER, Invocation, Machine
from ruleslang.engine.interpreter.modifiers import (
    ALL_STAGES,
    STAGES,
    in_force,
    plain,
    staged,
    value_of,
)
from ruleslang.engine.interpreter.state import unwatched
from ruleslang.engine.interpreter.view import PlayerSight, sees_card, view, with_eyes_of
from ruleslang.engine.match.decision import LegalMove, View
from ruleslang.engine.match.entities import Population
from ruleslang.engine.match.faults import deep_calls
from ruleslang.engine.match.inquiry import Contribution, HookInForce
from ruleslang.engine.match.naming import text_for, word_for
from ruleslang.engine.match.position import Position, Rearrangement, Run, SecretPlan
from ruleslang.engine.match.runtime_values import Card, CardDefinition, Env, Player, Value
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program.references import Moment


class MachineReader:
    """Answers from a machine; see `match.Reader` and `match.Match` for the interface."""

    machine: Machine

    @property
    def population(self) -> Population:
        return self.machine.tables

    @property
    def position(self) -> Position:
        return unwatched(self.machine.state)

    @property
    def under_way(self) -> list[Run]:
        """The runs in progress, the outermost first."""
        m = self.machine
        return [m.run_of(run) for run in m.under_way if run.is_under_way]

    @property
    def unfinished(self) -> list[Run]:
        """The runs in progress, and those of which only the hooks `after` them are left."""
        m = self.machine
        return [m.run_of(run) for run in m.under_way if run.stage != OVER]

    @property
    def ids_under_way(self) -> list[int]:
        """The numbers of the runs in progress that observers know."""
        return [run.number for run in self.machine.under_way if run.is_under_way]

    @property
    def version(self) -> object:
        state = self.machine.state
        return state.changed, state.moved

    @property
    def locals_of_effects(self) -> list[Env]:
        of_runs = {id(run.declared) for run in self.machine.under_way}
        return [
            {slot: at for slot, at in frame.env.items() if frame.locals[slot].role != "choice"}
            for frame in self.machine.frames
            if id(frame.env) not in of_runs
        ]

    @property
    def together(self) -> SecretPlan | None:
        return self.machine.together

    def evaluate(
        self, expression: e.Expr, local: Env | None = None, *, seen_by: Player | None = None
    ) -> Value:
        """Return the value of an expression; names that it binds are added to the locals."""
        m = self.machine
        env = {} if local is None else local
        if m.is_running and seen_by is None:
            return evaluate(m, expression, env)
        with self._running(), self._eyes(seen_by):
            return evaluate(m, expression, env)

    @contextmanager
    def _running(self) -> Iterator[None]:
        """Read rules in this context; nested calls belong to it."""
        m = self.machine
        if m.is_running:
            yield
            return
        m.usage.rest()
        m.is_running = True
        try:
            with deep_calls():
                yield
        finally:
            m.is_running = False

    def fits(
        self,
        pattern: patterns.Pattern,
        values: tuple[Value, ...],
        local: Env,
        *,
        seen_by: Player | None = None,
    ) -> bool:
        with self._eyes(seen_by):
            return all_fit(self.machine, pattern, values, local)

    def _eyes(self, who: Player | None) -> AbstractContextManager[None]:
        return nullcontext() if who is None else with_eyes_of(self.machine, who)

    def same(self, left: Value, right: Value) -> bool:
        return seem_same(self.machine, left, right)

    def alike(self, player: Player, left: Value, right: Value) -> bool:
        """Return whether two values are one choice for a player."""
        first, second = keys(self.machine, (left, right), player)
        return first == second

    def word_for(self, value: Value) -> str:
        """Return the stable word of a value in choices."""
        return word_for(self.situation(), value)

    def text_for(self, value: Value) -> str:
        return text_for(self.situation(), value)

    def may(self, player: Player, what: str | Value, choosing: Sequence[Value] = ()) -> bool:
        """Return whether a player may do an action, by name, or play a card or a definition."""
        if isinstance(what, str):
            return may(self.machine, player, what, choosing)
        return may_play(self.machine, player, what, choosing)

    def view(self, seat: int | None) -> View:
        return view(self.machine, seat)

    def sight(self, player: Player) -> PlayerSight:
        return PlayerSight(self.machine, player)

    def inquiry(self) -> MachineInquiry:
        return MachineInquiry(self.machine)

    def situation(self) -> Here:
        """Return the position, in which choices are named."""
        return Here(self.machine)

    def hash(self) -> str:
        """Return the hash of the position, 16 hexadecimal digits."""
        return position_hash(self.machine)

    def rearranged(
        self, change: Rearrangement, *, keeps_order: bool = False
    ) -> AbstractContextManager[None]:
        """Return the match with this change, temporarily."""
        return rearranged(self.machine, change, keeps_order=keeps_order)

    def bodies(self) -> frozenset[int]:
        """Return the numbers of the running bodies."""
        return frozenset(self.machine.bodies)


@frozen(eq=False)
class MachineInquiry:
    """Answers questions about a machine; see `match.Inquiry` for the interface."""

    m: Machine

    # ------------------------------------------------------------ actions and plays

    def moves(
        self, what: d.Action | d.Play, player: Player, card: Card | None = None
    ) -> Iterator[LegalMove]:
        if isinstance(what, d.Action):
            return action_uses(self.m, what, player)
        moves = () if card is None else play_uses(self.m, card, player)
        return (move for move in moves if move.what is what)

    def ways(
        self, what: d.Action | d.Play, player: Player, local: Env, card: Card | None = None
    ) -> Iterator[LegalMove]:
        """Yield every way to choose, regardless of clauses and costs."""
        title = None if card is None else self.m.state.title_of(card)
        for locals in complete(self.m, what.choices, dict(local), lambda *_: True, player):
            yield LegalMove(what, player, locals, card, title)

    def locals_of(self, what: d.Action | d.Play, player: Player, card: Card | None) -> Env | None:
        if isinstance(what, d.Action):
            return action_env(self.m, what, player)
        return None if card is None else play_env(self.m, what, card, player)

    def chooses(self, move: LegalMove, choosing: Sequence[Value]) -> bool:
        return fits(self.m, move, choosing)

    def cards_of(self, player: Player, wanted: Card | CardDefinition) -> list[Card]:
        if isinstance(wanted, Card):
            return [wanted]
        m, cards = self.m, self.m.tables.cards
        places = [place for place in m.tables.all_places() if place.holder is player]
        seen = [card for card in cards if sees_card(m, card, player)]
        counting = [card for card in seen if m.state.title_of(card) is wanted]
        held = [card for card in counting if m.state.where.get(card) in places]
        named = [card for card in cards if card.title is wanted]
        cards_found = held or counting or [card for card in named if card in seen]
        return named if not cards_found and m.eyes is None else cards_found

    @property
    def window(self) -> str | None:
        window = self.m.windows[-1] if self.m.windows else None
        return None if window is None else window.declaration.name

    @property
    def opened_with(self) -> tuple[Value, ...]:
        window = self.m.windows[-1] if self.m.windows else None
        return () if window is None else window.arguments

    @property
    def is_too_deep(self) -> bool:
        return self.m.plays >= self.m.tables.program.reaction_depth

    # ------------------------------------------------------------ choices and clauses

    def pool(self, choice: s.Choice, local: Env) -> tuple[Value, ...]:
        return tuple(pool(self.m, choice, dict(local)))

    def sizes(self, choice: s.Choice, number: int, local: Env) -> tuple[int, int]:
        """Return the minimal and maximal number that may be chosen of this many."""
        return sizes(self.m, choice, number, dict(local))

    def candidates(self, choice: s.Choice, player: Player, local: Env) -> Iterator[Value]:
        named = tuple((str(slot), value) for slot, value in local.items())
        return candidates(self.m, choice, dict(local), player, named)

    def allows(self, choice: s.Choice, chosen: tuple[Value, ...], local: Env) -> bool:
        return allows(self.m, choice, chosen, dict(local))

    def failing(self, move: LegalMove) -> Iterator[s.Clause]:
        local, clauses = move.locals, move.what.body.clauses
        for clause in clauses:
            if fails(self.m, clause, move.player, move.title, local):
                yield clause
        pays = [clause for clause in clauses if isinstance(clause, s.Pays)]
        if not self.can_pay(pays, local):
            yield from [pay for pay in pays if not self.can_pay([pay], local)] or pays

    def can_pay(self, clauses: Sequence[s.Pays], local: Env) -> bool:
        return payable(self.m, due(self.m, tuple(clauses), local))

    # ------------------------------------------------------------ values

    def value_of(self, name: str, arguments: tuple[Value, ...]) -> Value:
        return value_of(self.m, name, arguments)

    def unmodified(self, name: str, arguments: tuple[Value, ...]) -> Value:
        return plain(self.m, self.m.tables.values[name], arguments)

    def contributions(self, name: str, arguments: tuple[Value, ...]) -> tuple[Contribution, ...]:
        contributions = [
            self._contribution(force, change, env)
            for force, env in in_force(self.m, name, arguments)
            for change in force.effect.changes
        ]
        return tuple(
            sorted(contributions, key=lambda contribution: ALL_STAGES.index(contribution.stage))
        )

    def _contribution(self, force: Force, change: s.Change, env: Env) -> Contribution:
        carrier = force.card if force.last is None else force.last.card
        card = carrier if isinstance(carrier, Card) else None
        amount, is_lasting = evaluate(self.m, change.amount, env), force.last is not None
        return Contribution(change.stage, amount, card, is_lasting, force.effect.origin)

    def modified(self, value: Value, stage: str, amount: Value) -> Value:
        if stage in ("starts from", "becomes"):
            return amount
        amounts: dict[str, list[Value]] = {name: [] for name in STAGES}
        amounts[stage].append(amount)
        return staged(value, amounts)

    # ------------------------------------------------------------ procedures

    def hooks(self, moment: Moment, procedure: str) -> Sequence[Force]:
        """Return the hooks on a procedure at a moment; replacing ones end with the outermost."""
        if moment == "instead of":
            return listed_instead(self.m, procedure)
        return listed(self.m, moment, procedure)

    def seen_by(self, player: Player) -> AbstractContextManager[None]:
        return with_eyes_of(self.m, player)

    @contextmanager
    def suppose(self, procedure: str, arguments: Sequence[Value]) -> Iterator[SupposedRun]:
        """Read the match as if a procedure were in progress."""
        m = self.m
        run = run_of(m.tables.procedures[procedure], tuple(arguments))
        m.reached(run.declaration)
        run.env, run.stage = dict(run.declared), BODY
        m.under_way.append(run)
        try:
            yield SupposedRun(m, run)
        finally:
            m.under_way.pop()
            run.stage = OVER


@frozen(eq=False)
class SupposedRun:
    """A procedure that is read as if it were in progress: `match.Supposed`."""

    m: Machine
    run: Invocation

    def with_locals(self, local: Env) -> None:
        self.run.env = dict(local)

    def applies(self, hook: HookInForce, answer: Value = None) -> Env | None:
        """Return the locals with which a hook on it runs, if it applies now."""
        assert isinstance(hook, Force)
        return applies(self.m, hook, self.run, answer)
