"""
Reports `never-happens`: conditions that can never hold, and the code that depends on them.

Unreachable rows and branches, `only if` that contradicts `where` or `pays`, cards that can never be
played. The analysis is sound but not complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set

from attrs import define, evolve, field

from ruleslang.evaluation.consistency.facts import EVERYTHING, Bound, Moment, beginning, rules_of
from ruleslang.evaluation.consistency.facts_at_each_place import Dead, Sort, Walk
from ruleslang.evaluation.consistency.solver_terms import Term, at_most, equal, number, solve
from ruleslang.evaluation.consistency.translate import Translation
from ruleslang.language.checks.queries.call_graph import Node, graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program.effect_order import WrittenEffect, written_effects
from ruleslang.program.locals import Slot
from ruleslang.program.passes.parts import parts_of
from ruleslang.program.program import Program
from ruleslang.program.traits.effects import effect_traits
from ruleslang.source.diagnostic import Diagnostic, Label, Severity, warning


def never_happens(subject: Subject, dead: Dead) -> Diagnostic:
    """Report what can never happen, because of facts on other lines, or of the cards."""
    message = _MESSAGES[dead.sort].format(dead.name)
    fields = sorted(dead.fields or ())
    shown = "; ".join(filter(None, (_printed(subject.program, name) for name in fields)))
    found = warning("never-happens", subject.span(dead.origin), message, help=shown or None)
    lines = (line for line in dead.because if line != dead.origin)
    return evolve(
        found,
        labels=tuple(Label(subject.span(line), "this holds there") for line in lines),
        severity=Severity.WARNING if dead.fields is None else Severity.ERROR,
    )


def is_same_fault(doubt: Diagnostic, never: Iterable[Diagnostic]) -> bool:
    """Return whether a doubt is in the lines of what can never happen, and says so as well."""
    lines = (span for one in never for span in (one.span, *(label.span for label in one.labels)))
    here = doubt.span  # maybe from an earlier load
    return doubt.slug in ("never-used", "constant-comparison") and any(
        line.source.name == here.source.name and line.start <= here.start and here.end <= line.end
        for line in lines
    )


def _printed(program: Program, name: str) -> str:
    """Return a field's values on the cards; empty if that takes more than a few words."""
    cards: dict[e.Expr, list[str]] = {}
    for card in program.definitions:
        for printed in card.fields:
            if printed.name == name and not printed.index:
                cards.setdefault(printed.value, []).append(card.name)
    numbers = sorted(v.value for v in cards if isinstance(v, e.Literal) and type(v.value) is int)
    if len(numbers) > MOST_TITLES:
        return f"`{name}` is from {numbers[0]} to {numbers[-1]} on the cards"
    lists = {words.name: words.words for words in program.words}
    words = [lists[v.list][v.place] for v in cards if isinstance(v, e.WordValue)]
    if numbers or 0 < len(words) <= MOST_TITLES:
        return f"`{name}` is {' or '.join(map(str, numbers or words))} on the cards"
    titles = cards.get(e.Literal(True), [])
    some = ", ".join(f"`{title}`" for title in titles[:MOST_TITLES])
    more = f" and {len(titles) - MOST_TITLES} more" if len(titles) > MOST_TITLES else ""
    return f"`{name}` is true of {some}{more}" if titles else ""


MOST_TITLES = 4  # titles of cards that have a field

_MESSAGES: dict[Sort, str] = {
    "branch": "this condition never holds here, so the lines below it never run",
    "otherwise": "`else` is never reached here: the condition above it always holds",
    "case": "this case is never reached",
    "row": "this case of `{}` is never reached",
    "when": "a `when` of this line never holds where it is asked",
    "where": "a `where` of this line never holds for any member of its set",
    "answer": "`{}` is never yes: this condition never holds",
    "option of a menu": "`{}` is never offered",
    "offer": "`{}` is offered only where it can never be done",
    "action": "`{}` can never be done: its conditions exclude each other",
    "play": "`{}` can never be played: its conditions exclude each other",
    "card": "`{}` can never be played: its play needs something impossible",
    "price": "`{}` can never be paid for while each option has its default answer",
    "window": "nobody is ever asked in `{}`: the set of players that it asks is always empty",
    "effect": "this never acts: its condition never holds",
}


def check(subject: Subject, reached: Set[int] = frozenset()) -> Iterator[Diagnostic]:
    """Report all dead code, in the order of the text, but for what examples or games `reached`."""
    happened = set(_happened(subject.program, reached))
    found = [
        never_happens(subject, dead)
        for dead in dead_code(subject)
        if dead.fields is not None or dead.sort in UNSEEN or dead.origin not in happened
    ]
    yield from sorted(found, key=lambda one: (one.span.source.name, one.span.start))


