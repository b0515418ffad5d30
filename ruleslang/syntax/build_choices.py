"""From parse trees to nodes of what a player, or chance, picks."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from ruleslang.source.span import Span
from ruleslang.syntax import statements as nodes
from ruleslang.syntax.build_expressions import marked_by, there, together
from ruleslang.syntax.builder_interface import Builder
from ruleslang.syntax.expressions import Expression
from ruleslang.syntax.node import Name, Text


def _choice(span: Span, changeable: bool | None, *rest: Any) -> nodes.Choice:
    return evolve(_chosen(span, *rest), changeable=bool(changeable))


def _choice_of_several(span: Span, changeable: bool | None, *rest: Any) -> nodes.Choice:
    return evolve(_several_chosen(span, *rest), changeable=bool(changeable))


def _choice_of_each(
    span: Span,
    changeable: bool | None,
    quantity: nodes.Quantity,
    subject: Expression,
    name: Name,
    text: Text | None,
    so_that: Expression | None,
) -> nodes.Choice:
    return nodes.Choice(
        name, subject, quantity, text, False, so_that, bool(changeable), True, span=span
    )


def _chosen(
    span: Span,
    name: Name,
    text: Text | None,
    in_order: bool | None,
    subject: Expression,
    so_that: Expression | None,
) -> nodes.Choice:
    return nodes.Choice(name, subject, None, text, bool(in_order), so_that, span=span)


def _several_chosen(
    span: Span,
    quantity: nodes.Quantity,
    subject: Expression,
    name: Name,
    text: Text | None,
    in_order: bool | None,
    so_that: Expression | None,
) -> nodes.Choice:
    return nodes.Choice(name, subject, quantity, text, bool(in_order), so_that, span=span)


def _picked(span: Span, name: Name, in_order: bool | None, subject: Expression) -> nodes.Choice:
    return nodes.Choice(name, subject, None, in_order=bool(in_order), span=span)


def _several_picked(
    span: Span,
    quantity: nodes.Quantity,
    subject: Expression,
    name: Name,
    in_order: bool | None,
) -> nodes.Choice:
    return nodes.Choice(name, subject, quantity, in_order=bool(in_order), span=span)


CHOICES: dict[str, Builder] = {
    "choosing": together,
    "choice": _choice,
    "choice_of_several": _choice_of_several,
    "choice_of_each": _choice_of_each,
    "chosen": _chosen,
    "several_chosen": _several_chosen,
    "picked": _picked,
    "several_picked": _several_picked,
    "changeable": there,
    "in_order": there,
    "between": marked_by(nodes.Quantity, "between"),
    "up_to": marked_by(nodes.Quantity, "up to", None),
    "exactly": marked_by(nodes.Quantity, "exactly", None),
}
