"""Sites of several releases side by side."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

SITE = Path(__file__).resolve().parents[3] / "site"


def test_releases_are_listed_newest_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SITE))
    build = __import__("build")
    assert Path(build.__file__).parent == SITE
    site, folder = tmp_path / "dist", tmp_path / "all"
    site.mkdir()
    (site / "index.html").write_text("new", encoding="utf-8")
    for release in ("0.0.9", "0.0.10"):
        (folder / release).mkdir(parents=True)
        (folder / release / "index.html").write_text("old", encoding="utf-8")
    monkeypatch.setattr(build, "DIST", site)

    build.publish(folder)

    listed = (folder / "index.html").read_text(encoding="utf-8")
    places = [listed.index(f'href="{name}/"') for name in (build.RELEASE, "0.0.10", "0.0.9")]
    assert places == sorted(places)
    assert f'url={build.RELEASE}/"' in listed
    assert (folder / build.RELEASE / "index.html").read_text(encoding="utf-8") == "new"
    sys.modules.pop("build")
