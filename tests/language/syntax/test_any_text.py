"""Any text can be read: reading ends, raises nothing, and covers all of it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruleslang.language.syntax.parse import parse
from ruleslang.language.syntax.walk import children, walk
from ruleslang.source.render import render_all
from ruleslang.source.span import Source

PROTOTYPE = Path(__file__).parents[2] / "language/prototype"
TEXTS = [path.read_text(encoding="utf-8") for path in sorted(PROTOTYPE.glob("*.[rc]*s"))]
PIECES = [piece for text in TEXTS for piece in text.split("\n\n") if piece]
SCRAPS = (
    "\n", "    ", "\t", "(", ")", "[", "]", "{", '"', "#", ":", ",", "..", "=", "==", "|", "x4",
    "-", "[A-1]", "designed", "if", "else", "where", "move", "zone", "\u00a0", "“", "é", "\x00",
    "\ufeff", "\r", "9" * 5000, "a" * 200, "(" * 100, "not " * 100, "- " * 200, "\ud800", "😀",
)  # fmt: skip

FEW = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
MANY = settings(FEW, max_examples=2000, derandomize=False)


def holds(text: str) -> None:
    """What is promised of any text."""
    source = Source("any.rules", text)
    tree, diagnostics = parse(source)

    covered = [" "] * len(text)
    for declaration in tree.declarations:
        assert declaration.span.source is source
        covered[declaration.span.start : declaration.span.end] = "-" * len(declaration.span.text)
        for node in walk(declaration):
            for child in children(node):
                assert node.span.start <= child.span.start <= child.span.end <= node.span.end
    for comment in tree.comments:
        covered[comment.span.start : comment.span.end] = "#" * len(comment.span.text)
    left = {text[i] for i, mark in enumerate(covered) if mark == " " and not text[i].isspace()}
    assert left <= {"\ufeff"}
    for diagnostic in diagnostics:
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
        assert len(diagnostic.message) < 200 and len(diagnostic.help or "") < 200
    render_all(diagnostics).encode("utf-8")


some_scraps = st.lists(st.sampled_from(SCRAPS), max_size=40).map(" ".join)


@st.composite
def some_damaged(draw: st.DrawFn) -> str:
    """A piece of a rulebook, spoilt in up to three places."""
    chance, text = draw(st.randoms(use_true_random=False)), draw(st.sampled_from(PIECES))
    for _ in range(chance.randrange(1, 4)):
        text = damaged(text, chance)
    return text


@FEW
@given(st.text())
def test_any_letters_are_read(text: str) -> None:
    holds(text)


@FEW
@given(some_scraps)
def test_any_scraps_are_read(text: str) -> None:
    holds(text)


@FEW
@given(some_damaged())
def test_a_damaged_text_is_read(text: str) -> None:
    holds(text)


@pytest.mark.long
@MANY
@given(st.text() | some_scraps | some_damaged())
def test_many_texts_are_read(text: str) -> None:
    holds(text)


def damaged(text: str, chance: random.Random) -> str:
    """A text from which something is missing, or in which something is too much."""
    at = chance.randrange(len(text) + 1)
    end = min(len(text), at + chance.choice((0, 1, 2, 5, 20)))
    return text[:at] + chance.choice(("", "", chance.choice(SCRAPS))) + text[end:]


@pytest.mark.long
def test_every_single_deletion_is_read() -> None:
    for text in TEXTS:
        for at in range(0, len(text), 3):
            holds(text[max(0, at - 300) : at] + text[at + 1 : at + 300])


def long_texts(size: int) -> list[str]:
    """Texts with a great many of one thing."""
    return [
        "value v = " + "(" * size,
        "value v = " + "not " * size,
        "value v = " + "1 + " * size + "1",
        "value v = " + "- " * (size // 5) + "1",
        "words A: " + "b, " * (size // 2) + "b",
        "procedure q\n" + "".join(" " * i + "if a\n" for i in range(1, 300)),
        "procedure q\n    if a\n        stop\n" + "    else if a\n        stop\n" * (size // 50),
        "a\n" * size,
        "zone " * (size // 2),
        '"' * size,
        "zone z: " + "(" * (size // 2) + ")" * (size // 2),
        "procedure q\n" + "    stop\n" * (size // 5) + "    rol x\n",
        "table t\n" + "    | a | b |\n" * (size // 5) + "    | a | b\n",
        "# " * size,
        "\n" * size + "x",
        "value v = 1" + " " * 2 * size + "=",
        "x" + "_" * 2 * size,
    ]


def beginning(text: str) -> str:
    return text[:20].strip()


@pytest.mark.parametrize("text", long_texts(6_000), ids=beginning)
def test_a_long_text_is_read(text: str) -> None:
    holds(text)


@pytest.mark.long
@pytest.mark.parametrize("text", long_texts(100_000), ids=beginning)
def test_a_text_of_any_length_is_read(text: str) -> None:
    holds(text)
