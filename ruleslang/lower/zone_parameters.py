"""Rewrites procedures that take zones, modified fields and states that live only in a zone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias, cast

from attrs import define, evolve, field, frozen

from ruleslang.lower.diagnostics import calls, heads, names, setup
from ruleslang.nodes.walk import node_fields, written_types
from ruleslang.resolve.symbol_table import FieldUse, Symbols
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.syntax import declarations as d
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name, Node
from ruleslang.syntax.statements import Body, Hook, Modify, Pattern
from ruleslang.syntax.walk import find, walk

Zones: TypeAlias = tuple[str, ...]  # the zones that one procedure is made for, by its parameters


@frozen(eq=False)
class ZoneAt:
    """A zone, and what stands in its index."""

    zone: d.Zone
    index: tuple[x.Expression, ...]

    def read(self, at: Name) -> x.Expression:
        """The zone, as it would be written where a name stands."""
        name = Name(self.zone.name.text, span=at.span)
        return x.Apply(name, self.index, span=at.span) if self.index else name


Bound: TypeAlias = Mapping[str, ZoneAt]


def names_any(node: d.Declaration, taking: Collection[str]) -> bool:
    """Whether some of these names may stand in a declaration, by its letters alone."""
    text = node.span.text if taking else ""
    return any(name in text for name in taking)


def without_zone_parameters(
    trees: Sequence[d.Tree], symbols: Symbols
) -> tuple[tuple[d.Tree, ...], tuple[Diagnostic, ...]] | None:
    """The trees without zones as parameters, and what is wrong; None: there are no such."""
    found: list[Diagnostic] = []
    taking: dict[str, d.Procedure] = {}
    for node in symbols.order:
        if "zone" not in node.span.text:
            continue
        types = [*find(node, x.ZoneType)]
        if isinstance(node, d.Procedure) and _takes_zones(node):
            taking.setdefault(node.name.text, node)
            own = {parameter.type for parameter in node.parameters if not parameter.changeable}
            types = [each for each in types if each not in own]
        found.extend(setup.zone_as_type(each.span) for each in types)
    if not taking and not found:
        return None
    made = _Making(symbols, taking)
    made.start()
    while True:
        known = {name: list(sets) for name, sets in made.wanted.items()}
        made.found = list(found)
        result = tuple(
            evolve(tree, declarations=tuple(made.declarations(tree.declarations))) for tree in trees
        )
        if known == made.wanted:
            return result, tuple(made.found)


def _takes_zones(node: d.Procedure) -> bool:
    """Whether a parameter is a zone; what has no such word in it is not read for that."""
    return "zone" in node.span.text and any(
        isinstance(parameter.type, x.ZoneType) for parameter in node.parameters
    )


@define(eq=False)
class _Making:
    """The procedures that take zones, and for which zones each is wanted so far."""

    symbols: Symbols
    taking: Mapping[str, d.Procedure]
    wanted: dict[str, list[Zones]] = field(factory=dict)
    found: list[Diagnostic] = field(factory=list)

    def start(self) -> None:
        """Want what nobody calls for the first zone that will do, so that its text is read."""
        for name, node in self.taking.items():
            called = any(
                isinstance(each, x.Apply) and each.function.text == name
                for one in self.symbols.order
                if name in one.span.text
                for each in walk(one)
            )
            first = [self._first(parameter.type) for parameter in _zone_parameters(node)]
            self.wanted[name] = []
            if not called and all(first):
                self.wanted[name].append(tuple(each for each in first if each is not None))

    def _first(self, type: x.TypeNode) -> str | None:
        nodes = (each.node for each in self.symbols.globals.values())
        zones = (node for node in nodes if isinstance(node, d.Zone))
        return next((zone.name.text for zone in zones if self._is_for(zone, type)), None)

    def _is_for(self, zone: d.Zone, type: x.TypeNode) -> bool:
        """Whether all cards of a zone are of the kind that is wanted."""
        assert isinstance(type, x.ZoneType)
        own = self.symbols.kinds.get(zone.kind.text, ())
        return type.kind.text == "card" or type.kind.text in own

    # ------------------------------------------------------------ declarations

    def declarations(self, nodes: Sequence[d.Declaration]) -> list[d.Declaration]:
        """The declarations, with one for each zone in the place of those that take zones."""
        made: list[d.Declaration] = []
        for node in nodes:
            if isinstance(node, d.Procedure) and self.taking.get(node.name.text) is node:
                made.extend(self._for_zones(node, each) for each in self.wanted[node.name.text])
            elif isinstance(node, d.TopHook) and node.hook.procedure.text in self.taking:
                hooks = self._hooks(node.hook, {})
                made.extend(evolve(node, hook=hook) for hook in hooks)
            elif self._concerns(node):
                made.append(cast("d.Declaration", self._rewritten(node, {})))
            else:
                made.append(node)
        return made

    def _concerns(self, node: d.Declaration) -> bool:
        """Whether it names a procedure that takes zones; one without these letters is not read."""
        return names_any(node, self.taking) and any(
            isinstance(each, Name) and each.text in self.taking for each in walk(node)
        )

    def _for_zones(self, node: d.Procedure, zones: Zones) -> d.Procedure:
        bound: dict[str, ZoneAt] = {}
        parameters: list[d.Parameter] = []
        rest = iter(zones)
        for parameter in node.parameters:
            if isinstance(parameter.type, x.ZoneType):
                zone = self._zone(next(rest))
                own = _places(zone, parameter.name)
                bound[parameter.name.text] = ZoneAt(zone, tuple(own))
                parameters.extend(
                    d.Parameter(name, place.type, False, span=parameter.span)
                    for name, place in zip(own, zone.index, strict=True)
                )
            else:
                parameters.append(parameter)
        name = Name(_called(node.name.text, zones), span=node.name.span)
        body = cast("Body", self._rewritten(node.body, bound))
        return evolve(node, name=name, parameters=tuple(parameters), body=body)

    def _zone(self, name: str) -> d.Zone:
        node = self.symbols.globals[name].node
        assert isinstance(node, d.Zone)
        return node

    # ------------------------------------------------------------ what stands in them

    def _rewritten(self, node: Node, bound: Bound) -> Node:
        """A node with the zones in the place of the names bound to them; itself if all is alike."""
        if isinstance(node, x.Apply) and node.function.text in self.taking:
            return self._call(node, bound)
        changes: dict[str, Any] = {}
        for name, said in annotated(type(node)).items():
            old = getattr(node, name)
            new: object = old
            if isinstance(old, tuple):
                several = [new for each in old for new in self._several(each, said, bound)]
                if tuple(map(id, several)) != tuple(map(id, old)):
                    new = tuple(several)
            elif isinstance(old, Node):
                (new,) = self._several(old, said, bound)
            if new is not old:
                changes[name] = new
        return evolve(node, **changes) if changes else node

    def _several(self, node: Node, said: str, bound: Bound) -> Sequence[Node]:
        """What stands for a node in a field of which `said` is the type."""
        if isinstance(node, Hook) and node.procedure.text in self.taking:
            return self._hooks(node, bound)
        if not isinstance(node, Name):
            return [self._rewritten(node, bound)] if isinstance(node, Node) else [node]
        if node.text in bound:
            if "Expression" in said:
                return [bound[node.text].read(node)]
            self.found.append(names.shadowing(node, "zone", None))
        elif node.text in self.taking:
            self.found.append(setup.zone_procedure(node.span, name=node.text))
        return [node]

    def _call(self, node: x.Apply, bound: Bound) -> Node:
        """A call of the procedure that is made for the zones that it is given."""
        procedure = self.taking[node.function.text]
        given = self._matched(node, procedure)
        if given is None:
            return node
        zones: list[str] = []
        arguments: list[x.Expression] = []
        for parameter, value in zip(procedure.parameters, given, strict=True):
            if not isinstance(parameter.type, x.ZoneType):
                arguments.extend(cast("list[x.Expression]", self._several(value, READ, bound)))
                continue
            zone = self._zone_at(value, parameter, bound)
            if zone is None:
                return node
            zones.append(zone.zone.name.text)
            arguments.extend(zone.index)
        name = Name(self._want(procedure, tuple(zones)), span=node.function.span)
        return x.Apply(name, tuple(arguments), span=node.span) if arguments else name

    def _want(self, procedure: d.Procedure, zones: Zones) -> str:
        wanted = self.wanted[procedure.name.text]
        if zones not in wanted:
            wanted.append(zones)
        return _called(procedure.name.text, zones)

    def _matched(self, node: x.Apply, procedure: d.Procedure) -> list[x.Expression] | None:
        """The arguments in the order of the parameters; None where they do not match."""
        places = [parameter.name.text for parameter in procedure.parameters]
        given: dict[str, x.Expression] = {}
        for number, each in enumerate(node.arguments):
            if isinstance(each, x.NamedArgument):
                if each.name.text not in places:
                    say_so = calls.unknown_argument(each.name, procedure.name.text, places)
                    self.found.append(say_so)
                    return None
                given[each.name.text] = each.value
            elif number < len(places):
                given[places[number]] = each
        if len(node.arguments) != len(places) or len(given) != len(places):
            met, name = len(node.arguments), procedure.name.text
            self.found.append(calls.wrong_argument_count(node.span, name, met, places))
            return None
        return [given[place] for place in places]

    def _zone_at(self, node: x.Expression, wanted: d.Parameter, bound: Bound) -> ZoneAt | None:
        """The zone that is given for a parameter; what is none is reported."""
        (new,) = self._several(node, READ, bound)
        while isinstance(new, x.Paren):
            new = new.inner
        name = new.function if isinstance(new, x.Apply) else new
        symbol = self.symbols.globals.get(name.text) if isinstance(name, Name) else None
        zone = symbol.node if symbol is not None else None
        index = new.arguments if isinstance(new, x.Apply) else ()
        if not isinstance(zone, d.Zone) or not self._is_for(zone, wanted.type):
            self.found.append(setup.zone_argument(node.span, wanted.name.text, wanted.type))
            return None
        if len(index) != len(zone.index):
            written = [(each.name or each.type).span.text for each in zone.index]
            count = calls.wrong_argument_count(node.span, zone.name.text, len(index), written)
            self.found.append(count)
            return None
        plain = (each.value if isinstance(each, x.NamedArgument) else each for each in index)
        return ZoneAt(zone, tuple(plain))

    # ------------------------------------------------------------ hooks

    def _hooks(self, node: Hook, bound: Bound) -> list[Hook]:
        """The hooks on the procedures made for the zones that a head allows."""
        procedure = self.taking[node.procedure.text]
        entries = node.pattern.entries if node.pattern is not None else None
        if entries is not None and len(entries) != len(procedure.parameters):
            places = [parameter.name.text for parameter in procedure.parameters]
            what, at = procedure.name.text, node.pattern or node
            self.found.append(heads.wrong_entry_count(at.span, what, len(entries), places))
            return []
        self._note_zones(node, procedure, bound)
        made = (self._hook(node, procedure, each, bound) for each in self._all(procedure))
        return [each for each in made if each is not None]

    def _all(self, procedure: d.Procedure) -> tuple[Zones, ...]:
        return tuple(self.wanted[procedure.name.text])

    def _note_zones(self, node: Hook, procedure: d.Procedure, bound: Bound) -> None:
        """Report what is no zone in the place of one, and a name for it that nothing reads."""
        entries = node.pattern.entries if node.pattern is not None else ()
        for each, entry in zip(procedure.parameters, entries, strict=False):
            if not isinstance(each.type, x.ZoneType) or isinstance(entry, x.AnyPlace):
                continue
            if not isinstance(entry, Name) or not self._is_new(entry, bound):
                self._zone_at(entry, each, bound)
            elif sum(isinstance(e, Name) and e.text == entry.text for e in walk(node)) < 2:
                self.found.append(heads.unused_binding(entry.text, entry.span, bound))

    def _is_new(self, entry: x.Expression, bound: Bound) -> bool:
        known = self.symbols.globals
        return isinstance(entry, Name) and entry.text not in known and entry.text not in bound

    def _hook(self, node: Hook, procedure: d.Procedure, zones: Zones, bound: Bound) -> Hook | None:
        """The hook on the procedure made for some zones; None where the head names others."""
        inner, entries, rest = dict(bound), list[x.Expression](), iter(zones)
        written = node.pattern.entries if node.pattern else ()
        for each, entry in zip(procedure.parameters, written, strict=False):
            if not isinstance(each.type, x.ZoneType):
                entries.extend(cast("list[x.Expression]", self._several(entry, READ, bound)))
                continue
            zone = self._zone(next(rest))
            if isinstance(entry, x.AnyPlace):
                entries.extend(entry for _ in zone.index)
            elif isinstance(entry, Name) and self._is_new(entry, bound):
                own = _places(zone, entry)
                inner[entry.text] = ZoneAt(zone, tuple(own))
                entries.extend(own)
            else:
                met = self._zone_at(entry, each, bound)
                if met is None or met.zone is not zone:
                    return None
                entries.extend(met.index)
        name = Name(_called(procedure.name.text, zones), span=node.procedure.span)
        whole = node.pattern and Pattern(tuple(entries), span=node.pattern.span)
        found = cast("Hook", self._rewritten(evolve(node, procedure=name, pattern=None), inner))
        return evolve(found, pattern=whole if entries else None)


READ = "Expression"


def _zone_parameters(node: d.Procedure) -> list[d.Parameter]:
    return [parameter for parameter in node.parameters if isinstance(parameter.type, x.ZoneType)]


def _called(name: str, zones: Zones) -> str:
    """The name of the procedure made for some zones, which no other has."""
    return f"{name} with {' and '.join(zones)}"


def _places(zone: d.Zone, parameter: Name) -> list[Name]:
    """The names under which a parameter's procedure has the places of the zone's index."""
    made: list[Name] = []
    for number, each in enumerate(zone.index, start=1):
        named = isinstance(each.type, x.NamedType) and len(zone.index) == 1
        said = each.name.text if each.name is not None else f"place {number}"
        if each.name is None and isinstance(each.type, x.NamedType) and named:
            said = each.type.name.text
        made.append(Name(f"{said} of {parameter.text}", span=parameter.span))
    return made


_ANNOTATED: dict[type[Node], dict[str, str]] = {}


def annotated(kind: type[Node]) -> dict[str, str]:
    """The fields of a class in which nodes may stand, with their types as they are written."""
    if kind not in _ANNOTATED:
        written = written_types(kind)
        _ANNOTATED[kind] = {name: written[name] for name in node_fields(kind) or ()}
    return _ANNOTATED[kind]


def with_modified_fields(
    trees: Sequence[d.Tree], symbols: Symbols
) -> tuple[tuple[d.Tree, ...], tuple[Diagnostic, ...]] | None:
    """The trees with these values behind the kinds; None: no field is modified."""
    modified = {
        name: uses[0]
        for name, uses in symbols.fields.items()
        if name in symbols.modified and name not in symbols.globals and len(uses) == 1
    }
    if not modified:
        return None
    return tuple(
        evolve(tree, declarations=tuple(_with_values(tree.declarations, modified)))
        for tree in trees
    ), ()


def value_of_field(symbols: Symbols, field: str, about: Node) -> str | None:
    """The value that a field of a card is; None where it is what is printed."""
    uses = symbols.fields.get(field, ())
    name = _named(uses[0]) if len(uses) == 1 else ""
    is_printed = isinstance(about, Name) and about.text == _card(field)
    return name if name in symbols.globals and not is_printed else None


def _named(field: FieldUse) -> str:
    return f"{field.node.name.text} of {field.kind}"


def _card(field: str) -> str:
    """How the value calls its card; no name that is written is like it."""
    return f"card of {field}"


def _with_values(
    nodes: Sequence[d.Declaration], modified: Mapping[str, FieldUse]
) -> list[d.Declaration]:
    made: list[d.Declaration] = []
    for node in nodes:
        concerns = any(each.value.text in modified for each in find(node, Modify))
        made.append(cast("d.Declaration", _rewritten(node, modified)) if concerns else node)
        if isinstance(node, d.Kind):
            own = (each for each in modified.values() if each.node in node.items)
            made.extend(_value(each) for each in own)
    return made


def _rewritten(node: Node, modified: Mapping[str, FieldUse]) -> Node:
    """A node in which what is modified is the value; itself if nothing is."""
    if isinstance(node, Modify) and node.value.text in modified:
        name = Name(_named(modified[node.value.text]), span=node.value.span)
        return evolve(node, value=name)
    changes: dict[str, Any] = {}
    for part in annotated(type(node)):
        old = getattr(node, part)
        if isinstance(old, Node):
            new: object = _rewritten(old, modified)
        elif isinstance(old, tuple):
            new = tuple(_rewritten(e, modified) if isinstance(e, Node) else e for e in old)
            new = old if list(map(id, new)) == list(map(id, old)) else new
        else:
            continue
        if new is not old:
            changes[part] = new
    return evolve(node, **changes) if changes else node


def _value(field: FieldUse) -> d.Value:
    """The value: what is printed on the card, at these places."""
    node, at = field.node, field.node.name.span
    card = Name(_card(node.name.text), span=at)
    numbers = range(1, len(node.index) + 1)
    places = [Name(f"place {number} of {node.name.text}", span=at) for number in numbers]
    parameters = (
        d.Parameter(card, x.NamedType(Name(field.kind, span=at), span=at), False, span=at),
        *(
            d.Parameter(name, place.type, False, span=at)
            for name, place in zip(places, node.index, strict=True)
        ),
    )
    printed = x.Apply(Name(node.name.text, span=at), (card, *places), span=at)
    name = Name(_named(field), span=at)
    return d.Value(name, parameters, node.type, printed, marks=node.marks, span=at)
