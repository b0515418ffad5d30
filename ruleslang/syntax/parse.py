"""Reads a text: a tree of all of it, and what is wrong with it."""

from __future__ import annotations

import re

from lark.exceptions import UnexpectedInput

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Source
from ruleslang.syntax.build import build
from ruleslang.syntax.declarations import Comment, Declaration, Junk, Tree
from ruleslang.syntax.grammar import parser
from ruleslang.syntax.layout import LayoutError
from ruleslang.syntax.parts import Refused
from ruleslang.syntax.piece import Piece, cut

LINE = re.compile(r"[^\n]+")
IN_LINE = re.compile(r'"[^"]*"|(?P<comment>#.*)')
IN_ROW = re.compile(r"(?P<comment>#.*)")  # in a row of a table a quote is a letter like any other


def parse(source: Source) -> tuple[Tree, tuple[Diagnostic, ...]]:
    """
    The tree of a text and the mistakes in it, one for each declaration that cannot be read.

    Promises to give a tree of any text whatever: what cannot be read is `Junk` in it.
    """
    declarations: list[Declaration] = []
    diagnostics: list[Diagnostic] = []
    for piece in cut(source):
        if not piece.text[:1].isalpha() and not piece.text[:1] == "_":
            continue
        declaration, diagnostic = _read(piece)
        declarations.append(declaration)
        if diagnostic:
            diagnostics.append(diagnostic)
    return Tree(source, tuple(declarations), _comments(source)), tuple(diagnostics)


def _read(piece: Piece) -> tuple[Declaration, Diagnostic | None]:
    try:
        return build(parser().parse(piece.text + "\n"), piece), None
    except UnexpectedInput as failure:
        diagnostic = error("unreadable", piece.span(failure.pos_in_stream or 0, (failure.pos_in_stream or 0) + 1), "this cannot be read")
    except LayoutError as failure:
        diagnostic = error(failure.slug, piece.span(failure.offset, failure.offset + 1), "this indentation cannot be read")
    except Refused as refused:
        diagnostic = refused.diagnostic
    return Junk(span=piece.span(0, len(piece.text.rstrip()))), diagnostic


def _comments(source: Source) -> tuple[Comment, ...]:
    found = []
    for line in LINE.finditer(source.text):
        text = line.group().rstrip("\r")
        row = text.lstrip().startswith("|")
        for mark in (IN_ROW if row else IN_LINE).finditer(text):
            if mark.group("comment"):
                span = source.span(line.start() + mark.start(), line.start() + mark.end())
                found.append(Comment(span, not text[: mark.start()].strip()))
    return tuple(found)
