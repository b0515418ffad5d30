"""Reports `one-or-none`: `there is x in S` where S is an optional, not a set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.examples import Claim, Property
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.statements import Block, Branch, If, Whenever
from ruleslang.language.syntax.walk import find, walk
from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.fix import Certainty, Edit, Fix
from ruleslang.source.span import Span

EXPRESSIONS_ONLY = (d.Value, d.Measure, d.Chooser, Claim, Property)  # these change no state


def one_or_none(span: Span, name: str, member: str, test: str, fix: Fix) -> Diagnostic:
    """
    An optional is tested for a member, as if it were a set.

    If it may change before it is read, the fix would need a new line, so there is none.
    """
    way_out = f"write `{test}`, and `{name}` where `{member}` is read"
    if not fix.is_sure:
        kept = f"let {member} = {name}"
        way_out += f"; if `{name}` may change before, keep it: `{kept}` in a line above"
    diagnostic = advice(
        "one-or-none", span, f"`{name}` is one thing or nothing, not a set", help=way_out
    )
    return evolve(diagnostic, fix=fix) if fix.is_sure else diagnostic


@frozen
class _Optionals:
    """The names of optionals: bare ones, and ones with arguments."""

    names: frozenset[str]
    with_places: frozenset[str]

    def within(self, top: Node) -> _Optionals:
        """The names, with the optional parameters of a declaration."""
        texts = {
            node.name.text
            for node in find(top, d.Parameter)
            if isinstance(node.type, x.OptionalType)
        }
        return evolve(self, names=self.names | texts)


def check(trees: Sequence[d.Tree], program: Program) -> Iterator[Diagnostic]:
    """
    Every `there is` over an optional, except as the condition of a `whenever`.

    With arguments, `there is` gives it a short name; that is needless if it is read once.
    """
    known = _known(program)
    for tree in trees:
        for top in tree.declarations:
            yield from _in_declaration(top, known.within(top))


def _known(program: Program) -> _Optionals:
    declared = [(state.name, state.type, bool(state.index)) for state in program.states]
    declared += [(value.name, value.type, bool(value.parameters)) for value in program.values]
    optionals = [(name, places) for name, type, places in declared if isinstance(type, t.Optional)]
    return _Optionals(
        frozenset(name for name, places in optionals if not places),
        frozenset(name for name, places in optionals if places),
    )


def _in_declaration(top: Node, known: _Optionals) -> Iterator[Diagnostic]:
    tests = [*find(top, x.ThereIs)]
    if not tests:
        return
    nodes = [*walk(top)]
    rules = {id(inner.condition) for inner in nodes if isinstance(inner, Whenever)}
    for node in tests:
        if id(node) not in rules:
            scope = _scope(nodes, node) or top
            read = _reads(scope, node)
            match node.subject:
                case Name(text=text) if text in known.names:
                    yield _advice(top, scope, node, read)
                case x.Apply(function=Name(text=text)) if text in known.with_places:
                    if len(read) == 1:
                        yield _advice(top, scope, node, read)


def _reads(scope: Node, node: x.ThereIs) -> tuple[Span, ...]:
    spans = (inner.span for inner in walk(scope) if _is_named(inner, node.variable))
    return tuple(dict.fromkeys(span for span in spans if span != node.variable.span))


def _advice(top: Node, scope: Node, node: x.ThereIs, read: Sequence[Span]) -> Diagnostic:
    name = node.subject.span.text
    test = _asked(node, name)
    renames = [Edit(span, name) for span in read if not _is_inside(span, node.span)]
    sure = _is_unchanged(top, scope, name)
    edits = (Edit(node.span, test), *renames)
    fix = Fix(edits, Certainty.SURE if sure else Certainty.LIKELY)
    return one_or_none(node.span, name, node.variable.text, test, fix)


def _is_inside(span: Span, other: Span) -> bool:
    return other.start <= span.start < other.end


def _is_named(node: Node, variable: Name) -> bool:
    return isinstance(node, Name) and node.text == variable.text


def _asked(node: x.ThereIs, name: str) -> str:
    if node.condition is None:
        return f"{name} is none" if node.negated else f"{name} is not none"
    start, text = node.condition.span.start, node.condition.span.text
    for start_of_name in sorted(_named(node.condition, node.variable), reverse=True):
        at = start_of_name - start
        text = text[:at] + name + text[at + len(node.variable.text) :]
    if node.negated:
        return f"{name} is none or not ({text})"
    ends = isinstance(node.condition, x.Or | x.WhenOtherwise)
    return f"{name} is not none and ({text})" if ends else f"{name} is not none and {text}"


def _named(node: Node, variable: Name) -> set[int]:
    return {inner.span.start for inner in walk(node) if _is_named(inner, variable)}


def _scope(nodes: Sequence[Node], node: x.ThereIs) -> Node | None:
    """The innermost branch or case in which the name may be read."""
    around = [
        outer
        for outer in nodes
        if isinstance(outer, Branch | x.WhenOtherwise | d.ValueCase)
        and outer.span.start <= node.span.start
        and node.span.end <= outer.span.end
    ]
    return around[-1] if around else None


def _is_unchanged(top: Node, scope: Node, name: str) -> bool:
    """Whether S keeps its value while the name is read."""
    if isinstance(top, EXPRESSIONS_ONLY) or not isinstance(scope, Branch):
        return isinstance(top, EXPRESSIONS_ONLY) or isinstance(scope, x.WhenOtherwise)
    texts = {node.name.text for node in walk(top) if isinstance(node, d.Parameter)}
    return name in texts or _is_one_statement(scope.block)


def _is_one_statement(block: Block) -> bool:
    return len(block.statements) == 1 and not any(isinstance(node, If) for node in walk(block))
