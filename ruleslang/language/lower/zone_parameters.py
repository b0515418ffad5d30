"""Specialises procedures that take zones: one copy for each combination of zones passed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypeVar, cast

from attrs import define, evolve, field, frozen

from ruleslang.language.lower.diagnostics import calls, heads, names, setup
from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.statements import Hook, Lasting, Pattern
from ruleslang.language.syntax.walk import find, rewritten, walk
from ruleslang.source.diagnostic import Diagnostic

N = TypeVar("N", bound=Node)
Zones: TypeAlias = tuple[str, ...]  # the zones of one copy, by parameter


@frozen(eq=False)
class ZoneAt:
    """A zone and its index."""

    zone: d.Zone
    index: tuple[x.Expression, ...]

    def read(self, at: Name) -> x.Expression:
        """Return the zone, as syntax at the place of the parameter."""
        name = Name(self.zone.name.text, span=at.span)
        return x.Apply(name, self.index, span=at.span) if self.index else name


Bound: TypeAlias = Mapping[str, ZoneAt]


def without_zone_parameters(
    trees: Sequence[d.Tree], symbols: Symbols
) -> tuple[tuple[d.Tree, ...], tuple[Diagnostic, ...]] | None:
    """Return the trees without zone parameters, and diagnostics; `None` without such parameters."""
    mistakes: list[Diagnostic] = []
    taking: dict[str, d.Procedure] = {}
    for node in symbols.order:
        types = [*find(node, x.ZoneType)]
        if isinstance(node, d.Procedure) and _zone_parameters(node):
            taking.setdefault(node.name.text, node)
            declared = {parameter.type for parameter in node.parameters if not parameter.changeable}
            types = [type for type in types if type not in declared]
        mistakes.extend(setup.zone_as_type(type.span) for type in types)
    if not taking and not mistakes:
        return None
    specialiser = _Specialiser(symbols, taking)
    specialiser.start()
    while True:
        known = {name: list(sets) for name, sets in specialiser.wanted.items()}
        specialiser.mistakes = list(mistakes)
        result = tuple(
            evolve(tree, declarations=tuple(specialiser.declarations(tree.declarations)))
            for tree in trees
        )
        if known == specialiser.wanted:
            return result, tuple(dict.fromkeys(specialiser.mistakes))


@define(eq=False)
class _Specialiser:
    """The procedures that take zones, with the combinations needed so far."""

    symbols: Symbols
    taking: Mapping[str, d.Procedure]
    wanted: dict[str, list[Zones]] = field(factory=dict)
    mistakes: list[Diagnostic] = field(factory=list)

    def start(self) -> None:
        """Instantiate uncalled procedures with a fitting zone, so that their bodies are checked."""
        called = {
            apply.function.text
            for declaration in self.symbols.order
            for apply in find(declaration, x.Apply)
        }
        for name, node in self.taking.items():
            first = [self._first_zone(parameter.type) for parameter in _zone_parameters(node)]
            self.wanted[name] = []
            if name not in called and all(first):
                self.wanted[name].append(tuple(zone for zone in first if zone is not None))

    def _first_zone(self, type: x.TypeNode) -> str | None:
        names = (zone.name.text for zone in self.symbols.each(d.Zone))
        found = (self.symbols.declared(name, d.Zone) for name in names)
        zones = (zone for zone in found if zone is not None)  # a repeated name has none
        return next((zone.name.text for zone in zones if self._is_for(zone, type)), None)

    def _is_for(self, zone: d.Zone, type: x.TypeNode) -> bool:
        """Return whether all cards of a zone are of the expected kind."""
        assert isinstance(type, x.ZoneType)
        kinds = self.symbols.kinds.get(zone.kind.text, ())
        return type.kind.text == "card" or type.kind.text in kinds

    # ------------------------------------------------------------ declarations

    def declarations(self, nodes: Sequence[d.Declaration]) -> list[d.Declaration]:
        """Return the declarations, with each procedure that takes zones replaced by its copies."""
        declarations: list[d.Declaration] = []
        for node in nodes:
            if isinstance(node, d.Procedure) and self.taking.get(node.name.text) is node:
                declarations.extend(
                    self._for_zones(node, zones) for zones in self.wanted[node.name.text]
                )
            elif isinstance(node, d.TopHook) and node.hook.procedure.text in self.taking:
                hooks = self._hooks(node.hook, {})
                declarations.extend(evolve(node, hook=hook) for hook in hooks)
            elif self._concerns(node):
                declarations.append(self._rewritten(node, {}))
            else:
                declarations.append(node)
        return declarations

    def _concerns(self, node: d.Declaration) -> bool:
        """Return whether it names a procedure that takes zones."""
        return any(name.text in self.taking for name in find(node, Name))

    def _for_zones(self, node: d.Procedure, zones: Zones) -> d.Procedure:
        bound: dict[str, ZoneAt] = {}
        parameters: list[d.Parameter] = []
        next_zones = iter(zones)
        for parameter in node.parameters:
            if isinstance(parameter.type, x.ZoneType):
                zone = self._zone(next(next_zones))
                places = _places(zone, parameter.name)
                bound[parameter.name.text] = ZoneAt(zone, tuple(places))
                parameters.extend(
                    d.Parameter(name, place.type, False, span=parameter.span)
                    for name, place in zip(places, zone.index, strict=True)
                )
            else:
                parameters.append(parameter)
        name = Name(_called(node.name.text, zones), span=node.name.span)
        body = self._rewritten(node.body, bound)
        return evolve(node, name=name, parameters=tuple(parameters), body=body)

    def _zone(self, name: str) -> d.Zone:
        zone = self.symbols.declared(name, d.Zone)
        assert zone is not None
        return zone

    # -------------------------------------------------------------- contents of zones

    def _rewritten(self, node: N, bound: Bound) -> N:
        """Return the node with parameters replaced by zones; the same object if nothing changes."""
        return rewritten(node, lambda part, written: self._replacements(part, written, bound))

    def _replacements(self, node: Node, written: str, bound: Bound) -> Sequence[Node]:
        """Return the replacement of a node in a field of this type."""
        if isinstance(node, x.Apply) and node.function.text in self.taking:
            return [self._call(node, bound)]
        if isinstance(node, Hook) and node.procedure.text in self.taking:
            return self._hooks(node, bound)
        if isinstance(node, Lasting):  # one is nothing without its hooks on zones never passed
            new = self._rewritten(node, bound)
            return [new] if new.effects else []
        if not isinstance(node, Name):
            return [self._rewritten(node, bound)]
        if node.text in bound:
            if "Expression" in written:
                return [bound[node.text].read(node)]
            self.mistakes.append(names.shadowing(node, "zone", None))
        elif node.text in self.taking:
            self.mistakes.append(setup.zone_procedure(node.span, name=node.text))
        return [node]

    def _call(self, node: x.Apply, bound: Bound) -> Node:
        """Return a call of the copy for the zones passed."""
        procedure = self.taking[node.function.text]
        passed = self._matched(node, procedure)
        if passed is None:
            return node
        zones: list[str] = []
        arguments: list[x.Expression] = []
        for parameter, value in zip(procedure.parameters, passed, strict=True):
            if not isinstance(parameter.type, x.ZoneType):
                arguments.extend(cast("list[x.Expression]", self._replacements(value, READ, bound)))
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
        """Return the arguments in the order of the parameters; None if they do not match."""
        places = [parameter.name.text for parameter in procedure.parameters]
        by_name: dict[str, x.Expression] = {}
        for number, argument in enumerate(node.arguments):
            if isinstance(argument, x.NamedArgument):
                if argument.name.text not in places:
                    name, listed = procedure.name.text, ", ".join(places)
                    self.mistakes.append(
                        calls.unknown_argument(
                            argument.name, known=places, function=name, places=listed
                        )
                    )
                    return None
                by_name[argument.name.text] = argument.value
            elif number < len(places):
                by_name[places[number]] = argument
        if len(node.arguments) != len(places) or len(by_name) != len(places):
            found, name = len(node.arguments), procedure.name.text
            self.mistakes.append(calls.wrong_argument_count(node.span, name, found, places))
            return None
        return [by_name[place] for place in places]

    def _zone_at(self, node: x.Expression, wanted: d.Parameter, bound: Bound) -> ZoneAt | None:
        """Return the zone passed for a parameter; reports an argument that is no zone."""
        (new,) = self._replacements(node, READ, bound)
        while isinstance(new, x.Paren):
            new = new.inner
        name = new.function if isinstance(new, x.Apply) else new
        zone = self.symbols.declared(name.text, d.Zone) if isinstance(name, Name) else None
        index = new.arguments if isinstance(new, x.Apply) else ()
        if zone is None or not self._is_for(zone, wanted.type):
            kind = wanted.type.kind.text if isinstance(wanted.type, x.ZoneType) else "card"
            of = "a zone" if kind == "card" else f"a zone of `{kind}`"
            parameter = wanted.name.text
            missed = name.text if isinstance(name, Name) else ""
            if zone is not None:
                missed = next(
                    (sort for sort in (zone.kind.text, kind) if sort not in self.symbols), ""
                )
            diagnostic = setup.zone_argument(
                node.span, parameter=parameter, wanted=of, missed=missed
            )
            self.mistakes.append(diagnostic)
            return None
        if len(index) != len(zone.index):
            written = [(place.name or place.type).span.text for place in zone.index]
            count = calls.wrong_argument_count(node.span, zone.name.text, len(index), written)
            self.mistakes.append(count)
            return None
        plain = (place.value if isinstance(place, x.NamedArgument) else place for place in index)
        return ZoneAt(zone, tuple(plain))

    # ------------------------------------------------------------ hooks

    def _hooks(self, node: Hook, bound: Bound) -> list[Hook]:
        """Return the hooks on the copies that a head matches."""
        procedure = self.taking[node.procedure.text]
        entries = node.pattern.entries if node.pattern is not None else None
        if entries is not None and len(entries) != len(procedure.parameters):
            places = [parameter.name.text for parameter in procedure.parameters]
            called, at = procedure.name.text, node.pattern or node
            self.mistakes.append(heads.wrong_entry_count(at.span, called, len(entries), places))
            return []
        self._note_zones(node, procedure, bound)
        wanted = tuple(self.wanted[procedure.name.text])
        hooks = (self._hook(node, procedure, zones, bound) for zones in wanted)
        return [hook for hook in hooks if hook is not None]

    def _note_zones(self, node: Hook, procedure: d.Procedure, bound: Bound) -> None:
        """Report a pattern entry that is no zone, and an unread name for one."""
        entries = node.pattern.entries if node.pattern is not None else ()
        for parameter, entry in zip(procedure.parameters, entries, strict=False):
            if not isinstance(parameter.type, x.ZoneType) or isinstance(entry, x.AnyPlace):
                continue
            if not isinstance(entry, Name) or not self._is_new(entry, bound):
                self._zone_at(entry, parameter, bound)
            elif sum(isinstance(e, Name) and e.text == entry.text for e in walk(node)) < 2:
                self.mistakes.append(
                    heads.unused_binding(entry.text, entry.span, bound, self.symbols)
                )

    def _is_new(self, entry: x.Expression, bound: Bound) -> bool:
        if not isinstance(entry, Name):
            return False
        return entry.text not in self.symbols and entry.text not in bound

    def _hook(self, node: Hook, procedure: d.Procedure, zones: Zones, bound: Bound) -> Hook | None:
        """Return the hook on the copy for some zones; None if the head names others."""
        inner, entries, next_zones = dict(bound), list[x.Expression](), iter(zones)
        written = node.pattern.entries if node.pattern else ()
        for parameter, entry in zip(procedure.parameters, written, strict=False):
            if not isinstance(parameter.type, x.ZoneType):
                entries.extend(cast("list[x.Expression]", self._replacements(entry, READ, bound)))
                continue
            zone = self._zone(next(next_zones))
            if isinstance(entry, x.AnyPlace):
                entries.extend(entry for _ in zone.index)
            elif isinstance(entry, Name) and self._is_new(entry, bound):
                places = _places(zone, entry)
                inner[entry.text] = ZoneAt(zone, tuple(places))
                entries.extend(places)
            else:
                found = self._zone_at(entry, parameter, bound)
                if found is None or found.zone is not zone:
                    return None
                entries.extend(found.index)
        name = Name(_called(procedure.name.text, zones), span=node.procedure.span)
        pattern = node.pattern and Pattern(tuple(entries), span=node.pattern.span)
        hook = self._rewritten(evolve(node, procedure=name, pattern=None), inner)
        return evolve(hook, pattern=pattern if entries else None)


READ = "Expression"


def _zone_parameters(node: d.Procedure) -> list[d.Parameter]:
    return [parameter for parameter in node.parameters if isinstance(parameter.type, x.ZoneType)]


def _called(name: str, zones: Zones) -> str:
    """Return the name of the copy for some zones, which cannot be written."""
    return f"{name} with {' and '.join(zones)}"


def _places(zone: d.Zone, parameter: Name) -> list[Name]:
    """Return the names of the copy's parameters for the zone's index."""
    names: list[Name] = []
    for number, place in enumerate(zone.index, start=1):
        name = place.name.text if place.name is not None else f"place {number}"
        if place.name is None and isinstance(place.type, x.NamedType) and len(zone.index) == 1:
            name = place.type.name.text
        names.append(Name(f"{name} of {parameter.text}", span=parameter.span))
    return names
