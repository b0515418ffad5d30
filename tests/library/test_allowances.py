"""The remarks `# allow: …`: what they can allow, and what they can't."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.library.load import load, load_text

HEADER = """\
rulebook trial "A trial"
    language 1
    players 2: home, away
    starts with game
"""
RULES = """\
state rounds: 0..99 = 0
phase game
    add 1 to rounds
    nobody wins
"""


def slugs_of(text: str) -> list[str]:
    return [each.slug for each in load_text(text, lints=True).diagnostics]


def test_a_level_is_allowed_everywhere() -> None:
    allowed = "# allow everywhere: advice, because it is a sketch\n"

    assert slugs_of(HEADER + RULES) == ["never-read"]
    assert slugs_of(HEADER + allowed + RULES) == []


def test_a_level_is_not_allowed_in_a_line() -> None:
    allowed = "# allow: advice, because it is a sketch\n"

    assert slugs_of(HEADER + allowed + RULES) == ["unknown-allowance", "never-read"]


def test_an_error_is_never_allowed() -> None:
    wrong = RULES.replace("rounds\n", "round # allow: unknown-state, because I say so\n")

    assert slugs_of(HEADER + wrong) == ["unknown-state"]


def test_a_text_is_no_remark() -> None:
    text = 'measure "# allow: never-read, because it is a text" = 1\n'

    assert slugs_of(HEADER + RULES + text) == ["never-read"]


@pytest.mark.parametrize(
    "text",
    [
        "value old: yes or no = rounds >= 0\n    # REMARK\n        and rounds <= 99",
        "value old: yes or no = rounds >= 0\n        and rounds <= 99  # REMARK",
        "# REMARK\n\nvalue old: yes or no = rounds >= 0\n        and rounds <= 99",
    ],
)
def test_a_remark_covers_all_lines_of_what_it_is_about(text: str) -> None:
    allowed = text.replace("REMARK", "allow: constant-comparison, because it is a sketch")
    bare, remarked = (slugs_of(f"{HEADER}{RULES}{each}\n") for each in (text, allowed))

    assert bare.count("constant-comparison") == 2
    assert remarked == [slug for slug in bare if slug != "constant-comparison"]


def test_a_remark_about_nothing_is_needless() -> None:
    remark = "# allow: never-read, because there was more\n"

    assert "needless-allowance" in slugs_of(HEADER + RULES + remark)


def test_only_the_file_with_the_header_allows_everywhere(tmp_path: Path) -> None:
    (tmp_path / "trial.rules").write_text(HEADER + RULES, encoding="utf-8")
    (tmp_path / "more.rules").write_text(
        "# allow everywhere: never-read, because it is a sketch\nvalue one = 1\n", encoding="utf-8"
    )

    found = [each.slug for each in load(str(tmp_path), lints=True).diagnostics]

    assert "unreadable-allowance" in found
    assert "never-read" in found


def test_the_formatter_keeps_a_remark_on_its_line() -> None:
    from ruleslang.api.loading import format_text

    line = "state rounds: 0..99 = 0  # allow: never-read, because they are looked at\n"

    assert line in format_text(HEADER + "\n" + line + "\n" + RULES.partition("\n")[2])
