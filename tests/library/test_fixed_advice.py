"""Where `check --fix` follows advice, the rulebook plays alike and has that advice no more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import ruleslang
from ruleslang.library.apply_fixes import with_sure_fixes
from ruleslang.library.load import load
from ruleslang.source.diagnostic import Diagnostic, Severity

CORPUS = Path(__file__).parents[1] / "language/corpus"
FOLLOWED = (
    "bare-argument",
    "half-empty-column",
    "missing-language-line",
    "needless-line",
    "needless-name",
    "needless-type",
    "one-or-none",
    "reversed-comparison",
    "missing-type",
    "unusual-order",
)
SEEDS = 3


def advice_of(path: Path, slug: str) -> list[Diagnostic]:
    found = load(str(path), lints=True).diagnostics
    return [each for each in found if each.slug == slug]


def played(path: Path) -> Iterator[object]:
    """What is asked and chosen in some matches, and how they end."""
    game = ruleslang.load(path)
    for seed in range(SEEDS):
        match = game.start(seed=seed)
        while (decision := match.decision) is not None:
            yield [each.text for each in decision.choices]
            match.choose(decision.choices[seed % len(decision.choices)])
        yield match.outcome


def test_advice_that_is_followed_is_not_given_again_and_changes_no_match(tmp_path: Path) -> None:
    wrong = {}
    for slug in FOLLOWED:
        path, corrected = tmp_path / f"{slug}.rules", tmp_path / f"{slug}.mended.rules"
        text = (CORPUS / path.name).read_text(encoding="utf-8")
        path.write_text("\n".join(line for line in text.split("\n") if not line.startswith("#")))
        done = with_sure_fixes(str(path))
        corrected.write_text(*done.texts.values())
        errors = [each for each in done.loaded.diagnostics if each.severity is Severity.ERROR]
        if not advice_of(path, slug) or advice_of(corrected, slug) or errors:
            wrong[slug] = [each.span.text for each in advice_of(corrected, slug)]
        elif [*played(path)] != [*played(corrected)]:
            wrong[slug] = ["plays otherwise"]

    assert wrong == {}
