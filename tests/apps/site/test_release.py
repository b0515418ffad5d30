"""Sites of several releases side by side, and the additions of a build to pages."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path

import pytest

from tests.test_house import NAMES, all_statements, imported_names

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


def test_pictures_of_the_gallery_open_their_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SITE))
    build = __import__("build")
    row = "| ![Nim at the table](images/games/nim.webp) | [nim](../examples/nim) | Nim |"

    page = build.page_of(Path("gallery.md"), row)

    assert "[![Nim at the table](images/games/nim.webp)](play/#start=nim)" in page


def test_what_to_avoid_and_what_to_prefer_look_different(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SITE))
    build = __import__("build")
    page = build.page_of(Path("messages/a.md"), "Avoid:\n\n```rules\nAvoid:\n```\n\nPrefer:\n")

    assert page.count("Avoid:\n{ .avoid }\n") == 1 and "Prefer:\n{ .prefer }\n" in page
    style = (SITE / "src" / "docs.css").read_text(encoding="utf-8")
    assert all(f".{name} + .highlight pre" in style for name in ("avoid", "prefer"))
    assert "pre-wrap" not in style, "code scrolls sideways"


def test_sources_of_rulebooks_are_searched_by_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(SITE))
    build = __import__("build")
    sections = [
        {"location": "rulebooks/nim/#nimrules", "title": "nim.rules", "text": "phase game"},
        {"location": "rulebooks/nim/", "title": "Nim", "text": "Take objects"},
        {"location": "tour/#files", "title": "a.rules", "text": "A file"},
    ]
    index = tmp_path / "search.json"
    index.write_text(json.dumps({"config": {}, "items": sections}), encoding="utf-8")

    build.find_sources_by_name(index)

    kept = json.loads(index.read_text("utf-8"))["items"]
    assert [each["text"] for each in kept] == ["", "Take objects", "A file"]


@pytest.mark.parametrize(
    ("page", "folder"),
    [("README.md", "dist"), ("faq.md", "dist/faq"), ("reference/index.md", "dist/reference")],
)
def test_the_source_of_a_page_is_beside_it(
    page: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(SITE))
    build = __import__("build")

    assert build.folder_of(tmp_path / "dist", Path(page)) == tmp_path / folder


def test_a_page_links_to_its_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SITE))
    build = __import__("build")

    for page in ("faq.md", "reference/index.md"):
        build._write_page(tmp_path, Path(page), build.DOCS / page)

    assert '<a href="faq/source.txt">' in (tmp_path / "faq.md").read_text("utf-8")
    assert '<a href="source.txt">' in (tmp_path / "reference" / "index.md").read_text("utf-8")


def test_the_playground_imports_nothing_that_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SITE))
    build = __import__("build")
    left_out = {each.removesuffix(".py").replace("/", ".") for each in build.WITHOUT}
    left_out = {f"ruleslang.{each}" for each in left_out}
    imported, waiting = set[str](), ["ruleslang.apps.playground.playground"]
    while waiting:
        name = waiting.pop()
        if name in NAMES and name not in imported:
            imported.add(name)
            waiting += imported_names(NAMES[name])
            for node in all_statements(NAMES[name]):
                if isinstance(node, ast.ImportFrom):
                    waiting += [f"{node.module}.{alias.name}" for alias in node.names]
    sys.modules.pop("build")

    assert len(imported) > 300
    assert left_out & NAMES.keys() - imported == left_out & NAMES.keys() != set()
