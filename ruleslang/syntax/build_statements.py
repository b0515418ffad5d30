"""From parse trees to nodes of statements, and of the clauses and effects found with them."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from ruleslang.source.span import Span
from ruleslang.syntax import simple_statements as simple
from ruleslang.syntax import statements as nodes
from ruleslang.syntax.build_choices import CHOICES
from ruleslang.syntax.build_expressions import (
    gathered,
    marked_by,
    only,
    phrase,
    plain,
    there,
    together,
)
from ruleslang.syntax.builder_interface import Builder, Suite, no_marks
from ruleslang.syntax.expressions import Expression, Extreme
from ruleslang.syntax.node import Marks, Name, Text

# ---------------------------------------------------------------- lines and blocks


def bare(node: Any, *words: Any) -> Builder:
    """The builder of a simple statement: its marks come later, with the end of its line."""
    return lambda span, *parts: node(*words, *parts, marks=no_marks(span), span=span)


def headed(node: Any, *words: Any) -> Builder:
    """The builder of a node whose last part is its marks."""
    return lambda span, *parts: node(*words, *parts[:-1], marks=parts[-1], span=span)


def _eol(span: Span, cites: tuple[Name, ...] | None, designed: bool | None) -> Marks:
    return Marks(cites or (), bool(designed), span=span)


def _marked(span: Span, statement: simple.Marked, marks: Marks) -> simple.Marked:
    """Simple statements come without marks: only here is the end of the line known."""
    if span == statement.span:
        return statement
    return evolve(statement, marks=marks, span=span)


def _suite_inline(span: Span, statement: nodes.Statement, marks: Marks) -> Suite:
    return Suite(nodes.Block((statement,), inline=True, span=statement.span), marks)


def _suite(span: Span, head: Marks, block: nodes.Block) -> Suite:
    return Suite(block, head)


def _body(span: Span, *parts: Any) -> nodes.Body:
    *before, last = parts
    clauses = tuple(part for part in before if isinstance(part, nodes.Clause))
    statements = tuple(part for part in before if not isinstance(part, nodes.Clause))
    block, marks = (last.block, last.marks) if last else (None, None)
    return nodes.Body(clauses, statements, block, marks, span=span)


def _limit(
    span: Span, number: Expression, procedure: Name, each: tuple[Name, ...] | None, marks: Marks
) -> nodes.Limit:
    return nodes.Limit(number, procedure, each or (), marks, span=span)


def _pays(span: Span, *parts: Any) -> nodes.Pays:
    return nodes.Pays(parts[:-1], parts[-1], span=span)


# ---------------------------------------------------------------- effects


def _hook(
    span: Span,
    moment: str,
    procedure: Name,
    pattern: nodes.Pattern | None,
    by: Expression | None,
    condition: Expression | None,
    marks: Marks,
    block: nodes.Block,
) -> nodes.Hook:
    return nodes.Hook(moment, procedure, pattern, by, condition, block, marks, span=span)


def _modify(
    span: Span, value: Name, pattern: nodes.Pattern | None, condition: Expression | None, *rest: Any
) -> nodes.Modify:
    return nodes.Modify(value, pattern, condition, rest[:-1], rest[-1], span=span)


def _whenever(
    span: Span, condition: Expression, marks: Marks, block: nodes.Block
) -> nodes.Whenever:
    return nodes.Whenever(condition, block, marks, span=span)


EFFECTS: dict[str, Builder] = {
    "hook": _hook,
    "hook_word": phrase,
    "modify": _modify,
    "whenever": _whenever,
    "effects": together,
    "pattern": plain(nodes.Pattern),
    "change_plus": marked_by(nodes.Change, "+"),
    "change_minus": marked_by(nodes.Change, "-"),
    "change_times": marked_by(nodes.Change, "times"),
    "change_at_least": marked_by(nodes.Change, "at least"),
    "change_at_most": marked_by(nodes.Change, "at most"),
    "change_becomes": marked_by(nodes.Change, "becomes"),
    "change_starts_from": marked_by(nodes.Change, "starts from"),
    "change_include": marked_by(nodes.Change, "include"),
    "change_exclude": marked_by(nodes.Change, "exclude"),
}

# ---------------------------------------------------------------- simple statements


def _roll(
    span: Span, what: Expression, name: Name | None, seen_by: Expression | None
) -> simple.Roll:
    return simple.Roll(None, what, name, None, seen_by, marks=no_marks(span), span=span)


def _roll_many(
    span: Span, number: Expression, what: Name, name: Name | None, seen_by: Expression | None
) -> simple.Roll:
    return simple.Roll(number, what, name, None, seen_by, marks=no_marks(span), span=span)


def _roll_into(span: Span, number: Expression, what: Name, target: Expression) -> simple.Roll:
    return simple.Roll(number, what, None, target, None, marks=no_marks(span), span=span)


def _must_do(
    span: Span, player: Expression, action: Name, otherwise: simple.Simple | None
) -> simple.Do:
    return simple.Do(player, "must", False, (action,), otherwise, marks=no_marks(span), span=span)


def _must_do_one(span: Span, player: Expression, *rest: Any) -> simple.Do:
    return simple.Do(player, "must", True, rest[:-1], rest[-1], marks=no_marks(span), span=span)


def _must_do_most(
    span: Span,
    player: Expression,
    action: Name,
    as_often: bool,
    once: Extreme | None,
    otherwise: simple.Simple | None,
) -> simple.Do:
    return simple.Do(
        player, "must", False, (action,), otherwise, True, once, marks=no_marks(span), span=span
    )


def _must_do_most_of(
    span: Span,
    player: Expression,
    actions: tuple[Name, ...],
    as_often: bool,
    once: Extreme | None,
    otherwise: simple.Simple | None,
) -> simple.Do:
    return simple.Do(
        player, "must", True, actions, otherwise, True, once, marks=no_marks(span), span=span
    )


def _may_do(span: Span, player: Expression, action: Name, as_often: bool | None) -> simple.Do:
    return simple.Do(
        player, "may", False, (action,), None, bool(as_often), marks=no_marks(span), span=span
    )


def _may_do_one(
    span: Span, player: Expression, actions: tuple[Name, ...], as_often: bool | None
) -> simple.Do:
    return simple.Do(
        player, "may", True, actions, None, bool(as_often), marks=no_marks(span), span=span
    )


def _end(span: Span, procedure: Name, if_under_way: bool | None) -> simple.End:
    return simple.End(procedure, bool(if_under_way), marks=no_marks(span), span=span)


SIMPLE: dict[str, Builder] = {
    "let": bare(simple.Let),
    "set": bare(simple.Set),
    "add": bare(simple.Add),
    "subtract": bare(simple.Subtract),
    "move": bare(simple.Move),
    "position": phrase,
    "swap": bare(simple.Swap),
    "shuffle": bare(simple.Shuffle),
    "roll": _roll,
    "roll_many": _roll_many,
    "roll_into": _roll_into,
    "take_away": bare(simple.TakeAway),
    "reveal": bare(simple.Reveal),
    "choose": bare(simple.Choose, None),
    "chooses": bare(simple.Choose),
    "must_do": _must_do,
    "must_do_one": _must_do_one,
    "must_do_most": _must_do_most,
    "must_do_most_of": _must_do_most_of,
    "as_possible": there,
    "may_do": _may_do,
    "may_do_one": _may_do_one,
    "as_often": there,
    "if_impossible": only,
    "note": bare(simple.Note),
    "pick": bare(simple.Pick),
    "rank": bare(simple.Rank),
    "open": bare(simple.Open),
    "perform": bare(simple.Perform),
    "answer": bare(simple.Answer),
    "end": _end,
    "if_under_way": there,
    "cancel": bare(simple.Cancel),
    "stop": bare(simple.Stop),
    "nothing": bare(simple.DoNothing),
    "eliminate": bare(simple.Eliminate),
    "wins": bare(simple.Wins),
    "call": bare(simple.Call),
}

# ---------------------------------------------------------------- compound statements


def _if(span: Span, first: nodes.Branch, *rest: Any) -> nodes.If:
    """The marks of an `if` are those of its first line, and so of its first branch."""
    *others, last = rest
    otherwise, marks = (last.block, last.marks) if last else (None, None)
    return nodes.If((first, *others), otherwise, marks, marks=first.marks, span=span)


def _branch(span: Span, condition: Expression, suite: Suite) -> nodes.Branch:
    return nodes.Branch(condition, suite.block, suite.marks, span=span)


def _depending(span: Span, subject: Expression, marks: Marks, *rest: Any) -> nodes.Depending:
    *cases, last = rest
    otherwise, last_marks = (last.block, last.marks) if last else (None, None)
    return nodes.Depending(subject, tuple(cases), otherwise, last_marks, marks=marks, span=span)


def _case(span: Span, values: tuple[Expression, ...], suite: Suite) -> nodes.Case:
    return nodes.Case(values, suite.block, suite.marks, span=span)


def _for_each(span: Span, variable: Name, subject: Expression, suite: Suite) -> nodes.ForEach:
    return nodes.ForEach(variable, subject, suite.block, marks=suite.marks, span=span)


def _repeat(span: Span, bound: tuple[str, Expression] | None, suite: Suite) -> nodes.Repeat:
    word, value = bound or (None, None)
    return nodes.Repeat(word, value, None, suite.block, marks=suite.marks, span=span)


def _repeat_capped(
    span: Span, bound: tuple[str, Expression], at_most: Expression, suite: Suite
) -> nodes.Repeat:
    return nodes.Repeat(bound[0], bound[1], at_most, suite.block, marks=suite.marks, span=span)


def _repeat_at_most(span: Span, at_most: Expression, suite: Suite) -> nodes.Repeat:
    return nodes.Repeat(None, None, at_most, suite.block, marks=suite.marks, span=span)


def _repeat_at_least_once(span: Span, bound: tuple[str, Expression], suite: Suite) -> nodes.Repeat:
    word, value = bound
    return nodes.Repeat(word, value, None, suite.block, True, marks=suite.marks, span=span)


def _repeat_once_capped(
    span: Span, bound: tuple[str, Expression], at_most: Expression, suite: Suite
) -> nodes.Repeat:
    word, value = bound
    return nodes.Repeat(word, value, at_most, suite.block, True, marks=suite.marks, span=span)


def _bound(word: str) -> Builder:
    return lambda span, value: (word, value)


def _take_turns(
    span: Span,
    variable: Name,
    among: Expression,
    starting: Expression | None,
    until: Expression | None,
    suite: Suite,
) -> nodes.TakeTurns:
    return nodes.TakeTurns(
        variable, among, starting, until, suite.block, marks=suite.marks, span=span
    )


def _together(
    span: Span, variable: Name | None, subject: Expression | None, marks: Marks, block: nodes.Block
) -> nodes.Together:
    return nodes.Together(variable, subject, block, marks=marks, span=span)


def _may_choose(
    span: Span,
    player: Expression,
    choice: nodes.Choice,
    marks: Marks,
    block: nodes.Block,
    last: Suite | None,
) -> nodes.MayChoose:
    otherwise, last_marks = (last.block, last.marks) if last else (None, None)
    return nodes.MayChoose(player, choice, block, otherwise, last_marks, marks=marks, span=span)


def _menu(
    span: Span, player: Expression, text: Text | None, marks: Marks, *items: nodes.MenuItem
) -> nodes.Menu:
    return nodes.Menu(player, text, items, marks=marks, span=span)


def _menu_of_you(span: Span, text: Text | None, marks: Marks, *items: nodes.MenuItem) -> nodes.Menu:
    return nodes.Menu(None, text, items, marks=marks, span=span)


def _menu_item(
    span: Span, name: Name, text: Text | None, condition: Expression | None, suite: Suite
) -> nodes.MenuItem:
    return nodes.MenuItem(name, text, condition, suite.block, suite.marks, span=span)


def _menu_item_paid(
    span: Span,
    name: Name,
    text: Text | None,
    condition: Expression | None,
    marks: Marks,
    pays: nodes.Pays,
    *statements: nodes.Statement,
) -> nodes.MenuItem:
    at = statements[0].span.cover(statements[-1].span) if statements else pays.span
    block = nodes.Block(statements, span=at)
    return nodes.MenuItem(name, text, condition, block, marks, pays, span=span)


def _cost_of_state(span: Span, state: Expression) -> nodes.Cost:
    return nodes.Cost(None, state, None, span=span)


def _until(word: str) -> Builder:
    def build(
        span: Span,
        procedure: Name,
        pattern: nodes.Pattern | None,
        marks: Marks,
        effects: tuple[nodes.Effect, ...],
    ) -> nodes.Lasting:
        return nodes.Lasting(word, procedure, pattern, None, effects, marks=marks, span=span)

    return build


def _while(
    span: Span, condition: Expression, marks: Marks, effects: tuple[nodes.Effect, ...]
) -> nodes.Lasting:
    return nodes.Lasting("while", None, None, condition, effects, marks=marks, span=span)


COMPOUND: dict[str, Builder] = {
    "if_statement": _if,
    "if_branch": _branch,
    "else_if": _branch,
    "else": only,
    "depending": _depending,
    "case": _case,
    "for_each": _for_each,
    "repeat": _repeat,
    "repeat_capped": _repeat_capped,
    "repeat_at_most": _repeat_at_most,
    "repeat_at_least_once": _repeat_at_least_once,
    "repeat_once_capped": _repeat_once_capped,
    "bound_times": _bound("times"),
    "bound_while": _bound("while"),
    "bound_until": _bound("until"),
    "take_turns": _take_turns,
    "together": _together,
    "at_once": lambda span, marks, block: nodes.AtOnce(block, marks=marks, span=span),
    "may_choose": _may_choose,
    "menu": _menu,
    "menu_of_you": _menu_of_you,
    "menu_item": _menu_item,
    "until_ends": _until("ends"),
    "until_starts": _until("starts"),
    "while_statement": _while,
}

LINES: dict[str, Builder] = {
    "eol": _eol,
    "cite": together,
    "designed": there,
    "text": plain(Text),
    "marked": _marked,
    "block": gathered(nodes.Block),
    "suite": _suite,
    "suite_inline": _suite_inline,
    "body": _body,
    "in_any_case": _suite,
    "only_if": plain(nodes.OnlyIf),
    "pays": _pays,
    "cost": plain(nodes.Cost),
    "cost_of_state": _cost_of_state,
    "price": _pays,
    "menu_item_paid": _menu_item_paid,
    "limit": _limit,
}

STATEMENTS: dict[str, Builder] = LINES | EFFECTS | CHOICES | SIMPLE | COMPOUND
