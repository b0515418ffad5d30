"""
The checklist for a printed rulebook: who is first, what is the maximum, what if there is none, when
does it end, who sees it, what does it reveal?

Each window, zone, state, loop, choice and offer raises some of these questions, and so does each
line where hidden information decides something public. A question is answered by the text, or by a
default of the language: then the printed rulebook may intend something else, and an author should
check. Whether a set can be empty is proved if possible; what happened in play comes from a search.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from attrs import frozen

from ruleslang.evaluation.consistency.information_flow import Secrets, flows
from ruleslang.evaluation.consistency.never_happens import may_be_empty, source_of
from ruleslang.evaluation.consistency.search import Occurrence, SearchResult, Sort
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import event_name
from ruleslang.program.program import Program
from ruleslang.program.traits.reads import cells_read
from ruleslang.program.traits.statements import traits
from ruleslang.program.typing.lattice import element, plain
from ruleslang.program.walk import find, walk

Asks: TypeAlias = Literal[
    "who is first?",
    "what is the maximum?",
    "what if there is none?",
    "what if there is a tie?",
    "when does it end?",
    "when is it counted?",
    "when does it hold?",
    "may it be oneself?",
    "may it be one's own?",
    "which comes first?",
    "who sees it?",
    "what does it reveal?",
]
ASKING = (s.Choose, s.MayChoose, s.Menu, s.Offer, s.OpenWindow, s.Call, s.Perform, s.Together)
IF_NONE: Asks = "what if there is none?"
LEFT_OUT = "the rest of this body is skipped"
SEEN = {"all": "all players", "owner": "its owner", "nobody": "nobody", "set": "those named here"}


@frozen
class Question:
    """
    One question about `about`, such as `window sale`, at a place of the text.

    `by_text`: the text answers it; otherwise `answer` is the language's default, and `in_play` the
    events of a search in which the default applied.
    """

    asks: Asks
    about: str
    origin: int
    answer: str
    by_text: bool
    in_play: tuple[Sort, ...] = ()


def occurrence_of(question: Question, searched: SearchResult | None) -> Occurrence | None:
    """Return a game in which the unanswered question arose; `None` if there was none."""
    if searched is None or question.by_text:
        return None
    seen = [occurrence for occurrence in searched.seen if occurrence.origin == question.origin]
    return next((occurrence for occurrence in seen if occurrence.sort in question.in_play), None)


def checklist(subject: Subject) -> tuple[Question, ...]:
    """Return all questions, declaration by declaration."""
    program, empty = subject.program, may_be_empty(subject)
    asked = [*_of_zones(program), *_of_states(program)]
    for window in program.windows:
        asked += _of_window(program, window)
    for about, node in _statements(program):
        asked += _of_statement(program, about, node, node.origin in empty)
    for standing in program.standings:
        for rule in find(standing, s.Whenever):
            asked += _of_limit(f"effects {standing.name}", rule, rule.condition, rule.block)
    asked += [*_of_targets(program), *_of_effects(program), *_of_secrets(subject)]
    order = {
        about: place
        for place, about in reversed([*enumerate(question.about for question in asked)])
    }
    asked.sort(key=lambda question: order[question.about])
    return tuple(question for question in asked if question.origin >= 0)


def _answered(asks: Asks, about: str, origin: int, answer: str) -> Question:
    return Question(asks, about, origin, answer, True)


def _silent(asks: Asks, about: str, origin: int, answer: str, *in_play: Sort) -> Question:
    return Question(asks, about, origin, answer, False, in_play)


# ---------------------------------------------------------------------- cards and pieces


def _of_zones(program: Program) -> Iterator[Question]:
    for zone in program.zones:
        about = f"zone {zone.name}"
        yield _answered("who sees it?", about, zone.origin, SEEN[zone.seen.by])
        if zone.at_most is not None:
            yield _answered("what is the maximum?", about, zone.origin, "set by `at most`")


def _of_states(program: Program) -> Iterator[Question]:
    for state in program.states:
        if " " in state.name:
            continue  # the counter of a `limit`, which is no state of the text
        about, type = f"state {state.name}", state.type
        yield _answered("who sees it?", about, state.origin, SEEN[state.seen.by])
        if isinstance(type, t.Truth) and state.start == e.Literal(False):
            yield from _of_flag(program, state)
        if not isinstance(type, t.Number):
            continue
        yield from _of_spent(program, state)
        ends = f"{type.low}..{type.high}"
        if state.stops_at_the_ends:
            yield _answered("what is the maximum?", about, state.origin, f"it stays within {ends}")
        elif not all(isinstance(v, e.Literal) for v in _assigned(program, state.name)):
            stops = f"a value outside {ends} stops the match"
            yield _silent("what is the maximum?", about, state.origin, stops)


def _of_flag(program: Program, state: d.State) -> Iterator[Question]:
    """Yield when a state that begins with `no` is set back to it, if something sets it to `yes`."""
    about, values = f"state {state.name}", _assigned(program, state.name)
    taken_back = _is_changed_by(program, s.SwapPlaces, state) or _is_changed_by(
        program, s.CountCost, state
    )
    back = (
        taken_back or state.only_in or state.reset_each or values != [e.Literal(True)] * len(values)
    )
    if values and back:
        yield _answered("when does it end?", about, state.origin, "a line resets it, or may")
    elif values:
        stays = "once it is `yes`, nothing resets it: it stays so until the match ends"
        yield _silent("when does it end?", about, state.origin, stays)


def _of_spent(program: Program, state: d.State) -> Iterator[Question]:
    """Yield that a number which players pay from never rises."""
    values = _assigned(program, state.name)
    falls = all(isinstance(value, e.Arithmetic) and value.operator == "-" for value in values)
    rises = not falls or state.reset_each or _is_changed_by(program, s.SwapPlaces, state)
    if _is_changed_by(program, s.CountCost, state) and not rises:
        gone = "what is paid never comes back: nothing adds to it or resets it"
        yield _silent("when does it end?", f"state {state.name}", state.origin, gone)


def _is_changed_by(
    program: Program, form: type[s.SwapPlaces | s.CountCost], state: d.State
) -> bool:
    """Return whether a statement or cost of this form changes a state."""
    changed = (place.name for node in find(program, form) for place in find(node, s.StatePlace))
    return state.name in changed


def _assigned(program: Program, state: str) -> list[e.Expr]:
    """Return what lines set a state to."""
    return [
        assign.value
        for assign in find(program, s.Assign)
        if isinstance(assign.place, s.StatePlace) and assign.place.name == state
    ]


# ---------------------------------------------------------------- windows


def _of_window(program: Program, window: d.Window) -> Iterator[Question]:
    about, origin = f"window {window.name}", window.origin
    if is_ordered(window.asks):
        yield _answered("who is first?", about, origin, "set by `asks`")
    else:
        yield _silent("who is first?", about, origin, "the standard order of its players")
    in_a_row = " in a row" * (window.closes == "when all pass")
    yield _answered("when does it end?", about, origin, window.closes + in_a_row)
    if in_a_row:
        yield from _how_often(program, window.offers, about, origin)


def _how_often(
    program: Program, names: tuple[str, ...], about: str, origin: int
) -> Iterator[Question]:
    """Yield whether each repeatable action has a limit or a cost."""
    free = [each.name for each in program.actions if each.name in names and not _is_limited(each)]
    if free:
        often = f"`{'`, `'.join(free)}` as often as allowed: no `limit`, no `pays`"
        yield _silent("what is the maximum?", about, origin, often)
    else:
        yield _answered("what is the maximum?", about, origin, "set by its costs and conditions")


def _is_limited(action: d.Action) -> bool:
    """Return whether an action has a limit or a cost, or a condition on what it changes itself."""
    written = (cell for node in _inside(action.body) for cell in traits(node).writes)
    changed = {(cell.kind, cell.name) for cell in written}
    return any(
        not isinstance(part, s.OnlyIf | s.HasRoom | s.Choice)
        or not changed.isdisjoint((cell.kind, cell.name) for cell in cells_read(part))
        for part in (*action.body.clauses, *action.choices)
    )


def is_ordered(players: e.Expr) -> bool:
    """Return whether an expression fixes who is first: a list, one member, clockwise order."""
    match players:
        case e.MakeSet(items) | e.MakeList(items):
            return len(items) < 2 or isinstance(players, e.MakeList)
        case e.CallBuiltIn(function="clockwise"):
            return True
        case e.Where(_, source) | e.Except(source) | e.ListAsSet(source):
            return is_ordered(source)
        case e.Local():
            return True  # a list or set that the text made before
    return False


# ---------------------------------------------------------------- lines


def _statements(program: Program) -> Iterator[tuple[str, s.Statement]]:
    """Yield each statement with the name of its declaration."""
    standings = (*program.standings, *program.card_standings)
    effects = ((f"effects {standing.name}", standing) for standing in standings)
    for about, declaration in (*_bodies(program), *effects):
        yield from ((about, node) for node in _inside(declaration))


def _bodies(program: Program) -> Iterator[tuple[str, d.Procedure | d.Action | d.Play]]:
    """Yield the declarations with a body, each with its name in questions."""
    yield from ((f"{each.word} {each.name}", each) for each in program.procedures)
    yield from ((f"action {each.name}", each) for each in program.actions)
    yield from ((f"play {each.name}", each) for each in program.plays)


def _inside(declaration: object) -> Iterator[s.Statement]:
    return (node for node in find(declaration, object) if isinstance(node, s.Statement))


def _of_statement(
    program: Program, about: str, node: s.Statement, empty: bool
) -> Iterator[Question]:
    match node:
        case s.Choose() | s.MayChoose() | s.Pick() | s.MoveCards():
            yield from _of_choice(about, node, empty)
        case s.Menu(branches=branches):
            if not any(branch.condition is None and branch.pays is None for branch in branches):
                yield _silent(IF_NONE, about, node.origin, LEFT_OUT, "no branch is open")
        case s.Offer():
            yield from _of_offer(program, about, node)
        case s.TakeTurns():
            yield from _of_turns(about, node)
        case s.Repeat():
            yield _of_repeat(about, node)
            yield from _of_count(program, about, node)
            yield from _of_limit(about, node, (node.while_, node.until), node.block)
        case s.If():
            yield from _of_limit(about, node, node.condition, node.then)
        case s.ForEach(_, subject, block) if _asks(block) and _are_players(subject):
            if is_ordered(subject):
                yield _answered("who is first?", about, node.origin, "set by the order of the set")
            else:
                yield _silent("who is first?", about, node.origin, "the standard order of players")


def _of_choice(about: str, node: s.Statement, empty: bool) -> Iterator[Question]:
    if source_of(node) is None:
        return
    if not empty:
        yield _answered(IF_NONE, about, node.origin, "proved: there always is one")
    elif isinstance(node, s.MayChoose):
        yield _answered(IF_NONE, about, node.origin, "`may`: as if the player declined")
    elif isinstance(node, s.MoveCards):
        goes_on = "no card is moved, and play continues"
        yield _silent(IF_NONE, about, node.origin, goes_on, "nothing to move", "too few to move")
    else:
        sort: Sort = "nobody to choose" if isinstance(node, s.Choose) else "nothing to pick"
        yield _silent(IF_NONE, about, node.origin, LEFT_OUT, sort)
    if isinstance(node, s.Pick) and (node.keys or node.last == "order"):
        equal: Asks = "what if there is a tie?"
        if node.last == "order":
            first = "the first in the standard order is taken"
            yield _silent(equal, about, node.origin, first, "tie")
        else:
            how = {"chance": "chance decides", "choice": "a player chooses", "": "it takes all"}
            yield _answered(equal, about, node.origin, how[node.last])


def _of_offer(program: Program, about: str, node: s.Offer) -> Iterator[Question]:
    if node.mode in ("must", "most"):
        if node.impossible is not None:
            yield _answered(IF_NONE, about, node.origin, "set by `if impossible`")
        elif any(each.name in node.actions and _needs_nothing(each) for each in program.actions):
            yield _answered(IF_NONE, about, node.origin, "proved: there always is one")
        else:
            yield _silent(IF_NONE, about, node.origin, LEFT_OUT, "nothing to do")
    if node.mode == "any":
        if node.once is not None:
            yield _answered("what is the maximum?", about, node.origin, "set by `once`")
        else:
            yield from _how_often(program, node.actions, about, node.origin)


def _needs_nothing(action: d.Action) -> bool:
    """Return whether an action is always legal: no choice, clause or room can be missing."""
    moves = any(find(action.body, s.MoveCards))
    return not (moves or action.choices or action.body.clauses or action.windows)


def _of_turns(about: str, node: s.TakeTurns) -> Iterator[Question]:
    if node.starting is not None or is_ordered(node.among):
        yield _answered("who is first?", about, node.origin, "set by `starting`")
    else:
        yield _silent("who is first?", about, node.origin, "the first seat")
    if node.until is not None:
        yield _answered("when does it end?", about, node.origin, "set by `until`")
    else:
        only = "when the match ends, or none of them is left"
        yield _silent("when does it end?", about, node.origin, only)


def _of_repeat(about: str, node: s.Repeat) -> Question:
    asks: Asks = "when does it end?"
    if node.times is not None:
        return _answered(asks, about, node.origin, "set by `times`")
    if node.while_ is not None or node.until is not None:
        return _answered(asks, about, node.origin, "set by `until` or `while`")
    if any(isinstance(part, s.Stop | s.Answer | s.Wins | s.End) for part in find(node, object)):
        return _answered(asks, about, node.origin, "a line in it ends it")
    return _silent(asks, about, node.origin, "when something inside ends it")


def _of_count(program: Program, about: str, node: s.Repeat) -> Iterator[Question]:
    """Yield whether a number of times may change in between, which is read once."""
    read = {state.name for state in find(node.times, e.ReadState)}
    read |= {zone.name for zone in find(node.times, e.ReadZone)}
    reached, waiting = set[str](), [node.block]
    while waiting:
        body = waiting.pop()
        read_later = _changed_in(body) & read
        if read_later:
            names = "`, `".join(sorted(read_later))
            once = f"before the first round: `{names}` may change in between"
            yield _silent("when is it counted?", about, node.origin, once)
            return
        called = {call.procedure for call in find(body, s.Call)} - reached
        called |= {name for offer in find(body, s.Offer) for name in offer.actions} - reached
        reached |= called
        bodies: list[d.Procedure | d.Action] = [*program.procedures, *program.actions]
        waiting += [one.body.statements for one in bodies if one.name in called]


def _changed_in(body: object) -> set[str]:
    """Return the states that statements change, and the zones to or from which they move cards."""
    places = {place.name for place in find(body, s.StatePlace)}
    moves = [*find(body, s.MoveCards)]
    left = {zone.name for move in moves for zone in find(move.cards, e.ReadZone)}
    return places | left | {move.target.name for move in moves}


def _of_limit(
    about: str, node: s.Repeat | s.If | s.Whenever, tests: object, block: s.Block
) -> Iterator[Question]:
    """Yield whether a limit on a hand holds at other moments than here, and for other players."""
    chosen = {read.name for each in find(block, s.Choice) for read in find(each.source, e.ReadZone)}
    for test in find(tests, e.Compare):
        count, limit = test.left, test.right
        if isinstance(limit, e.NumberOf):
            count, limit = limit, count
        zone = count.subject if isinstance(count, e.NumberOf) else None
        if not isinstance(zone, e.ReadZone) or not zone.index or not _asks(block):
            continue
        if isinstance(node, s.Whenever):
            if e.Active() in zone.index:
                here = f"only for the active player: `{zone.name}` of another may hold more"
                yield _silent("when does it hold?", about, node.origin, here)
        elif isinstance(limit, e.Literal | e.CallValue) and (
            isinstance(node, s.Repeat) or (zone.name in chosen and test.operator[0] == ">")
        ):
            here = f"only here: at other moments `{zone.name}` may hold more"
            yield _silent("when does it hold?", about, node.origin, here)


def _of_targets(program: Program) -> Iterator[Question]:
    """Yield questions whether players may choose themselves, or their own cards and pieces."""
    for about, deed in _bodies(program):
        chosen: list[tuple[e.Expr, s.Choice, int]] = []
        if not isinstance(deed, d.Procedure):
            chosen = [(e.Local(deed.you), choice, deed.origin) for choice in deed.choices]
        asked: list[s.Choose | s.MayChoose] = [*find(deed.body, s.Choose)]
        asked += find(deed.body, s.MayChoose)
        chosen += [(node.player, node.choice, node.origin) for node in asked]
        for by, choice, origin in chosen:
            type, written = plain(choice.type or t.Truth()), (choice.source, choice.where)
            type, parts = element(type) or type, [*_with_values(program, written)]
            if not any(_is_of_all(program, type, part) for part in parts):
                continue
            asks: Asks = "may it be oneself?" if type == t.Player() else "may it be one's own?"
            if any(part == by for part in walk(written)) or any(map(_names_an_owner, parts)):
                yield _answered(asks, about, origin, "set by what can be chosen")
            else:
                all_ = type == t.Player() and not choice.where
                which = "all players can be chosen" if all_ else "nothing prevents it"
                yield _silent(asks, about, origin, f"yes: {which}")


def _with_values(program: Program, node: object) -> Iterator[object]:
    """Yield the parts of an expression, and those of the named values that it reads."""
    waiting, read = [node], set[str]()
    while waiting:
        for part in walk(waiting.pop()):
            yield part
            if isinstance(part, e.CallValue) and part.name not in read:
                read.add(part.name)
                waiting += [value for value in program.values if value.name == part.name]


def _is_of_all(program: Program, type: t.Type, part: object) -> bool:
    """Return whether a part of a choice stands for things of every player."""
    pieces = {piece.name for piece in program.pieces if piece.per_player}
    holders = {state.name for state in program.states if state.type == t.Optional(t.Player())}
    match type, part:
        case t.Player(), e.Everything("players"):
            return True
        case t.Piece(kind), e.Everything("pieces" | "pieces of", name) if kind in (None, *pieces):
            return bool(pieces) and (not name or name in pieces)
        case t.Card(), e.ReadZone(name, index) if e.AnyIndex() in index:
            (places,) = (zone.index for zone in program.zones if zone.name == name)
            return places[index.index(e.AnyIndex())].type == t.Player()
        case t.Space(), e.Not(e.Equal(e.CallBuiltIn("piece_on"), e.Literal(None))):
            return bool(pieces)
        case t.Space(), e.Not(e.Equal(e.ReadState(name), e.Literal(None))):
            return name in holders
    return False


def _names_an_owner(part: object) -> bool:
    """Return whether a part of a choice says whose something is, or compares two owners."""
    match part:
        case e.CallBuiltIn("owner" | "holder" | "team"):
            return True
        case e.Equal(e.ReadState(first), e.ReadState(other)):
            return first == other
    return False


def _of_effects(program: Program) -> Iterator[Question]:
    """Yield whether several effects of cards act at the same moment."""
    moments: dict[str, list[tuple[str, int]]] = {}
    standings = (*program.standings, *program.card_standings)
    for standing in (standing for standing in standings if standing.this is not None):
        for effect in standing.effects:
            if isinstance(effect, s.Hook) and effect.moment in ("before", "after"):
                moment = f"{effect.moment} {event_name(effect.event)}"
                moments.setdefault(moment, []).append((standing.name, effect.origin))
    for moment, effects in moments.items():
        if len(effects) > 1:
            order = "the order of the text, of copies that of the zones and the seats"
            yield _silent("which comes first?", f"effects {moment}", effects[0][1], order)


# ---------------------------------------------------------------- secrets


def _of_secrets(subject: Subject) -> Iterator[Question]:
    """Yield each line where hidden information decides something public."""
    program, secrets = subject.program, Secrets(subject.program)
    for about, declaration in _bodies(program):
        for flow in flows(secrets, declaration.body.statements):
            hidden = " and ".join(f"`{name}`" for name in flow.hidden)
            decides = ", ".join(
                f"{effect} (line {subject.span(origin).line})" for effect, origin in flow.decides
            )
            message = f"players can infer something about {hidden} from {decides}"
            yield _silent("what does it reveal?", about, flow.origin, message)


def _asks(block: s.Block) -> bool:
    return any(isinstance(node, ASKING) for node in find(block, object))


def _are_players(subject: e.Expr) -> bool:
    return isinstance(subject, e.CallBuiltIn) or any(
        node.what in ("players", "all players") for node in find(subject, e.Everything)
    )
