"""The API for programs that help people write: unsaved texts, format, pages, examples."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruleslang

RULES = """\
rulebook two "Two"
    players 2
    cards two
    starts with game
kind thing
zone heap: cards, seen by all
phase game
    move cards to heap
    p1 wins

example "p1 wins at once" [TWO-1]
    when game
    then p1 wins

example "p2 wins"
    when game
    then p2 wins
"""
CARDS = 'card stone "Stone" x2: thing\n    text "A stone."\n'


def test_files_that_are_only_texts_make_a_game() -> None:
    texts = {"two.rules": RULES.replace(" [TWO-1]", ""), Path("cards/two/things.cards"): CARDS}

    game = ruleslang.load("two.rules", texts=texts)

    assert game.name == "two"
    assert [each.name for each in game.program.definitions] == ["stone"]


def test_texts_replace_files(tmp_path: Path) -> None:
    file = tmp_path / "two.rules"
    file.write_text('rulebook two "Two"\n    players 2\n', encoding="utf-8")
    new = 'rulebook two "Two"\n    players 2\n    starts with game\nphase game\n    p1 wins\n'

    assert any(each.severity is ruleslang.Severity.ERROR for each in ruleslang.check(file))
    assert ruleslang.load(file, texts={file: new}).name == "two"
    found = ruleslang.check(file, texts={file: new})
    assert all(each.severity is not ruleslang.Severity.ERROR for each in found)


def test_texts_that_are_none_are_refused() -> None:
    with pytest.raises(TypeError, match="`texts` maps paths to texts, not"):
        ruleslang.check("pig", texts=["a"])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="`texts` is a string, not int 3"):
        ruleslang.check("pig", texts={"a": 3})  # type: ignore[dict-item]


def test_examples_are_run_and_show_where_they_fail() -> None:
    text = RULES.replace(" [TWO-1]", "").replace("    cards two\n", "") + CARDS

    first, second = ruleslang.examples(text)

    assert (first.kind, first.title, first.holds) == ("example", "p1 wins at once", True)
    assert first.span.text.startswith('example "p1 wins at once"')
    assert not second.holds
    assert second.at.text == "then p2 wins"
    assert "p1 has won" in second.message
    assert [each.title for each in ruleslang.examples(text, only="P2 WINS")] == ["p2 wins"]


def test_a_text_is_formatted_or_refused() -> None:
    assert ruleslang.format_text("zone  pile :cards") == "zone pile: cards\n"
    with pytest.raises(ruleslang.RulesError, match=r"mine\.rules"):
        ruleslang.format_text("zone zone zone", name="mine.rules")


def test_every_message_has_its_page() -> None:
    assert ruleslang.message_page("unknown-zone").startswith("# ")
    with pytest.raises(ValueError, match="did you mean `unknown-zone`"):
        ruleslang.message_page("unknown-zonne")
