"""Lowers examples and claims: their start, their steps, their expected results."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from ruleslang.language.lower.context import Context
from ruleslang.language.lower.control_flow import who_win
from ruleslang.language.lower.diagnostics import declarations as errors
from ruleslang.language.lower.diagnostics.setup import given_too_late, several_see
from ruleslang.language.lower.dispatch import member_type, raw, subject
from ruleslang.language.lower.example_setup import lower_given
from ruleslang.language.lower.expressions import arguments, condition, lower
from ruleslang.language.lower.lone_names import declare
from ruleslang.language.lower.moving import card_of
from ruleslang.language.lower.patterns import actions_named, event_of
from ruleslang.language.lower.scope import Scope, with_locals
from ruleslang.language.lower.sets import lower_copies
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import examples
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.expressions import unwrapped
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.simple_statements import Marked
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.typing.lattice import element, is_collection, plain

NOTHING = e.MakeSet(())


def seen(scope: Scope, node: x.Expression) -> e.Expr | d.FactSeen:
    """Return what a line about visibility names: cards, their number, state, dice, or fact."""
    bare = unwrapped(node)
    match bare:
        case x.Every(variable=name, subject=cards, condition=x.Is() as fact):
            members = subject(scope, cards)
            inside = declare(scope, name, member_type(members.type), "member")
            return _fact(inside, node, fact, members.expr, inside.slot(name.text))
        case x.ImageOf(variable=name, subject=cards, operand=fact):
            members = subject(scope, cards)
            inside = declare(scope, name, member_type(members.type), "member")
            return _fact(inside, node, fact, members.expr, inside.slot(name.text))
        case x.Is():
            return _fact(scope, node, bare)
    typed = subject(scope, node, single=True)
    alone = typed.expr.operand if isinstance(typed.expr, e.OptionalAsSet) else typed.expr
    match alone:
        case e.ReadState() | e.ReadDice() | e.ReadZone() | e.NumberOf(e.ReadZone()):
            return alone
    if isinstance(plain(element(typed.type) or typed.type), t.Card | t.Unknown):
        return typed.expr
    return _fact(scope, node, bare)


def _fact(
    scope: Scope,
    node: x.Expression,
    stated: x.Expression,
    cards: e.Expr | None = None,
    variable: Slot | None = None,
) -> e.Expr | d.FactSeen:
    """
    Lower `f(c)`, `f(c) is E` or `f(c) is not E`; `for every c in S: f(c) is E`; `set of f(c) over c
    in S`.
    """
    left = unwrapped(stated.left) if isinstance(stated, x.Is) else stated
    fact = raw(scope, left)
    card = card_of(scope, left) if isinstance(left, x.Apply) else None
    if card is None:
        if not isinstance(fact.type, t.Unknown):
            scope.context.report(errors.cannot_be_seen(node.span))
        return NOTHING
    if not isinstance(stated, x.Is):
        return d.FactSeen(variable, fact.expr, card, None, False, cards)
    wanted = None if isinstance(fact.type, t.Unknown) else plain(fact.type)
    value = lower(scope, stated.right, wanted).expr
    return d.FactSeen(variable, fact.expr, card, value, stated.negated, cards)


_AT_THE_TOP = (examples.Given, examples.Rolling, examples.Picking, examples.Scripted)
DECLINING = frozenset({"pass", "passes", "decline", "declines", "nothing"})


class Examples:
    """Lowers examples and claims; knows the names that may stand among a player's answers."""

    def __init__(self, context: Context) -> None:
        self._scope = Scope(context, claim=True)
        self._context = context
        self._actions = frozenset(context.symbols.names_of("action"))
        self._branches = context.symbols.branches

    def example(self, node: examples.Example) -> d.Example:
        """Lower `example "title"` and its lines."""
        lines: list[d.ExampleLine] = []
        for place, line in enumerate(node.lines):
            if isinstance(line, examples.Given):
                given_lines = lower_given(self._scope, line)
                if any(not isinstance(earlier, _AT_THE_TOP) for earlier in node.lines[:place]):
                    self._refuse_settings(line, given_lines)
                lines.extend(given_lines)
            else:
                lines.append(LINES[type(line)](self, line))
        origin = self._context.origin(node.span, node.marks)
        example = d.Example(node.text.text, (), tuple(lines), origin)
        return with_locals(self._context, example)

    def _refuse_settings(self, line: examples.Given, given_lines: Iterable[d.GivenLine]) -> None:
        """Report an option or a seat that is set after the start of an example."""
        for given_line in given_lines:
            if isinstance(given_line, d.GivenOption | d.GivenPlayers | d.GivenAutomatic):
                self._context.report(given_too_late(line.span))

    def claim(self, node: examples.Claim) -> d.Claim:
        """Lower `claim "title": E`, or its block."""
        given_lines = tuple(
            line for written in node.given for line in lower_given(self._scope, written)
        )
        conditions: tuple[d.ThenLine, ...]
        if node.expression is not None:
            conditions = (self._then(node.expression, self._context.origin(node.expression.span)),)
        else:
            conditions = tuple(
                self._then(written.condition, self._context.origin(written.span, written.marks))
                for written in node.then
            )
        title = (
            node.text.text
            if node.text is not None
            else " ".join((node.expression or node).span.text.split())
        )
        origin = self._context.origin(node.span, node.marks)
        return with_locals(self._context, d.Claim(title, (), given_lines, conditions, origin))

    def _then(self, node: x.Expression, origin: int) -> d.ThenLine:
        return d.ThenLine(condition(self._scope, node)[0], origin)

    def _answer(self, node: x.Expression, wanted: t.Type | None = None) -> e.Expr | str:
        """Return a value that a player or chance gives; a bare word stands for itself."""
        with self._context.naming_offers():
            return self._lowered_answer(node, wanted)

    def _lowered_answer(self, node: x.Expression, wanted: t.Type | None) -> e.Expr | str:
        if isinstance(node, Name) and self._is_bare(node.text):
            return node.text
        bare = unwrapped(node)
        if isinstance(bare, x.Or | x.And):
            word = "or" if isinstance(bare, x.Or) else "and"
            left, right = bare.left.span.text, bare.right.span.text
            self._context.report(errors.answers_joined(node.span, left, word, right))
            return word
        if wanted is None and isinstance(bare, x.Braces):
            return lower_copies(self._scope, bare).expr
        return lower(self._scope, node, wanted).expr

    def _is_unknown(self, name: str) -> bool:
        return not self._is_bare(name) and name not in self._context.symbols

    def _is_bare(self, name: str) -> bool:
        return (
            name in self._actions or name in self._branches or name in self._context.symbols.words
        )

    def _answers(self, nodes: tuple[x.Expression, ...]) -> tuple[e.Expr | str, ...]:
        return tuple(self._answer(node) for node in nodes)

    def _rolling(self, node: examples.Rolling) -> d.RollingLine:
        faces = self._faces
        for face in node.faces:
            if isinstance(face, Name) and faces and self._is_unknown(face.text):
                self._context.report(errors.unknown_face(face, faces))
                return d.RollingLine((), self._origin(node))
        return d.RollingLine(self._answers(node.faces), self._origin(node))

    @cached_property
    def _faces(self) -> dict[str, str]:
        symbols = self._context.symbols
        dice = {node.name.text for node in symbols.each(syntax.Die)}
        return {
            word: use.list
            for word, uses in symbols.words.items()
            for use in uses
            if use.list in dice
        }

    def _picking(self, node: examples.Picking) -> d.PickingLine:
        return d.PickingLine(self._answers(node.values), self._origin(node))

    def _scripted(self, node: examples.Scripted) -> d.ScriptLine:
        player = node.player.span.text
        if self._declined(node.values, f"{player} declines"):
            return d.ScriptLine(self._player(node.player), (), True, self._origin(node))
        return d.ScriptLine(
            self._player(node.player), self._answers(node.values), node.declines, self._origin(node)
        )

    def _declined(self, nodes: tuple[x.Expression, ...], line: str) -> bool:
        """Return whether an answer is a word for declining; reports it."""
        for node in nodes:
            if isinstance(node, Name) and node.text in DECLINING and self._is_unknown(node.text):
                self._context.report(errors.chosen_to_decline(node, line=line))
                return True
        return False

    def _plays(self, node: examples.WhenPlays) -> d.PlaysLine:
        card = lower(self._scope, node.card, t.Title())
        return d.PlaysLine(
            self._player(node.player), card.expr, self._answers(node.choosing), self._origin(node)
        )

    def _does(self, node: examples.WhenDoes) -> d.DoesLine:
        return d.DoesLine(
            self._player(node.player),
            node.action.text,
            self._choosing(node.action, node.choosing),
            self._origin(node),
        )

    def _may(self, node: examples.ThenMay) -> d.MayLine:
        return d.MayLine(
            self._player(node.player),
            node.action.text,
            self._choosing(node.action, node.choosing),
            node.negated,
            self._origin(node),
        )

    def _may_play(self, node: examples.ThenMayPlay) -> d.MayPlayLine:
        return d.MayPlayLine(
            self._player(node.player),
            lower(self._scope, node.card, t.Title()).expr,
            self._answers(node.choosing),
            node.negated,
            self._origin(node),
        )

    def _may_choose(self, node: examples.ThenMayChoose) -> d.MayChooseLine:
        verb = "may not" if node.negated else "may"
        declined = self._declined(node.values, f"then {node.player.span.text} {verb} decline")
        return d.MayChooseLine(
            self._player(node.player),
            () if declined else self._answers(node.values),
            node.declines or declined,
            node.negated,
            self._origin(node),
        )

    def _together(self, node: examples.ThenTogether) -> d.TogetherLine:
        players = lower(self._scope, node.players, t.SetOf(t.Player())).expr
        return d.TogetherLine(players, self._origin(node))

    def _won(self, node: examples.ThenWins) -> d.WonLine:
        return d.WonLine(who_win(self._scope, node.players), self._origin(node))

    def _choosing(self, action: Name, nodes: tuple[x.Expression, ...]) -> tuple[e.Expr | str, ...]:
        if action.text not in self._actions:
            actions_named(self._context, (action,))
            return ()
        _, places = event_of(self._context, action)
        wanted: list[t.Type | None] = [_as_written(type) for _, type in places]
        wanted += [None] * len(nodes)
        return tuple(self._answer(node, type) for node, type in zip(nodes, wanted, strict=False))

    def _called(self, node: examples.WhenCalled) -> d.RunLine:
        name = node.call if isinstance(node.call, Name) else node.call.function
        symbol = self._context.symbols.get(name.text)
        if symbol is None or not isinstance(symbol.node, syntax.Procedure):
            known = self._context.symbols.names_of("procedure", "phase", "check")
            self._context.report(errors.not_a_run(name, known=known))
            return d.RunLine(name.text, ())
        _, places = event_of(self._context, name)
        return d.RunLine(name.text, arguments(self._scope, node.call, places), self._origin(node))

    def _holds(self, node: examples.Then) -> d.ThenLine:
        return self._then(node.condition, self._origin(node))

    def _sees(self, node: examples.ThenSees) -> d.SeesLine | d.AudienceLine:
        subject = seen(self._scope, node.subject)
        if isinstance(node.player, Name) and node.player.text == "nobody" and not node.negated:
            return d.AudienceLine(e.MakeSet(()), subject, self._origin(node))
        if isinstance(node.player, x.Braces):
            self._context.report(several_see(node.player.span, subject=node.subject.span.text))
            return d.AudienceLine(e.MakeSet(()), subject, self._origin(node))
        return d.SeesLine(self._player(node.player), subject, node.negated, self._origin(node))

    def _only(self, node: examples.ThenOnly) -> d.AudienceLine:
        subject = seen(self._scope, node.subject)
        if node.several:
            players = lower(self._scope, node.players, t.SetOf(t.Player())).expr
        else:
            players = e.MakeSet((self._player(node.players),))
        return d.AudienceLine(players, subject, self._origin(node))

    def _player(self, node: x.Expression) -> e.Expr:
        return lower(self._scope, node, t.Player()).expr

    def _origin(self, node: Marked) -> int:
        return self._context.origin(node.span, node.marks)


def _as_written(type: t.Type) -> t.Type | None:
    """Return the type in which an example writes a choice: titles for cards, any for sets."""
    if isinstance(type, t.Card):
        return t.Title(type.kind)
    return None if is_collection(type) else type


LINES: dict[type[Marked], Callable[..., d.ExampleLine]] = {
    examples.Rolling: Examples._rolling,
    examples.Picking: Examples._picking,
    examples.Scripted: Examples._scripted,
    examples.WhenPlays: Examples._plays,
    examples.WhenDoes: Examples._does,
    examples.ThenMay: Examples._may,
    examples.ThenMayPlay: Examples._may_play,
    examples.ThenMayChoose: Examples._may_choose,
    examples.ThenTogether: Examples._together,
    examples.ThenWins: Examples._won,
    examples.WhenCalled: Examples._called,
    examples.Then: Examples._holds,
    examples.ThenSees: Examples._sees,
    examples.ThenOnly: Examples._only,
}