UNSEEN: tuple[Sort, ...] = ("otherwise", "when", "where", "answer", "card", "price", "window")


def _happened(program: Program, reached: Set[int]) -> Iterator[int]:
    """Yield the origins of branches, rows, actions, plays and effects that were taken."""
    all_parts = parts_of(program)
    for place, part in enumerate(all_parts.all):
        if isinstance(part, s.If):
            taken = bool(part.then) and all_parts.number(part.then[0]) in reached
        else:
            taken = place in reached
        if taken:
            yield part.origin


def dead_code(subject: Subject, *, in_play: bool = True) -> tuple[Dead, ...]:
    """
    Return all dead code of a program, in the order of its declarations.

    With `in_play`, states hold only what some statement writes to them; without, anything that
    their types allow, as in a position that an example gives.
    """
    rules = rules_of(subject, in_play=in_play)
    walk, offers = Walk(rules), OfferWalk(rules, called=called_once(subject) if in_play else {})
    walk_through(walk, subject)
    walk_through(offers, subject)
    reported = {dead.origin for dead in walk.unreachable}
    never_legal = (dead for dead in offers.never_legal(subject) if dead.origin not in reported)
    unreachable = [*walk.unreachable, *never_legal]
    lines = {dead.origin for dead in unreachable if dead.sort != "where"}
    unreachable = [dead for dead in unreachable if dead.sort != "where" or dead.origin not in lines]
    return tuple({(dead.sort, dead.origin, dead.name): dead for dead in unreachable}.values())


def walk_through(walk: Walk, subject: Subject) -> None:
    """Walk through all bodies of a program, in the order of its declarations."""
    program = subject.program
    for value in program.values:
        _value(walk, value)
    for procedure in program.procedures:
        if procedure.name not in walk.called:
            _body(walk, procedure.body, _beginning(walk, procedure, procedure.name))
    for window in program.windows:
        _window(walk, window)
    for action in program.actions:
        _offered(walk, action, "action", _asked(walk, action))
    _plays(walk)
    for written in written_effects(program):
        _effect(walk, written)


def _beginning(walk: Walk, declaration: object, name: str) -> Moment:
    """Return the moment at the start of a body, with the facts that every match satisfies then."""
    moment = beginning(walk.rules, declaration, name)
    facts: list[Term] = []
    for test in walk.rules.program.begins_only_if:
        term, known = walk.translated(moment, test.condition)
        facts += [term, *known]
    return moment.knowing(*facts)


def _body(walk: Walk, body: s.Body, moment: Moment) -> None:
    walk.block(body.statements, moment)
    if body.in_any_case is not None:
        knows_nothing = evolve(moment, facts=(), locals={}, versions={EVERYTHING: 10**6})
        walk.block(body.in_any_case, knows_nothing)


def _window(walk: Walk, window: d.Window) -> None:
    """Report a window that never has a player to ask."""
    translation = Translation(_beginning(walk, window, f"window {window.name}"))
    asked = translation.count(window.asks)
    if not walk.possible(translation.moment, *translation.known, at_most(number(1), asked)):
        walk.dead("window", window.origin, window.name)


def _asked(walk: Walk, action: d.Action) -> Moment:
    """Return the moment of an action's offer; a window for a single player fixes the actor."""
    moment = _beginning(walk, action, action.name)
    windows = {declared.name: declared for declared in walk.rules.program.windows}
    use = action.windows[0] if len(action.windows) == 1 else None
    window = None if use is None else windows.get(use.window)
    if use is None or window is None or not isinstance(window.asks, e.MakeSet):
        return moment
    if len(window.asks.items) != 1 or any(parameter.changeable for parameter in window.parameters):
        return moment
    opened = _beginning(walk, window, f"window {window.name}")
    for place, entry in enumerate(use.pattern or ()):
        if isinstance(entry, patterns.BindEntry):
            key = ("local", opened.body, place)
            opened = opened.binding(place, Bound(key, None))
            moment = moment.binding(entry.slot, Bound(key, None))
    translation = Translation(opened)
    (player,) = window.asks.items
    return moment.binding(action.you, Bound(translation.key(player), translation.term(player)))


def _offered(
    walk: Walk, move: d.Action | d.Play, sort: Sort, moment: Moment, name: str = ""
) -> bool:
    """Return whether an action or play can be offered; if so, walk through it."""
    here = begun(walk, move, move.body.clauses, moment)
    if here is None:
        walk.dead(sort, move.origin, name or move.name)
        return False
    _body(walk, move.body, here)
    return True


