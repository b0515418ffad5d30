"""Messages about texts that are too long for the corpus."""

from __future__ import annotations

from ruleslang.language.syntax.parse import parse
from ruleslang.source.span import MAX_LETTERS, Source


def test_a_file_beyond_all_bounds_is_not_read() -> None:
    tree, diagnostics = parse(Source("big.rules", "a" * (MAX_LETTERS + 1)))

    assert [each.slug for each in diagnostics] == ["too-big"]
    assert len(tree.declarations) == 1


def test_after_a_hundred_mistakes_the_rest_is_not_read() -> None:
    tree, diagnostics = parse(Source("wrong.rules", "zone\n" * 1000))

    assert [each.slug for each in diagnostics] == ["unexpected"] * 100 + ["too-many-mistakes"]
    assert tree.declarations[-1].span.end == 5000
