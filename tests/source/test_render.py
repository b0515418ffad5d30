"""The messages that people read when something is wrong."""

from __future__ import annotations

import re

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ruleslang.source.diagnostic import Diagnostic, Label, advice, error, warning
from ruleslang.source.render import place, render, render_all
from ruleslang.source.span import Source, Span

HEARTS = Source("hearts.rules", "zone hand: cards\n" * 13 + "    move trick to discrad\nend\n")
ODD = Source(
    "odd.rules",
    "\tmove\ta to b\nété 漢字 x\u202ey\x00 bad\n" + "long " * 40 + "HERE" + " tail" * 40,
)


def at(source: Source, text: str) -> Span:
    start = source.text.index(text)
    return source.span(start, start + len(text))


def lines(text: str) -> str:
    """A block of a test, without its margin."""
    return "\n".join(line[8:] for line in text.strip("\n").split("\n")).rstrip()


SHOWN = {
    "a mistake with help": (
        error("unknown-zone", at(HEARTS, "discrad"), "no zone is called `discrad`",
              help="did you mean `discard`?"),
        """
        error[unknown-zone]: no zone is called `discrad`
          --> hearts.rules:14:19
           |
        14 |     move trick to discrad
           |                   ^^^^^^^
           = help: did you mean `discard`?
        """,
    ),
    "the same in other places": (
        evolve(
            error("unknown-zone", at(HEARTS, "discrad"), "no zone is called `discrad`"),
            also=(at(HEARTS, "end"), *(at(ODD, word) for word in ("move", "a to", "bad"))),
        ),
        """
        error[unknown-zone]: no zone is called `discrad`
          --> hearts.rules:14:19
           |
        14 |     move trick to discrad
           |                   ^^^^^^^
           = also: it is the same in 4 more places: line 15; and lines 1, 2 of odd.rules
        """,
    ),
    "labels on the same line, on another and in another file": (
        warning("odd", at(HEARTS, "trick"), "odd", labels=(
            Label(at(HEARTS, "move"), "this moves"),
            Label(at(HEARTS, "end"), "the end"),
            Label(at(ODD, "bad"), "bad there"),
        )),
        """
        warning[odd]: odd
          --> hearts.rules:14:10
           |
        14 |     move trick to discrad
           |          ^^^^^
           |     ---- this moves
           |
        15 | end
           | --- the end
          ::: odd.rules:2:13
           |
         2 | été 漢字 x\\u{202e}y\\x00 bad
           |                         --- bad there
        """,
    ),
    "tabs reach to the next stop": (
        advice("odd", at(ODD, "a to"), "odd"),
        """
        advice[odd]: odd
         --> odd.rules:1:7
          |
        1 |     move    a to b
          |             ^^^^
        """,
    ),
    "of several lines, the first is underlined": (
        error("odd", HEARTS.span(5, 60), "odd"),
        """
        error[odd]: odd
         --> hearts.rules:1:6
          |
        1 | zone hand: cards
          |      ^^^^^^^^^^^
        """,
    ),
    "an empty place has one caret": (
        error("odd", HEARTS.span(16, 16), "odd"),
        """
        error[odd]: odd
         --> hearts.rules:1:17
          |
        1 | zone hand: cards
          |                 ^
        """,
    ),
    "the end of the text is a place": (
        error("odd", HEARTS.span(len(HEARTS.text), len(HEARTS.text)), "odd"),
        """
        error[odd]: odd
          --> hearts.rules:16:1
           |
        16 |
           | ^
        """,
    ),
    "what cannot be seen is spelt out": (
        error("odd", at(ODD, "x\u202ey"), "met `\x1b`", help="delete `\u2028`"),
        """
        error[odd]: met `\\x1b`
         --> odd.rules:2:8
          |
        2 | été 漢字 x\\u{202e}y\\x00 bad
          |          ^^^^^^^^^^
          = help: delete `\\u{2028}`
        """,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SHOWN)
def test_a_diagnostic_is_shown(name: str) -> None:
    diagnostic, expected = SHOWN[name]

    assert render(diagnostic) == lines(expected)


def test_several_diagnostics_have_a_blank_line_between_them() -> None:
    first = error("odd", HEARTS.span(0, 4), "one")

    assert render_all([first, first]) == f"{render(first)}\n\n{render(first)}"
    assert render_all([]) == ""


@pytest.mark.parametrize("width", [20, 40, 100])
def test_a_long_line_is_cut_about_the_place(width: int) -> None:
    shown = render(error("odd", at(ODD, "HERE"), "odd"), width=width).split("\n")

    start = shown[4].index("^")
    assert shown[3][start : start + 4] == "HERE"
    assert len(shown[3]) <= width + 2


def test_a_place_wider_than_the_screen_is_shown_from_its_beginning() -> None:
    whole = Source("wide.rules", f"card one {'x' * 100}")

    shown = render(error("odd", whole.span(5, 105), "odd"), width=40).split("\n")

    assert shown[3].startswith("1 | …one xxx") and shown[3].endswith("…")
    assert shown[4].startswith("  |  ^^^")


def test_colours_change_nothing_else() -> None:
    diagnostic = SHOWN["labels on the same line, on another and in another file"][0]
    coloured = render(diagnostic, colour=True)

    assert coloured != render(diagnostic)
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == render(diagnostic)


def test_a_place_is_reported_in_lines_and_columns() -> None:
    assert place(at(HEARTS, "discrad\nend")) == {
        "file": "hearts.rules",
        "line": 14,
        "column": 19,
        "end_line": 15,
        "end_column": 4,
    }


@given(st.text(), st.integers(0, 50), st.integers(0, 50), st.booleans(), st.integers(0, 120))
def test_anything_can_be_shown(
    text: str, start: int, length: int, colour: bool, width: int
) -> None:
    source = Source("".join(filter(str.isprintable, text[:10])), text)
    start = min(start, len(text))
    span = source.span(start, min(start + length, len(text)))
    diagnostic = Diagnostic(
        "odd", error("a", span, "").severity, span, text, text, (Label(span, text),)
    )

    shown = render(diagnostic, colour=colour, width=width)
    assert shown.encode("utf-8").decode("utf-8") == shown
