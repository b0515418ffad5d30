"""Lowers actions and plays of cards, to a routine for each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Literal, TypeAlias

from attrs import frozen

from ruleslang.engine.flow.build_exprs import apply, both, either, pieced_together, when
from ruleslang.engine.flow.cards import specimen, title_of
from ruleslang.engine.flow.context import Body, Lowering, body_of, lowers_expression
from ruleslang.engine.flow.costs import pay
from ruleslang.engine.flow.ir_exprs import NO, YES, Bind, Cell, Constant, Expr, Invoke, Variable
from ruleslang.engine.flow.ir_stmts import Return, Set, Stmt, binds
from ruleslang.engine.flow.legal_moves import (
    NO_WAY,
    WAYS,
    accepted,
    are_too_many,
    as_offered,
    choice_statuses,
    completes,
    count_uses,
    fits_action,
    notes_of,
    tests_first,
    ways,
)
from ruleslang.engine.flow.procedure_runs import Run, may_fizzle, run_routines
from ruleslang.engine.flow.reaction_windows import COUNT, fits_window, none_is_open
from ruleslang.engine.flow.state_layout import PLAYERS, PLAYS
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.events import ActionRun, CardPlay


def action_routine(lowering: Lowering, declared: d.Action) -> str:
    """Return the routine of an action; its parameters are the player and the choices."""
    return lowering.run(f"action {declared.name}", lambda: _make_action(lowering, declared))


def _make_action(lowering: Lowering, declared: d.Action) -> None:
    name = f"action {declared.name}"
    b = body_of(lowering, name, declared.locals, declared.origin)
    who = b.variable(declared.you)
    chosen = tuple(b.variable(choice.slot) for choice in declared.choices)
    conditions = both(fits_action(b, declared), accepted(b, declared, who))
    offered = as_offered(b, declared.choices)
    start: list[Stmt] = []
    if binds(conditions) and conditions != YES:
        start = offered.within(Set(b.fresh("is_legal", t.Truth()), conditions))
    event = ActionRun(declared.name)
    start += [*count_uses(b, declared, who), *pay(b, declared.body.clauses, who)]
    still_valid = choice_statuses(b, declared.choices) if may_fizzle(lowering, event) else ()
    start += notes_of(still_valid)
    parameters = (who, *chosen, *offered.unordered)
    run = Run(event, declared, b, parameters, chosen, who, tuple(start), still_valid)
    run_routines(lowering, name, run)


def ways_to_play(lowering: Lowering) -> str:
    """Return the routine that returns a player's legal ways to play a card, with play numbers."""
    return _of_a_card(lowering, "ways to play", has_eyes=False)


def may_play(lowering: Lowering, card: Expr, who: Expr, *, has_eyes: bool = False) -> Expr:
    """Return whether a player has a legal way to play a card."""
    return Invoke(_of_a_card(lowering, "may play", has_eyes), (card, who), t.Truth())


def _of_a_card(lowering: Lowering, asked: _Asked, has_eyes: bool) -> str:
    name = f"{'seen ' if has_eyes else ''}{asked}"
    if name not in lowering.routines:
        lowering.routines[name] = None
        b = body_of(lowering, name, ())
        b.has_eyes = has_eyes
        card, who = Variable("card_", t.Card()), Variable("who_", t.Player())
        title = b.fresh("title", t.Title())
        by_title = _ByTitle(b, _places(lowering), title, card, who, asked)
        found = by_title.found(0, len(lowering.population.titles))
        together = b.bound(title, title_of(b, card), found)
        depth = Constant(lowering.population.program.reaction_depth, COUNT)
        may = both(
            apply("<", Cell(PLAYS, (), COUNT), depth),
            apply("is in", who, Cell(PLAYERS, (), t.SetOf(t.Player()))),
        )
        stmts = (Return(by_title.provided(may, together)),)
        lowering.routines[name] = Routine(name, (card, who), stmts, is_pure=True)
    return name


def _places(lowering: Lowering) -> dict[str, int]:
    return {play.name: place for place, play in enumerate(lowering.population.program.plays)}


_Asked: TypeAlias = Literal["ways to play", "may play"]


