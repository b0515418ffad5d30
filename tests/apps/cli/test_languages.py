"""`--lang`: every command that shows a game's texts shows them in another language."""

from __future__ import annotations

from tests.apps.cli.conftest import Run


def test_commands_speak_the_language_that_is_asked_for(run: Run) -> None:
    french = ("--seed", "3", "--lang", "fr")
    played = run("play", "ollapion", *french, stdin=b"1\n")
    assert "Amulette de calme" in played.out
    assert "--lang fr --resume" in played.out
    simulated = run("simulate", "ollapion", "--games", "1", "--records", "one.jsonl", *french)
    assert "Ollapion: 1 game" in simulated.out
    replayed = run("replay", "one.jsonl", "--show", "--lang", "fr")
    assert (replayed.status, "Relance" in replayed.out) == (0, True)
    assert "hors du combat" in run("why", "ollapion", *french).out


def test_an_unknown_language_is_a_mistake_of_the_command_line(run: Run) -> None:
    for command in ("play", "simulate", "why"):
        ran = run(command, "ollapion", "--lang", "fe")
        assert (ran.status, "no texts in `fe`; it has them in: en, fr" in ran.err) == (2, True)
