"""Whatever the text, reading ends, raises nothing, and covers all of it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruleslang.source.render import render_all
from ruleslang.source.span import Source
from ruleslang.syntax.parse import parse
from ruleslang.syntax.walk import children, walk

PROTOTYPE = Path(__file__).parent.parent / "prototype"
TEXTS = [path.read_text(encoding="utf-8") for path in sorted(PROTOTYPE.glob("*.[rc]*s"))]
PIECES = [piece for text in TEXTS for piece in text.split("\n\n") if piece]
SCRAPS = (
    "\n", "    ", "\t", "(", ")", "[", "]", "{", '"', "#", ":", ",", "..", "=", "==", "|", "x4",
    "-", "[A-1]", "designed", "if", "else", "where", "move", "zone", "\u00a0", "“", "é", "\x00",
    "\ufeff", "\r", "9" * 5000, "a" * 200, "(" * 100, "not " * 100, "- " * 200, "\ud800", "😀",
)  # fmt: skip


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


@given(st.text())
@settings(deadline=None, max_examples=200)
def test_any_letters_are_read(text: str) -> None:
    holds(text)


@given(st.lists(st.sampled_from(SCRAPS), max_size=40).map(" ".join))
@settings(deadline=None, max_examples=200)
def test_any_scraps_are_read(text: str) -> None:
    holds(text)


@given(st.randoms(use_true_random=False), st.sampled_from(PIECES))
@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
def test_a_damaged_text_is_read(chance: random.Random, text: str) -> None:
    for _ in range(chance.randrange(1, 4)):
        text = damaged(text, chance)
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


@pytest.mark.parametrize(
    "text",
    [
        "value v = " + "(" * 100_000,
        "value v = " + "not " * 100_000,
        "value v = " + "1 + " * 100_000 + "1",
        "value v = " + "- " * 20_000 + "1",
        "words A: " + "b, " * 50_000 + "b",
        "procedure q\n" + "".join(" " * i + "if a\n" for i in range(1, 300)),
        "procedure q\n    if a\n        stop\n" + "    else if a\n        stop\n" * 2000,
        "a\n" * 100_000,
        "zone " * 50_000,
        '"' * 100_000,
        "zone z: " + "(" * 50_000 + ")" * 50_000,
        "procedure q\n" + "    stop\n" * 20_000 + "    rol x\n",
        "table t\n" + "    | a | b |\n" * 20_000 + "    | a | b\n",
        "# " * 100_000,
        "\n" * 100_000 + "x",
        "value v = 1" + " " * 200_000 + "=",
        "x" + "_" * 200_000,
    ],
    ids=lambda text: text[:20].strip(),
)
def test_a_long_text_is_read(text: str) -> None:
    holds(text)
