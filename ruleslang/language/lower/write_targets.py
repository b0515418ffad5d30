"""Lowers assignment targets: locals, states, `active`, parameters of running procedures, zones."""

from __future__ import annotations

import re

from ruleslang.language.lower.arguments import (
    arguments,
    arguments_of,
    name_of,
    parameters_of,
    proposed_index,
)
from ruleslang.language.lower.conversions import front
from ruleslang.language.lower.diagnostics import names as name_errors
from ruleslang.language.lower.diagnostics import statements as errors
from ruleslang.language.lower.dispatch import inner
from ruleslang.language.lower.lone_names import role_of
from ruleslang.language.lower.reads import zone_type
from ruleslang.language.lower.reads_under_way import (
    changeable_places,
    is_known_event,
    places_under_way,
)
from ruleslang.language.lower.recorded_types import LocalName
from ruleslang.language.lower.scope import Scope
from ruleslang.language.lower.types import lower_type
from ruleslang.language.resolve.symbol_table import Symbol
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as syntax
from ruleslang.language.syntax.expressions import Apply, unwrapped
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.simple_statements import Add, Pick, Subtract
from ruleslang.language.syntax.walk import innermost, walk
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.builtins import BUILT_IN_NAMES, CALLED_NAMES
from ruleslang.program.events import event_name
from ruleslang.program.expressions import Expr, Local
from ruleslang.source.diagnostic import Diagnostic, with_article

Found = tuple[s.Place, t.Type]


def place(scope: Scope, node: syntax.Expression) -> Found | None:
    """Lower the target of `set`, `add`, `subtract` or `swap`, and its type; `None`: it is none."""
    node = unwrapped(node)
    if not isinstance(node, (Name, Apply)):
        scope.context.report(errors.not_a_place(node.span))
        return None
    name = name_of(node)
    if isinstance(node, Name) and name.text in scope.locals:
        return _local(scope, node)
    if isinstance(node, Name) and name.text == "active":
        return s.ActivePlace(), t.Player()
    under_way = _under_way(scope, node)
    if under_way is not None:
        return under_way[0]
    symbol = scope.context.symbols.get(name.text)
    if symbol is not None and symbol.what == "state":
        return _state(scope, symbol, node)
    if symbol is not None:
        instead = _instead_of_value(scope, symbol, node) if symbol.what == "value" else None
        scope.context.report(errors.cannot_set(name, symbol.what, symbol.span, instead))
    else:
        scope.context.report(_unknown(scope, node))
    return None


def _unknown(scope: Scope, node: Name | Apply) -> Diagnostic:
    name = name_of(node)
    if name.text in BUILT_IN_NAMES or name.text in CALLED_NAMES:
        return errors.not_a_place(name.span)
    settable = [local.name for local in scope.locals.values() if local.settable]
    states = [symbol.name for symbol in scope.context.symbols.of("state")]
    known, around = ["active", *settable, *states], scope.context.symbols.around(name.span)
    return name_errors.unknown_state(name, known, around, proposed_index(scope, arguments_of(node)))


def _local(scope: Scope, node: Name) -> Found | None:
    local = scope.locals[node.text]
    if not local.settable:
        declared_as = "the result of a `pick`" if _is_picked(scope, local) else role_of(local)
        scope.context.report(errors.cannot_set(node, declared_as, local.span, _turned(scope, node)))
        return None
    return s.LocalPlace(local.slot), front(local.type)


def _turned(scope: Scope, name: Name) -> str | None:
    """Return the line `subtract matches(r) from n` with the two exchanged."""
    match innermost(scope.context.symbols.around(name.span), Subtract):
        case Subtract(amount=Apply() as amount):
            return f"the other way round: `subtract {name.text} from {amount.span.text}`"
    return None


