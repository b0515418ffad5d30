"""Commands that the program tells its user to type work when they are pasted."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run


def test_the_hint_to_go_on_can_be_pasted(run: Run) -> None:
    Path("my.cards").write_text('card high "High" x15: number_card\n    strength: 9\n')
    ran = run("play", "higher", "--seed", "3", "--cards", "my.cards", stdin=b"")

    hint = ran.out.rpartition("ruleslang ")[2].split()
    assert "--cards" in hint
    assert run(*hint, stdin=b"").status == 0
    refused = run("play", "higher", "--resume", "higher-3.save")
    assert "it was made with `--cards my.cards`" in refused.err


def test_what_an_overlay_makes_untrue_is_a_doubt_to_check_and_to_test(run: Run) -> None:
    Path("my.cards").write_text('card high "High" x15: number_card\n    strength: 9\n')

    checked = run("check", "higher", "--cards", "my.cards")
    tested = run("test", "higher", "--cards", "my.cards")

    assert checked.status == tested.status == 0
    assert "no longer hold" in checked.out
    assert "no longer hold" in tested.out


def test_an_example_of_the_cards_themselves_must_hold(run: Run) -> None:
    Path("my.cards").write_text('example "wrong"\n    then 1 is 2\n')

    assert run("check", "higher", "--cards", "my.cards").status == 1
    assert run("test", "higher", "--cards", "my.cards").status == 1
