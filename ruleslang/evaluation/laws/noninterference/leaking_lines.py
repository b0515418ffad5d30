"""Finds where rules read what is hidden from a player, and which line leaks it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, TypeAlias

from attrs import define, field

from ruleslang.engine.match.chance import Stream
from ruleslang.engine.match.entities import Population
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Chosen, Match, Reader
from ruleslang.engine.match.position import Rearrangement, Run
from ruleslang.engine.match.runtime_values import Card, Env, Player, Value, members, sort_key
from ruleslang.evaluation.laws.noninterference.perturb import cards_in, leaves_true, one_change
from ruleslang.players.secrecy.rearrange_hidden import Hidden, hidden
from ruleslang.players.secrecy.secret_bodies import secret_names
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.passes.followed_reads import ReadTable
from ruleslang.program.passes.parts import NOWHERE, Part, parts_of
from ruleslang.program.program import Compiled, origin_of
from ruleslang.program.traits.reads import is_expression
from ruleslang.program.traits.statements import clause_traits, traits
from ruleslang.program.traits.trait_classes import Ranking
from ruleslang.program.walk import children, find
from ruleslang.source.walk import asked_with

MOST_LETTERS = 80  # letters of an excerpt


def blamed(
    compiled: Compiled, mine: Sequence[int], theirs: Sequence[int], written: Collection[str]
) -> str:
    """
    Return the line where the two runs diverged, else the last line that wrote one of these states
    or zones; empty when unknown.

    The runs are the numbers of the statements, hooks and rules that ran.
    """
    parts = parts_of(compiled.program).all
    return line_of(compiled, _guilty(parts, mine, theirs, written))


def line_of(compiled: Compiled, part: int) -> str:
    """Return the line of a part in words, with its place; empty when unknown."""
    if part == NOWHERE:
        return ""
    origin = origin_of(compiled.program, parts_of(compiled.program).all[part].origin)
    if origin is None:
        return ""
    excerpt = origin.excerpt
    if len(excerpt) > MOST_LETTERS:
        excerpt = f"{excerpt[: MOST_LETTERS - 2]} …"
    return f"`{excerpt}` ({origin.file}:{origin.line})"


def _guilty(
    parts: Sequence[Part], mine: Sequence[int], theirs: Sequence[int], written: Collection[str]
) -> int:
    together = list(zip(mine, theirs, strict=False))
    parted = next((i for i, (ours, copied) in enumerate(together) if ours != copied), len(together))
    if parted < max(len(mine), len(theirs)):
        for run in (mine, theirs):
            if parted < len(run) and isinstance(parts[run[parted]], s.Whenever | s.Hook):
                return run[parted]
        return mine[parted - 1] if parted else NOWHERE
    return next((part for part in reversed(mine) if _writes(parts[part], written)), NOWHERE)


def _writes(part: Part, written: Collection[str]) -> bool:
    if not isinstance(part, s.Statement):
        return False
    names = {cell.name or cell.kind for cell in traits(part).writes}
    return not names.isdisjoint(written)


MOST = 20


def exchanges_of_named_cards(
    match: Reader, unseen: Hidden, parts: Sequence[Any], stream: Stream
) -> list[Rearrangement]:
    """Return swaps of a hidden card of a named definition with one in a zone that is read."""
    population = match.population
    titles = definitions_named(population, parts)
    if not titles:
        return []
    cells = derive(population.program).reads.cells(parts)
    zones = frozenset(cell.name for cell in cells if cell.kind == "zone")
    if "" in zones:
        zones = frozenset(population.zones)
    pairs = [pair for pool in unseen.pools for pair in _pairs(match, pool, titles, zones)]
    order = stream.permutation(len(pairs))[:MOST]
    return [Rearrangement(pairs=(pairs[place],)) for place in order]


def _pairs(
    match: Reader, pool: tuple[Card, ...], titles: frozenset[str], zones: frozenset[str]
) -> Iterator[tuple[Card, Card]]:
    where = match.position.where
    inside = [card for card in pool if where[card].zone.name in zones]
    for inner in inside:
        for other in pool:
            apart = where[inner] is not where[other]
            if apart and (inner.title.definition.name in titles) != (
                other.title.definition.name in titles
            ):
                yield inner, other


def definitions_named(population: Population, parts: Sequence[Any]) -> frozenset[str]:
    """Return the definitions that expressions name, directly or by the values they ask for."""
    names: set[str] = set()
    seen: set[str] = set()
    waiting = list(parts)
    while waiting:
        part = waiting.pop()
        names.update(title.name for title in find(part, e.TitleValue))
        for call in find(part, e.CallValue):
            if call.name not in seen:
                seen.add(call.name)
                waiting.append(population.values[call.name])
    return frozenset(names)


AT_ONCE = 30  # changes that are tried when a statement comes
IN_ALL = 90  # tries of one statement for one player
SUCCESSES = 6
IN_VAIN = 40  # tries of one statement that changed nothing

BodyPart: TypeAlias = "e.Expr | Ranking"
Target: TypeAlias = "s.Statement | s.Clause"


@define(eq=False)
class Targets:
    """
    How often each statement was probed, by its number and the seat from which something is hidden;
    and how often that succeeded or had no effect.
    """

    tries: dict[tuple[int, int], int] = field(factory=dict)
    successes: dict[int, int] = field(factory=dict)
    in_vain: dict[int, int] = field(factory=dict)

    def change_read_by(
        self, match: Match, statement: Target, local: Env, who: Player, stream: Stream
    ) -> Rearrangement | None:
        """Return a change of what is hidden from a player that alters what the statement reads."""
        program = match.population.program
        number = parts_of(program).number(statement)
        parts = _secret_parts(secret_names(program), derive(program).reads)(statement)
        if match.together is not None or not parts or self.successes.get(number, 0) >= SUCCESSES:
            return None
        tried = self.tries.get((number, who.order), 0)
        if tried >= IN_ALL:
            return None
        self.tries[number, who.order] = tried + AT_ONCE
        held = cards_in(local) if isinstance(statement, s.Clause) else ()
        change = _change_of(match, parts, local, who, frozenset(held), stream)
        if change is not None:
            self.successes[number] = self.successes.get(number, 0) + 1
            self.tries[number, who.order] = tried
        return change

    def changed_nothing(self, number: int) -> None:
        """Note that a probe at a statement had no effect: the statement may be probed again."""
        self.in_vain[number] = self.in_vain.get(number, 0) + 1
        if self.in_vain[number] <= IN_VAIN and self.successes.get(number, 0):
            self.successes[number] -= 1


def _change_of(
    match: Match,
    parts: Sequence[BodyPart],
    local: Env,
    who: Player,
    held: frozenset[Card],
    stream: Stream,
) -> Rearrangement | None:
    """Return a change of what is hidden from a player, but not of `held`, that alters the parts."""
    unseen = hidden(match, who)
    if unseen.is_empty:
        return None
    before = _values(match, parts, local)
    named = exchanges_of_named_cards(match, unseen, parts, stream)
    for attempt in range(AT_ONCE):
        change = named[attempt] if attempt < len(named) else one_change(match, unseen, stream)
        if not held.isdisjoint(card for pair in change.pairs for card in pair):
            continue
        with match.rearranged(change, keeps_order=True):
            after = _values(match, parts, local)
        is_read = None not in (before, after) and before != after
        if is_read and leaves_true(match, change):
            return change
    return None


@asked_with
def _secret_parts(
    statement: Target, secret: frozenset[str], reads: ReadTable
) -> tuple[BodyPart, ...]:
    """
    Return the expressions of a statement that read something hidden: those of a pick by the rules,
    and the amounts paid from counters.
    """
    return tuple(
        part
        for part in read_by(statement)
        if reads.reads_one_of([part], secret) or reads.reads_what_cards_are([part])
    )


def read_by(statement: Target) -> Iterator[BodyPart]:
    """Yield the expressions that a statement or a clause reads itself; of a ranking, it."""
    if isinstance(statement, s.Clause):
        yield from clause_traits(statement).paid_from_counters
        return
    ranking = traits(statement).ranks
    if ranking is not None:
        yield ranking
    else:
        yield from (child for child in children(statement) if is_expression(child))


def costs_of(run: Run | Chosen) -> Iterator[tuple[s.Clause, Env]]:
    """Yield the clauses with costs of an action or play that begins, with its locals."""
    if isinstance(run, Run):
        for clause in run.body.clauses:
            if clause_traits(clause).costs:
                yield clause, run.locals


def _values(match: Reader, parts: Sequence[BodyPart], local: Env) -> list[Any] | None:
    """Return the values of expressions; None when they cannot be computed."""
    try:
        return [_value(match, part, dict(local)) for part in parts]
    except (Fault, KeyError):
        return None


def _value(match: Reader, part: BodyPart, local: Env) -> Any:
    """Return the value of an expression; for a ranking, the groups of its members by key."""
    if not isinstance(part, Ranking):
        return match.evaluate(part, local)
    pool = members(match.evaluate(part.source, local))
    where, candidate = part.where, part.candidate
    if where is not None and candidate is not None:
        pool = tuple(value for value in pool if match.evaluate(where, {**local, candidate: value}))
    return _groups(match, pool, part.member, part.keys, local)


def _groups(
    match: Reader, pool: Sequence[Value], member: Slot, keys: tuple[e.Key, ...], local: Env
) -> list[frozenset[Value]]:
    """Return members grouped by equal keys, in the order of the keys."""
    groups: dict[tuple[Any, ...], list[Value]] = {}
    for value in pool:
        groups.setdefault(_rating(match, keys, {**local, member: value}), []).append(value)
    rated = sorted(groups)
    return [frozenset(groups[rating]) for rating in rated]


def _rating(match: Reader, keys: tuple[e.Key, ...], local: Env) -> tuple[Any, ...]:
    """Return each key's rank: the lowest first unless the highest is wanted; none comes last."""
    ratings: list[Any] = []
    for key in keys:
        value = match.evaluate(key.value, local)
        numbers = () if value is None else members(sort_key(value))
        sign = -1 if key.word == "highest" else 1
        ratings.append((value is None, tuple(sign * number for number in numbers)))
    return tuple(ratings)