def _instead_of_value(scope: Scope, symbol: Symbol, node: Name | Apply) -> str | None:
    """Return what to change where a value is set: the state that it is, or those it reads."""
    if not isinstance(symbol.node, d.Value):
        return None
    for_a_time = "" if isinstance(symbol.node.type, syntax.TruthType) else _for_a_time(scope, node)
    if state := _same_state(scope, symbol.node, node):
        return f"a value is computed: change what it reads, `{state}`"
    parts = computed_from(scope, symbol.name)
    states = sorted(part for part in parts if _is_state(scope, part))
    if not states:
        return "a value is computed: declare it with `state` to set it" + for_a_time
    listed = ", ".join(f"`{state}`" for state in states)
    return f"a value is computed: change what it is computed from, {listed}" + for_a_time


def _same_state(scope: Scope, declared: d.Value, node: Name | Apply) -> str | None:
    """Return the state whose value alone a value is, `seeds(store(p))`, with a call's arguments."""
    reads = declared.expression and unwrapped(declared.expression)
    if not isinstance(reads, (Name, Apply)) or not _is_state(scope, name_of(reads).text):
        return None
    names = [parameter.name.text for parameter in declared.parameters]
    written = [argument.span.text for argument in node.arguments] if isinstance(node, Apply) else []
    if len(names) != len(written):
        return None
    given = dict(zip(names, written, strict=True))
    return re.sub(r"[^\W\d]\w*", lambda word: given.get(word[0], word[0]), reads.span.text)


def _is_state(scope: Scope, name: str) -> bool:
    return scope.context.what_is(name) == "state"


def _for_a_time(scope: Scope, node: Name | Apply) -> str:
    """Return the effect that changes a value for a time, for `add 2 to V`."""
    around = scope.context.symbols.around(node.span)
    line = next((line for line in around if isinstance(line, Add | Subtract)), None)
    if line is None:
        return ""
    change = f"{'+' if isinstance(line, Add) else '-'}{line.amount.span.text}"
    return f"; for a time, below `until … ends`: `modify {node.span.text}: {change}`"


def computed_from(scope: Scope, value: str) -> set[str]:
    """Return the states, zones, dice and options that a value reads, itself or by other values."""
    parts: set[str] = set()
    waiting, seen = [value], {value}
    while waiting:
        symbol = scope.context.symbols.get(waiting.pop())
        nodes = walk(symbol.node) if symbol else ()
        for name in {node.text for node in nodes if isinstance(node, Name)} - seen:
            seen.add(name)
            match scope.context.what_is(name):
                case "state" | "zone" | "dice" | "option":
                    parts.add(name)
                case "value":
                    waiting.append(name)
    return parts


def _is_picked(scope: Scope, local: LocalName) -> bool:
    if local.role != "choice" or local.span is None:
        return False
    return innermost(scope.context.symbols.around(local.span), Pick) is not None


def _state(scope: Scope, symbol: Symbol, node: Name | Apply) -> Found | None:
    assert isinstance(symbol.node, d.State)
    index = _index(scope, symbol, node)
    if index is None:
        return None
    return s.StatePlace(symbol.name, index), front(lower_type(scope.context, symbol.node.type))


def _index(scope: Scope, symbol: Symbol, node: Name | Apply) -> tuple[Expr, ...] | None:
    """Return the index of the one place that is written; reports `any`, which names several."""
    if isinstance(node, Apply) and any(
        isinstance(argument, syntax.AnyPlace) for argument in node.arguments
    ):
        scope.context.report(errors.any_written(node.span))
        return None
    return arguments(inner(scope), node, parameters_of(scope.context, symbol.node))


def _under_way(scope: Scope, node: Name | Apply) -> tuple[Found | None] | None:
    """Lower `set target(pending) to …`; `None` if the node is no such target."""
    if isinstance(node, Name) or len(node.arguments) != 1:
        return None
    subject = node.arguments[0]
    if not isinstance(subject, Name) or subject.text not in scope.locals:
        return None
    local = scope.locals[subject.text]
    if not isinstance(local.type, t.UnderWay):
        return None
    places = places_under_way(scope.context, local.type)
    if not is_known_event(scope.context, local.type):
        return (None,)  # its error is reported elsewhere
    if node.function.text not in places:
        return None
    scope.uses.read.add(subject.text)
    changeable = changeable_places(scope.context, local.type)
    if node.function.text not in changeable:
        scope.context.report(
            errors.unchangeable(node.function, event_name(local.type.event), changeable)
        )
        return (None,)
    way = s.PlaceOfUnderWay(Local(local.slot), node.function.text)
    return ((way, places[node.function.text]),)


