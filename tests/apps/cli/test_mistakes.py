"""Every request is answered with a sentence and the right status."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apps.cli.conftest import Run

COMMAND_LINES = [
    ("check higheer", "did you mean `higher`?"),
    ("check", "Missing argument"),
    ("chek higher", "No such command"),
    ("new rule game", "No such command 'rule'. Did you mean 'rulebook'?"),
    ("new game mine", "No such command 'game'. The commands are rulebook, card, cards."),
    ("check nothing.rules", "no rulebook, file or folder is named `nothing.rules`\n"),
    ("check higher --fromat json", "No such option"),
    ("check higher --cards none.cards", "no file of cards is at `none.cards`"),
    ("fmt nowhere/*.rules", "no text is found"),
    ("fmt - a.rules", "`-` can't be combined"),
    ("explain no-such-thing", "no message is called"),
    ("simulate higher --games 0", "0 is not in the range 1 to 1000000000"),
    ("simulate higher --first -1", "-1 is not in the range at least 0"),
    ("simulate higher --games many", "'many' is not a valid whole number"),
    ("simulate higher --games 1.5", "'1.5' is not a valid whole number"),
    ("simulate higher --seed seven", "'seven' is not a valid whole number"),
    ("validate higher --seconds soon", "'soon' is not a valid number"),
    ("simulate higher --budget nan", "nan is not a number"),
    ("validate higher --seconds nan", "nan is not a number"),
    ("simulate higher --players greedi", "there is no player `greedi`"),
    ("simulate higher --players 3", "there is no player `3`; name one for each seat: "),
    ("simulate higher --players random,random,random", "higher has 2 players, not 3"),
    ("simulate higher --set colour=red", "there is no option or reading `colour`"),
    ("simulate higher --set colour", "is not of the form `option=value`"),
    ("replay nowhere.json", "No such file"),
    ("replay .", "Is a directory"),
    ("new rulebook Big-Name", "is not a name"),
    ("new rulebook card", "already has a meaning"),
    ("new card higher pile", "the rulebook uses the name `pile`, but not for a card"),
    ("new card higher fresh --like lowe", "did you mean `low`?"),
]


def test_options_are_described_in_words_for_people(run: Run) -> None:
    shown = " ".join(run("serve", "--help").out.replace("│", " ").split())

    assert "<whole number>" in shown and "int range" not in shown
    assert "[at least 1]" in shown and "<=" not in shown
    assert "each part of its work if it waits for people" in shown


def test_one_file_of_a_folder_that_is_checked_alone_is_reported_as_such(
    run: Run, tmp_path: Path
) -> None:
    header = 'rulebook two "Two"\n    language 1\n    players 2: ann, ben\n    starts with game\n'
    (tmp_path / "two.rules").write_text(header)
    (tmp_path / "rest.rules").write_text("phase game\n    nobody wins\n")
    hint = f"`ruleslang check {tmp_path}` reads the whole rulebook"

    alone = [run("check", str(tmp_path / name)) for name in ("two.rules", "rest.rules")]
    whole = run("check", str(tmp_path))

    assert [hint in each.out for each in alone] == [True, True]
    assert hint not in whole.out and whole.status == 0


@pytest.mark.parametrize(("line", "words"), COMMAND_LINES)
def test_a_command_line_at_fault_has_status_2(run: Run, line: str, words: str) -> None:
    ran = run(*line.split())

    assert ran.status == 2
    assert words in ran.err
    assert ran.out == ""


def test_a_rulebook_at_fault_has_status_1_and_its_mistakes_on_standard_error(run: Run) -> None:
    Path("bad.rules").write_text(
        'rulebook bad "Bad"\n    players 2\n    starts with nothing_here\n'
    )

    for command in ("simulate", "trace", "test"):
        ran = run(command, "bad.rules")

        assert ran.status == 1
        assert "error[" in ran.err
        assert ran.out == ""


def test_with_json_a_rulebook_at_fault_is_one_object_too(run: Run) -> None:
    Path("bad.rules").write_text("rulebook bad\n")

    ran = run("simulate", "bad.rules", "--format", "json")

    assert ran.status == 1
    assert ran.json["command"] == "simulate"
    assert ran.json["ok"] is False
    assert ran.json["digest"] is None
    assert ran.json["counts"]["error"] >= 1


@pytest.mark.parametrize(
    "data", [b"", b"\0\1\2", b"\xff\xfe", b"\xef\xbb\xbf", b"{" * 5000, b"(" * 5000]
)
def test_whatever_comes_down_a_pipe_is_answered(run: Run, data: bytes) -> None:
    ran = run("check", "-", stdin=data)

    assert ran.status == 1
    assert "error[" in ran.out


def test_a_damaged_record_is_refused_with_the_reason(run: Run) -> None:
    Path("half.json").write_text('{"record": "game", "seed"')

    ran = run("replay", "half.json")

    assert ran.status == 1
    assert "the file is refused: line 1: it is not a whole record" in ran.err


def test_a_file_that_cannot_be_written_is_a_sentence(run: Run) -> None:
    ran = run("simulate", "higher", "--games", "1", "--records", "no/such/folder/file.json")

    assert ran.status == 2
    assert "there is no folder `no/such/folder`" in ran.err
