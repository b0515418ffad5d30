"""Formats any declaration, whatever its class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ruleslang.format.behaviour import (
    action,
    chooser,
    measure,
    omit,
    procedure,
    window,
)
from ruleslang.format.cards import card, kind, row_rules, standing, table
from ruleslang.format.data import board, data, header, option, value
from ruleslang.format.examples import claim, example
from ruleslang.format.lines import Line
from ruleslang.format.statements import effect
from ruleslang.syntax.declarations import (
    Action,
    Board,
    Card,
    Chooser,
    Declaration,
    Header,
    Junk,
    Kind,
    Measure,
    Omit,
    Option,
    Procedure,
    RowRules,
    Standing,
    Table,
    TextTable,
    TopHook,
    TopModify,
    TopWhenever,
    Value,
    Window,
)
from ruleslang.syntax.examples import Claim, Example


def declaration(node: Declaration) -> Iterator[Line]:
    """The lines of a declaration. What could not be read is an error, and never comes here."""
    match node:
        case Procedure() | Action() | Window() | Chooser() | Measure():
            return _behaviour(node)
        case Example() | Claim() | Omit():
            return _evidence(node)
        case Kind() | Card() | RowRules() | Table() | TextTable():
            return _cards(node)
        case Standing() | TopHook() | TopModify() | TopWhenever():
            return _effects(node)
        case Header() | Value() | Board() | Option():
            return _data(node)
        case Junk():
            raise AssertionError("a junk node comes with an error, and then nothing is printed")
        case _:
            return iter([Line(0, data(node), node.span.start, node.marks)])


def _data(node: Header | Value | Board | Option) -> Iterator[Line]:
    match node:
        case Header():
            return header(node)
        case Value():
            return value(node)
        case Board():
            return board(node)
        case Option():
            return option(node)
        case _:
            assert_never(node)


def _cards(node: Kind | Card | RowRules | Table | TextTable) -> Iterator[Line]:
    match node:
        case Kind():
            return kind(node)
        case Card():
            return card(node)
        case RowRules():
            return row_rules(node)
        case Table() | TextTable():
            return table(node)
        case _:
            assert_never(node)


def _effects(node: Standing | TopHook | TopModify | TopWhenever) -> Iterator[Line]:
    match node:
        case Standing():
            return standing(node, 0)
        case TopHook():
            return effect(node.hook, 0)
        case TopModify():
            return effect(node.modify, 0)
        case TopWhenever():
            return effect(node.whenever, 0)
        case _:
            assert_never(node)


def _behaviour(node: Procedure | Action | Window | Chooser | Measure) -> Iterator[Line]:
    match node:
        case Procedure():
            return procedure(node)
        case Action():
            return action(node)
        case Window():
            return window(node)
        case Chooser():
            return chooser(node)
        case Measure():
            return measure(node)
        case _:
            assert_never(node)


def _evidence(node: Example | Claim | Omit) -> Iterator[Line]:
    match node:
        case Example():
            return example(node)
        case Claim():
            return claim(node)
        case Omit():
            return omit(node)
        case _:
            assert_never(node)