# ---------------------------------------------------------------- zones


def zone_target(scope: Scope, node: syntax.Expression) -> s.ZoneTarget | None:
    """Return the zone that cards are moved to; reports a node that names none."""
    node = unwrapped(node)
    symbol = zone_symbol(scope, node)
    if symbol is None or not isinstance(node, (Name, Apply)):
        _report_no_zone(scope, node)
        return None
    index = _index(scope, symbol, node)
    if index is None:
        return None
    return s.ZoneTarget(symbol.name, index, states_only_elsewhere(scope, symbol.name))


def states_only_elsewhere(scope: Scope, zone: str = "") -> tuple[str, ...]:
    """Return the states that a card loses when it comes to a zone; without one, all it may lose."""
    return tuple(
        node.name.text
        for node in scope.context.symbols.each(d.State)
        if node.only_in is not None and node.only_in.text != zone
    )


def zone_symbol(scope: Scope, node: syntax.Expression) -> Symbol | None:
    """Return the zone that a node names, or None."""
    node = unwrapped(node)
    if not isinstance(node, (Name, Apply)) or name_of(node).text in scope.locals:
        return None
    symbol = scope.context.symbols.get(name_of(node).text)
    return symbol if symbol is not None and symbol.what == "zone" else None


def zone_kind(scope: Scope, node: syntax.Expression) -> t.Card | None:
    """Return the kind of cards in the zone that a node names; None if it names none."""
    symbol = zone_symbol(scope, node)
    if symbol is None or not isinstance(symbol.node, d.Zone):
        return None
    member = zone_type(scope.context, symbol.node, several=False).element
    return member if isinstance(member, t.Card) else None


def _zones_with(scope: Scope, words: str, word: str) -> str | None:
    """Return the help that names the zones of which one of a list is a place."""
    symbols = scope.context.symbols
    for name in symbols.names_of("zone"):
        symbol = symbols.get(name)
        node = symbol.node if symbol else None
        places = [place.span.text for place in node.index] if isinstance(node, d.Zone) else []
        if words in [place.rpartition(" ")[2] for place in places]:
            shown = ", ".join(word if place.endswith(words) else "…" for place in places)
            return f"it is one of the places of a zone: `{name}({shown})`"
    return None


def _zone_of_player(scope: Scope, player: str) -> str | None:
    """Return the help that names the zones of a player that a local name is."""
    if not isinstance(scope.locals[player].type, t.Player):
        return None
    symbols = scope.context.symbols
    known = ((name, symbols.get(name)) for name in symbols.names_of("zone"))
    zones = [
        f"`{name}({player})`"
        for name, symbol in known
        if symbol and isinstance(symbol.node, d.Zone) and len(symbol.node.index) == 1
    ]
    return f"name one of the player's zones: {', '.join(zones[:3])}" if zones else None


def _report_no_zone(scope: Scope, node: syntax.Expression) -> None:
    if not isinstance(node, (Name, Apply)):
        found = "`none`" if isinstance(node, syntax.Nothing) else with_article("set of cards")
        scope.context.report(errors.not_a_zone(node.span, found=found))
        return
    name = name_of(node)
    symbol = scope.context.symbols.get(name.text)
    if name.text in scope.locals:
        help = None if isinstance(node, Apply) else _zone_of_player(scope, name.text)
        found = with_article("local name")
        scope.context.report(errors.not_a_zone(node.span, found=found, help=help))
    elif symbol is not None:
        scope.context.report(errors.not_a_zone(node.span, found=with_article(symbol.what)))
    elif uses := scope.context.symbols.words.get(name.text):
        found = f"a word of `{uses[0].list}`"
        help = _zones_with(scope, uses[0].list, name.text)
        scope.context.report(errors.not_a_zone(node.span, found=found, help=help))
    else:
        known = scope.context.symbols.names_of("zone")
        scope.context.report(errors.unknown_zone(node, known))
