"""The remarks `# allow: …`: what they can allow, and what they can't."""

from __future__ import annotations

from pathlib import Path

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
