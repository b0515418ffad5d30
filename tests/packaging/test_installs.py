"""However the project is installed, the grammar, the rulebooks and their cards come along."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import zipapp
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
SHIPPED = ("grammar", "rulebooks", "cards", "examples", "docs/messages", "docs/reference")

# What an installed copy must be able to do, wherever it is.
ASK = """
import ruleslang
import ruleslang.language.syntax.grammar as grammar
import ruleslang.library.find_rulebook as roots
print(ruleslang.__file__)
print(roots.data_root())
grammar.build = grammar.cache_folder = None  # the parser's tables come along
print(bool(grammar.parser().rules))
print(*roots.shipped_rulebooks())
import ruleslang.apps.cli.page_template as pages
print(pages.page("preview.html", {}, title="a < b").count("a &lt; b"))
"""

pytestmark = pytest.mark.skipif(not (CHECKOUT / "pyproject.toml").exists(), reason="not a checkout")


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout without anything that was built or cached in it."""
    target = tmp_path_factory.mktemp("clean") / "ruleslang"
    unwanted = shutil.ignore_patterns(
        ".git", ".venv", "venv", "dist", "build", ".*_cache", "__pycache__", "replays",
        "ruleslang.json",
    )  # fmt: skip
    shutil.copytree(CHECKOUT, target, ignore=unwanted)
    return target


def build(folder: Path, target: Path, kind: str) -> Path:
    """What the build backend makes of a folder: `wheel`, `sdist` or `editable`."""
    call = f"import hatchling.build as b; print(b.build_{kind}({str(target)!r}))"
    made = subprocess.run(
        [sys.executable, "-c", call], cwd=folder, check=True, capture_output=True, text=True
    )
    return target / made.stdout.strip().splitlines()[-1]


def ask(path: Path) -> list[str]:
    """The answers of the copy of the package in `path`, asked from another folder."""
    environment = {**os.environ, "PYTHONPATH": str(path)}
    made = subprocess.run(
        [sys.executable, "-P", "-c", ASK],
        cwd=path.anchor,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return made.stdout.splitlines()


def shipped_files(folder: Path) -> Iterator[str]:
    for room in SHIPPED:
        for path in sorted((folder / room).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                yield path.relative_to(folder).as_posix()


def assert_holds_everything(wheel: Path, folder: Path, unpacked: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        archive.extractall(unpacked)

    assert {f"ruleslang/_data/{name}" for name in shipped_files(folder)} <= names
    assert not [name for name in names if name.startswith("tests/")]
    assert "ruleslang/py.typed" in names  # else type checkers take everything for unknown
    where, data, grammar, rulebooks, titles = ask(unpacked)
    assert where == str(unpacked / "ruleslang" / "__init__.py")
    assert data == str(unpacked / "ruleslang" / "_data")
    assert grammar == "True"
    assert rulebooks
    assert titles == "1"


def test_a_wheel_holds_everything_that_is_shipped(clean: Path, tmp_path: Path) -> None:
    assert_holds_everything(build(clean, tmp_path, "wheel"), clean, tmp_path / "unpacked")


def test_a_wheel_made_of_the_sdist_holds_it_too(clean: Path, tmp_path: Path) -> None:
    shutil.unpack_archive(build(clean, tmp_path, "sdist"), tmp_path / "source", filter="data")
    (folder,) = (tmp_path / "source").iterdir()

    assert_holds_everything(build(folder, tmp_path, "wheel"), clean, tmp_path / "unpacked")


def test_an_editable_install_reads_the_checkout(clean: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(build(clean, tmp_path, "editable")) as archive:
        links = {
            name: archive.read(name).decode()
            for name in archive.namelist()
            if name.endswith(".pth")
        }
        copied = [name for name in archive.namelist() if "_data" in name]
    where, data, grammar, rulebooks, titles = ask(clean)

    assert list(map(str.strip, links.values())) == [str(clean)]
    assert copied == []
    assert where == str(clean / "ruleslang" / "__init__.py")
    assert data == str(clean)
    assert grammar == "True"
    assert rulebooks
    assert titles == "1"


# What a program in a single file does with the package inside of it.
PROGRAM = """
import sys
import ruleslang

LINES = 'rulebook two "Two"', "    players 2", "    starts with game", "phase game", "    p1 wins"

if __name__ == "__main__":
    assert ruleslang.__file__.startswith(sys.argv[1]), ruleslang.__file__
    assert ruleslang.load_text(chr(10).join(LINES)).start(seed=1).outcome.winners == (0,)
    assert ruleslang.check_text(chr(10).join(LINES[:-1]))
    game = ruleslang.load("crazy_eights")
    report = game.simulate(games=4, seed=1, jobs=2, engine="wasm")
    assert report == game.simulate(games=4, seed=1, engine="interpreter")
    assert game.start(seed=1).story(0)
    assert ruleslang.load("ollapion", lang="fr").languages
    assert len(ruleslang.rulebooks()) > 20
    assert ruleslang.message_page("unknown-zone")
    print(ruleslang.load("nim").start(seed=1, engine="auto").is_over)
"""
NEEDED = ("attr", "attrs", "cattrs", "lark", "typing_extensions")


def test_a_program_in_one_file_finds_everything(clean: Path, tmp_path: Path) -> None:
    """Inside a zip archive there are no paths, so all data is read as resources."""
    app, archive = tmp_path / "app", tmp_path / "app.pyz"
    with zipfile.ZipFile(build(clean, tmp_path, "wheel")) as wheel:
        wheel.extractall(app)
    for name in NEEDED:
        found = importlib.util.find_spec(name)
        assert found is not None and found.origin is not None
        origin = Path(found.origin)
        if origin.name == "__init__.py":
            shutil.copytree(origin.parent, app / name, ignore=shutil.ignore_patterns("*.pyc"))
        else:
            shutil.copy(origin, app)
    (app / "__main__.py").write_text(PROGRAM, encoding="utf-8")
    zipapp.create_archive(app, archive)
    shutil.rmtree(app)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    kept = {"RULESLANG_CACHE": str(tmp_path / "cache"), "TMPDIR": str(temporary)}

    done = subprocess.run(
        [sys.executable, "-S", str(archive), str(archive)],
        cwd=tmp_path,
        env={**os.environ, **kept},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.stdout, done.stderr) == ("False\n", "")
    assert list(temporary.iterdir()) == []