@frozen(eq=False)
class _ByTitle:
    """The ways to play a card, or whether any exist, by its definition; `places`: of plays."""

    b: Body
    places: Mapping[str, int]
    title: Variable
    card: Variable
    who: Variable
    asked: _Asked

    def found(self, low: int, high: int) -> Expr:
        """Return the answer for definitions `low` to `high`, by binary search on the title."""
        titles = list(self.b.lowering.population.titles.values())[low:high]
        printed = [title.definition.plays for title in titles]
        if all(names == printed[0] for names in printed):
            several = [self._numbered(name) for name in printed[0]] if printed else []
            if self.asked == "may play":
                some: Expr = NO
                return reduce(either, several, some)
            return pieced_together(several, WAYS) if several else NO_WAY
        middle = (low + high) // 2
        first, second = self.found(low, middle), self.found(middle, high)
        is_first = apply("<", self.title, Constant(middle, t.Title()))
        return when(is_first, first, second, first.type)

    def provided(self, condition: Expr, found: Expr) -> Expr:
        """Return the answer if a condition holds; otherwise no way."""
        if self.asked == "may play":
            return both(condition, found)
        return when(condition, found, NO_WAY, WAYS)

    def _numbered(self, name: str) -> Expr:
        b, place = self.b, self.places[name]
        play = b.lowering.population.program.plays[place]
        routine = f"{'seen ' if b.has_eyes else ''}{self.asked} {play.name}"
        if routine not in b.lowering.routines:
            b.lowering.routines[routine] = None
            self._add(routine, play, place)
        type: t.Type = t.Truth() if self.asked == "may play" else WAYS
        return Invoke(routine, (self.card, self.who), type)

    def _add(self, name: str, play: d.Play, place: int) -> None:
        """Add the routine of one play."""
        lowering = self.b.lowering
        b = body_of(lowering, name, play.locals, play.origin)
        b.has_eyes = self.b.has_eyes
        this, who = b.variable(play.this), b.variable(play.you)
        cards = apply("tuple", this, type=t.ListOf(t.Card(), 16))
        fits = both(fits_play(b, play), tests_first(b, play, who))
        if self.asked == "may play":
            legal = completes(b, play, who, play.choices, cards)
        else:
            number, few = Constant(place, COUNT), are_too_many(b, play)
            legal = ways(b, play, who, play.choices, (number,), cards, few=few)
        stmts = (Return(self.provided(fits, legal)),)
        lowering.routines[name] = Routine(
            name, (this, who), stmts, is_pure=True, origin=play.origin
        )


def fits_play(b: Body, play: d.Play) -> Expr:
    """Return whether a play matches the open windows; binds the variables of its pattern."""
    if not play.windows:
        return none_is_open()
    condition = None if play.window_condition is None else b.expr(play.window_condition)
    return fits_window(b, play.windows, condition)


def play_routine(lowering: Lowering, play: d.Play) -> str:
    """Return the routine of a play; its parameters are the card, the player and the choices."""
    return lowering.run(f"play {play.name}", lambda: _make_play(lowering, play))


def _make_play(lowering: Lowering, play: d.Play) -> None:
    name = f"play {play.name}"
    b = body_of(lowering, name, play.locals, play.origin)
    this, who = b.variable(play.this), b.variable(play.you)
    chosen = tuple(b.variable(choice.slot) for choice in play.choices)
    legal = both(fits_play(b, play), accepted(b, play, who))
    offered = as_offered(b, play.choices)
    start: tuple[Stmt, ...] = (
        *offered.within(Set(b.fresh("is_legal", t.Truth()), legal)),
        *count_uses(b, play, who),
        *pay(b, play.body.clauses, who),
    )
    still_valid = choice_statuses(b, play.choices) if may_fizzle(lowering, CardPlay()) else ()
    start = (*start, *notes_of(still_valid))
    parameters = (this, who, *chosen, *offered.unordered)
    run = Run(CardPlay(), play, b, parameters, (this,), who, start, still_valid)
    run_routines(lowering, name, run)


@lowers_expression(e.Playable)
def playable(x: e.Playable, b: Body) -> Expr:
    """Return whether a player may play a card, or a definition, now."""
    card, who = b.expr(x.card), b.expr(x.player)  # evaluated without any play, too
    card_variable = card if isinstance(card, Variable) else b.fresh("card", card.type)
    player_variable = who if isinstance(who, Variable) else b.fresh("player", who.type)
    played: Expr = _plain(card_variable, t.Card())
    if x.of == "title":
        played = specimen(b, _plain(card_variable, t.Title()))
    is_playable: Expr = NO
    reader = _plain(player_variable, t.Player())
    if b.lowering.population.program.plays:
        is_playable = b.read(may_play(b.lowering, played, reader, has_eyes=b.has_eyes))
    for variable in (card_variable, player_variable):
        if isinstance(variable.type, t.Optional):
            is_playable = both(apply("not", apply("is none", variable)), is_playable)
    for variable, expr in ((player_variable, who), (card_variable, card)):
        is_playable = is_playable if variable is expr else both(Bind(variable, expr), is_playable)
    return is_playable


def _plain(variable: Variable, type: t.Type) -> Variable:
    return Variable(variable.name, type)
