"""The results of the formatter, and when there are none."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules

import pytest

import ruleslang.language.format
from ruleslang.language.format import format_source as room
from ruleslang.language.format.comments_and_blank_lines import render
from ruleslang.language.format.format_source import format_source, same, word_counts
from ruleslang.language.syntax.declarations import Tree
from ruleslang.language.syntax.parse import parse
from ruleslang.source.span import Source

LAID_OUT = "words Side: left, right  # two\nvalue double(n: 0..9) = 2 * n\n"


def tree_of(text: str) -> Tree:
    tree, diagnostics = parse(Source("text.rules", text))
    assert not diagnostics
    return tree


def test_a_text_that_cannot_be_read_is_left_alone() -> None:
    result = format_source(Source("text.rules", "words  Side: left\nwords Side left\n"))

    assert result.text is None
    assert result.diagnostics


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("2 *", "3 *"),
        lambda text: text.replace("# two", ""),
        lambda text: text.replace("right", ""),
        lambda text: "",
    ],
)
def test_a_changed_text_is_never_handed_out(
    damage: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "render", lambda lines: damage(render(lines)))
    result = format_source(Source("text.rules", LAID_OUT))

    assert result.text is None
    assert [found.slug for found in result.diagnostics] == ["format-changed"]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("value v = (a * b)", "value  v = ((a) * b)"),
        ("words A: b [X-1, X-2] designed", "words A: b   [X-2, X-1] designed"),
        ("procedure q\n    if a: stop", "procedure q\n  if a\n     stop"),
        ("procedure q\n    you chooses a from s", "procedure q\n    choose a from s"),
        ("procedure q\n    p chooses (2) of s as a", "procedure q\n    p chooses 2 of s as a"),
        ("procedure q\n    roll 5d6 to cup", "procedure q\n    roll 5 d6 to cup"),
    ],
)
def test_trees_with_the_same_meaning(left: str, right: str) -> None:
    assert same(tree_of(left), tree_of(right))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("value v = (a + b) * c", "value v = a + b * c"),
        ("words A: b, c", "words A: c, b"),
        ("words A: b [X-1]", "words A: b [X-2]"),
        ("words A: b designed", "words A: b"),
        ("procedure q\n    p chooses a from s", "procedure q\n    choose a from s"),
        ("procedure q\n    p chooses up to 2 of s as a", "procedure q\n    p chooses 2 of s as a"),
        ("value v = yes", "value v = 1"),
    ],
)
def test_trees_that_do_not(left: str, right: str) -> None:
    assert not same(tree_of(left), tree_of(right))


def test_words_are_counted_outside_comments_and_brackets() -> None:
    assert word_counts(tree_of("value v = (a + 07)  # a b")) == word_counts(
        tree_of("value v = a + 7")
    )
    glued, apart = "procedure q\n    roll 5d6 to cup", "procedure q\n    roll 5 d6 to cup"
    assert word_counts(tree_of(glued)) == word_counts(tree_of(apart))
    assert word_counts(tree_of("value v = a + b")) != word_counts(tree_of("value v = a + a"))


MODULES = [module.name for module in iter_modules(ruleslang.language.format.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    assert doctest.testmod(import_module(f"ruleslang.language.format.{name}")).failed == 0


def test_brackets_that_decide_what_a_member_is_called_are_no_idle_brackets() -> None:
    text = "procedure pass_on(p: player)\n    p chooses q from {}\n"
    inside, outside = (
        tree_of(text.format(phrase))
        for phrase in ("(players where out(it))", "players where out(q)")
    )

    assert same(inside, inside)
    assert not same(inside, tree_of(text.format("players where out(it)")))
    assert not same(inside, outside)