def _plays(walk: Walk) -> None:
    """Walk through all plays; report those that are dead, and the cards of which all plays are."""
    program, by_card = walk.rules.program, dict[str, list[Dead]]()
    reported: set[str] = set()
    for play in program.plays:
        carriers = [card for card in program.definitions if play.name in card.plays]
        dead = [*_dead_for(walk, play, carriers)]
        for cause in dead:
            by_card.setdefault(cause.name, []).append(cause)
        if carriers and [cause.sort for cause in dead].count("card") == len(carriers):
            reported.add(play.name)
            walk.dead("play", play.origin, f'play "{play.text.text}"' if play.text else play.name)
        else:
            _offered(walk, play, "play", _beginning(walk, play, play.name))
    for card in program.definitions:
        causes = by_card.get(card.name, [])
        if causes and len(causes) == len(card.plays) and not reported.issuperset(card.plays):
            price = next((cause for cause in causes if cause.sort == "price"), causes[-1])
            walk.unreachable.append(price)


def _dead_for(walk: Walk, play: d.Play, carriers: Sequence[d.Definition]) -> Iterator[Dead]:
    """Yield the cards that can never be played in this way."""
    before = walk.unreachable
    for card in carriers if walk.rules.fixed_titles else []:
        walk.unreachable = []
        printed = {each.name: each.value for each in card.fields if not each.index}
        start = _beginning(walk, play, play.name)
        holding = evolve(start, printed=printed, this=play.this)
        if not _is_tried(walk, play, holding) or not _offered(walk, play, "play", holding):
            cause = walk.unreachable[-1]
            yield evolve(cause, sort="card", origin=card.origin, name=card.name)
        elif _is_too_expensive(walk, play, holding):
            yield Dead("price", card.origin, card.name, walk.reasons)
    walk.unreachable = before


def _is_tried(walk: Walk, play: d.Play, moment: Moment) -> bool:
    """Return whether a play may be legal while its card is where cards are played from."""
    zone, origin = walk.rules.played_from
    if not zone:
        return True
    translation = Translation(moment)
    there = translation.count(e.ReadZone(zone, (e.Local(play.you),)))
    placed = moment.knowing(*translation.known).knowing(at_most(number(1), there), origin=origin)
    if begun(walk, play, play.body.clauses, placed) is None:
        walk.dead("play", play.origin, play.name)
        return False
    return True


def _is_too_expensive(walk: Walk, play: d.Play, moment: Moment) -> bool:
    """Return whether a play's price alone is out of reach, with the default answers to options."""
    clauses = play.body.clauses
    free = tuple(clause for clause in clauses if not isinstance(clause, s.Pays))
    if not walk.rules.program.options or len(free) == len(clauses):
        return False
    translation = Translation(moment)
    defaults = [
        equal(translation.term(e.ReadOption(option.name)), number(option.default))
        for option in walk.rules.program.options
    ]
    answered = moment.knowing(*translation.known, *defaults)
    return (
        begun(walk, play, free, answered) is not None
        and begun(walk, play, clauses, answered) is None
    )


def _effect(walk: Walk, written: WrittenEffect) -> None:
    """Walk through an effect whose condition can hold."""
    effect = written.effect
    moment: Moment | None = _beginning(walk, written, f"effect {effect.id}")
    begun_by = written.begun_by
    if isinstance(begun_by, d.Standing) and begun_by.condition is not None and moment is not None:
        moment = walk.entered(moment, begun_by.condition)
    condition = effect_traits(effect).condition
    if moment is not None and condition is not None:
        moment = walk.entered(moment, condition)
    if moment is None:
        walk.dead("effect", effect.origin)
    elif not isinstance(effect, s.Modifier):
        walk.block(effect.block, moment)


def _value(walk: Walk, value: d.Value) -> None:
    """Report each case of a value that cannot hold where the previous cases fail."""
    moment: Moment | None = _beginning(walk, value, f"value {value.name}")
    for let in value.lets:
        if moment is not None:
            moment = walk.named(let.slot, let.value, moment)
    for case in value.cases:
        if moment is None:
            if case.condition is not None:  # a last row must be written
                walk.dead("row", _origin(case, value), value.name)
            continue
        inside: Moment | None = moment
        if case.condition is not None:
            inside = walk.entered(moment, case.condition)
            if inside is None:
                walk.dead("row", _origin(case, value), value.name)
                continue
            moment = walk.entered(moment, case.condition, False, _origin(case, value))
        if inside is not None:
            walk.chains((case.value,), inside, _origin(case, value))
            if isinstance(case.value, e.And) and walk.entered(inside, case.value) is None:
                walk.dead("answer", _origin(case, value), value.name)


def _origin(case: d.ValueCase, value: d.Value) -> int:
    """Return the origin of a case, or of its value if the case has none."""
    return case.origin if case.origin >= 0 else value.origin


# ---------------------------------------------------------------- what is offered


FIRST = ("hook before", "hook instead of")


