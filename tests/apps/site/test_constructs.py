"""Each construct of the reference has its own page, and a line in their index."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.blocks import DOCS

SITE = Path(__file__).resolve().parents[3] / "site"


def test_every_form_has_a_page_and_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SITE))
    construct_pages = __import__("construct_pages")
    for path in (DOCS / "reference").glob("*.md"):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")

    construct_pages.write_constructs(tmp_path)

    zone = (tmp_path / "data-zone.md").read_text(encoding="utf-8")
    assert "# `zone`" in zone and "[Data: the parts of a game](data.md#zone)" in zone
    assert "zone NAME[(INDEX)]: cards" in zone and "## `state`" not in zone
    index = (tmp_path / "constructs.md").read_text(encoding="utf-8")
    assert "neighbours 4 &#124; neighbours 8" in index  # else it would part the row
    made = {path.name for path in tmp_path.glob("*-*.md")}
    assert len(made) > 70 and all(f"]({name})" in index for name in made)
