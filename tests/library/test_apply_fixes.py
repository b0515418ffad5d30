"""Sure fixes leave a rulebook without the mistake, and are not kept where they bring another."""

from __future__ import annotations

from pathlib import Path

from ruleslang.library.apply_fixes import is_worse, with_sure_fixes
from ruleslang.library.load import load_text
from ruleslang.source.diagnostic import Severity

NEWCOMERS = Path(__file__).parents[1] / "language/newcomers"
MENDED = (
    "copies_with_times",
    "dash_for_range",
    "elif",
    "empty_brackets",
    "ge_unicode",
    "misspelt_zone",
    "not_equal_sign",
    "semicolon_at_the_end",
)
TEXT = """rulebook trial "A trial"
    language 1
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins

zone pile: cards, ordered, seen by nobody
state score(player): 0..99 = 0

phase game
    add 1 to {place}
    home wins
"""


def test_mistakes_of_newcomers_are_fixed(tmp_path: Path) -> None:
    left = {}
    for name in MENDED:
        text = (NEWCOMERS / f"{name}.rules").read_text(encoding="utf-8")
        path = tmp_path / f"{name}.rules"
        path.write_text(
            "\n".join(line for line in text.split("\n") if not line.startswith("#")),
            encoding="utf-8",
        )
        done = with_sure_fixes(str(path))
        errors = [each for each in done.loaded.diagnostics if each.severity is Severity.ERROR]
        if errors or not done.applied:
            left[name] = errors

    assert left == {}


def test_a_fix_that_brings_another_mistake_is_worse() -> None:
    before = load_text(TEXT.format(place="scor(home)"))
    wrong = load_text(TEXT.format(place="pile"))
    right = load_text(TEXT.format(place="score(home)"))
    slip = [each for each in before.diagnostics if each.severity is Severity.ERROR]

    assert is_worse(before, wrong, slip)
    assert is_worse(before, before, slip)
    assert not is_worse(before, right, slip)