@define
class OfferWalk(Walk):
    """
    A walk that tries each action where it is offered, with the facts that hold there.

    `legal` are the actions that may be legal at some offer, `barred` those that are not at one,
    with the reasons.
    """

    legal: set[str] = field(factory=set)
    barred: dict[str, tuple[int, ...]] = field(factory=dict)

    def statement(self, node: s.Statement, moment: Moment) -> Moment | None:
        if isinstance(node, s.Offer):
            for name in node.actions:
                self._offered(node, self.rules.world.known.actions[name], moment)
        elif isinstance(node, s.Call) and node.procedure in self.called:
            procedure = self.called[node.procedure]
            inside = _inside(moment, procedure, procedure.name, dict(enumerate(node.arguments)))
            self.block(procedure.body.statements, inside)
        return Walk.statement(self, node, moment)

    def _offered(self, node: s.Offer, action: d.Action, moment: Moment) -> None:
        """Try an action at an offer."""
        inside = _inside(moment, action, action.name, {action.you: node.player})
        if begun(self, action, action.body.clauses, inside) is not None:
            self.legal.add(action.name)
        else:
            self.barred.setdefault(action.name, (node.origin, *self.reasons))

    def never_legal(self, subject: Subject) -> Iterator[Dead]:
        """Yield the actions that are legal at none of their offers, and are in no window."""
        in_windows = {name for window in subject.program.windows for name in window.offers}
        for action in subject.program.actions:
            if action.name in self.barred and action.name not in self.legal | in_windows:
                yield Dead("offer", action.origin, action.name, self.barred[action.name])


def called_once(subject: Subject) -> dict[str, d.Procedure]:
    """Return the procedures that a single call runs, and before which no hook runs."""
    table = graph(subject)
    return {
        procedure.name: procedure
        for procedure in subject.program.procedures
        if (node := Node("procedure", procedure.name)) != table.start
        and [edge.way for _, edge in table.callers[node]] == ["call"]
        and not any(edge.way in FIRST for edge in table.edges[node])
    }


def _inside(
    moment: Moment, body: d.Procedure | d.Action, name: str, given: dict[Slot, e.Expr]
) -> Moment:
    """Return the moment at the start of another body, with what its parameters are."""
    translation = Translation(moment)
    inside = evolve(
        beginning(moment.rules, body, name), facts=moment.facts, versions=moment.versions
    )
    for slot, argument in given.items():
        bound = Bound(translation.argument(argument), translation.of_local(argument))
        inside = inside.binding(slot, bound)
    return inside.knowing(*translation.known)


def begun(
    walk: Walk, declared: d.Action | d.Play, clauses: tuple[s.Clause, ...], moment: Moment
) -> Moment | None:
    """Return the moment in which all is chosen and these clauses hold; `None` if that never is."""
    here: Moment | None = moment
    if declared.window_condition is not None:
        here = walk.entered(moment, declared.window_condition)
    for choice in declared.choices:
        if here is not None:
            here = walk.choice(choice, here)
            here = here if walk.possible(here) else None
    return None if here is None else walk.clauses(clauses, here)


# ---------------------------------------------------------------- sets that may be empty


def may_be_empty(subject: Subject) -> frozenset[int]:
    """Return the origins of the statements whose set is not proved non-empty."""
    walk = _Recorder(rules_of(subject))
    walk_through(walk, subject)
    return frozenset(walk.empty)


def source_of(node: s.Statement) -> e.Expr | None:
    """Return the set that a statement chooses or draws from; `None` if it does neither."""
    match node:
        case s.Choose(_, choice) | s.MayChoose(_, choice) | s.Pick(choice):
            if choice.low is not None or choice.where is None or choice.member is None:
                return choice.source
            return e.Where(choice.member, choice.source, choice.where)
        case s.MoveCards(cards):
            drawn = cards.operand if isinstance(cards, e.OptionalAsSet) else cards
            if isinstance(drawn, e.CallBuiltIn) and drawn.function in ("top", "bottom"):
                return drawn.arguments[0]
    return None


@define
class _Recorder(Walk):
    """A walk that records possibly empty sets."""

    empty: set[int] = field(factory=set)

    def statement(self, node: s.Statement, moment: Moment) -> Moment | None:
        source = source_of(node)
        if source is not None and not _has_members(source):
            translation = Translation(moment)
            none = at_most(translation.count(source), number(0))
            if solve((*moment.terms, *translation.known, none)) != "impossible":
                self.empty.add(node.origin)
        return Walk.statement(self, node, moment)


def _has_members(source: e.Expr) -> bool:
    """Return whether a set is non-empty in every position by its form."""
    match source:
        case e.Everything("players" | "all players" | "words" | "spaces" | "teams"):
            return True
        case e.MakeSet(items) | e.MakeList(items):
            return bool(items)
        case e.ListAsSet(operand):
            return _has_members(operand)
    return False
