"""
Builds the site into `site/dist`, from packages of registries alone: `python site/build.py`.

It needs Node.js, the network on its first run, and the package with the extra `site`.
`--fetch` only brings the packages, `--no-fetch` uses those that are there; `--serve` shows the site
afterwards, at port 8000; `--publish FOLDER` puts it there beside those of other releases;
`--address URL` is where it will be and fills the sitemap.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SITE = Path(__file__).resolve().parent
CHECKOUT = SITE.parent
sys.path[:0] = [str(CHECKOUT)]

from api_page import api_in_navigation, api_pages  # noqa: E402
from construct_pages import write_constructs  # noqa: E402
from left_out import WITHOUT  # noqa: E402
from site_pages import dead_links, games_in_navigation, list_of_games, page_of, rulebook_pages  # noqa: E402
from texts_to_begin_with import starts, write_starts  # noqa: E402

from ruleslang.language.syntax.keywords import DECLARATIONS, KEYWORDS  # noqa: E402
from ruleslang.library.find_rulebook import data_root  # noqa: E402
from ruleslang.program.builtins import BUILT_IN_NAMES, CALLED_NAMES  # noqa: E402
from ruleslang.simulation.records.match_start import RELEASE  # noqa: E402
from tests.docs.blocks import DOCS  # noqa: E402

BUILD, DIST = SITE / "build", SITE / "dist"
PLAYGROUND = DIST / "play"
MODULES = SITE / "node_modules"
WHEELS = BUILD / "wheels"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-q")
PYODIDE = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    LOCK := "pyodide-lock.json",
    LIBRARY := "python_stdlib.zip",
)
TABLE = CHECKOUT / "ruleslang" / "apps" / "table" / "static"
NOT_OF_TABLE = ("lobby.html", "lobby.js", "connection.js")
SOURCE = "source.txt"  # beside each page
TEXTS = (".rules", ".cards")
NOT_SEARCHED = "---\nsearch:\n  exclude: true\n---\n\n"


def run(*command: str | Path) -> None:
    """Run a program in `site`; ends the build when it fails."""
    subprocess.run([str(each) for each in command], cwd=SITE, check=True)


# ---------------------------------------------------------------- packages


def fetch_packages() -> None:
    """The packages of npm, and the wheels that the worker unpacks."""
    shutil.rmtree(WHEELS, ignore_errors=True)
    run("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")
    run(*PIP, "wheel", "--no-deps", "-w", WHEELS, CHECKOUT)
    run(*PIP, "download", "--no-deps", "-d", WHEELS, "-r", SITE / "requirements.txt")


# ---------------------------------------------------------------- the documentation


def build_docs(address: str = "") -> None:
    """The pages of docs/, one for each rulebook, and a search over all."""
    pages = BUILD / "docs"
    shutil.rmtree(pages, ignore_errors=True)
    for path in sorted(DOCS.rglob("*.md")):
        _write_page(pages, path.relative_to(DOCS), path)
    write_constructs(pages / "reference")
    (pages / "api").mkdir()
    for name, text in api_pages().items():
        (pages / "api" / name).write_text(text, encoding="utf-8")
    _write_page(pages, Path("changelog.md"), CHECKOUT / "CHANGELOG.md")
    shutil.copytree(DOCS / "images", pages / "images")
    for group, name, title, files in starts():
        if group == "The tutorial":
            continue
        first = data_root() / group.lower() / name / "README.md"
        about = first.read_text(encoding="utf-8").partition("\n")[2] if first.is_file() else ""
        for path, text in rulebook_pages(name, title, files, about):
            (pages / path).parent.mkdir(parents=True, exist_ok=True)
            (pages / path).write_text(text, encoding="utf-8")
    (pages / "rulebooks" / "index.md").write_text(list_of_games(), encoding="utf-8")
    for name in ("docs.css", "docs.js"):
        shutil.copy(SITE / "src" / name, pages)
    settings = (SITE / "zensical.toml").read_text(encoding="utf-8")
    settings = settings.replace('"Ruleslang"', f'"Ruleslang {RELEASE}"', 1)
    settings = settings.replace('"GAMES"', games_in_navigation(), 1)
    settings = settings.replace('"API"', api_in_navigation(), 1)
    if address:
        project = f"[project]\nsite_url = {json.dumps(address)}\n"
        settings = settings.replace("[project]\n", project, 1)
    (BUILD / "zensical.toml").write_text(settings, encoding="utf-8")
    subprocess.run([sys.executable, "-m", "zensical", "build"], cwd=BUILD, check=True, stdout=-3)
    find_sources_by_name(BUILD / "pages" / "search.json")
    shutil.copytree(BUILD / "pages", DIST, dirs_exist_ok=True)
    for path in DOCS.rglob("*.md"):
        shutil.copy(path, folder_of(DIST, path.relative_to(DOCS)) / SOURCE)
    shutil.copy(SITE / "src" / "404.html", DIST)
    if not address:  # it would be empty, since its entries are whole addresses
        (DIST / "sitemap.xml").unlink(missing_ok=True)


def find_sources_by_name(index: Path) -> None:
    """Let the search find texts of rulebooks by their names alone, so that pages come first."""
    found = json.loads(index.read_text(encoding="utf-8"))
    for item in found["items"]:
        if item["location"].startswith("rulebooks/") and item["title"].endswith(TEXTS):
            item["text"] = ""
    index.write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")


def folder_of(site: Path, path: Path) -> Path:
    """The folder of a page in the site, by the path of its text."""
    return site / (path.parent if path.stem in ("README", "index") else path.with_suffix(""))


def is_for_maintainers(path: Path) -> bool:
    """Whether a page is left out of the search, so that users find their own pages first."""
    return path.parts[0] in ("dev", "changelog.md", "contributing.md", "architecture.md")


def _write_page(pages: Path, path: Path, source: Path) -> None:
    (pages / path).parent.mkdir(parents=True, exist_ok=True)
    text = page_of(path, source.read_text(encoding="utf-8"))
    if source.is_relative_to(DOCS):
        beside = folder_of(Path(), path).relative_to(path.parent) / SOURCE
        text += f'\n<a href="{beside.as_posix()}">Source of this page</a>\n'
    (pages / path).write_text(NOT_SEARCHED * is_for_maintainers(path) + text, encoding="utf-8")


# ---------------------------------------------------------------- the playground


def build_playground() -> None:
    """The page, its worker, the table, and what keeps them for a browser without a network."""
    PLAYGROUND.mkdir(parents=True)
    words = {
        "keywords": sorted(KEYWORDS),
        "declarations": sorted(DECLARATIONS),
        "builtIns": sorted({*BUILT_IN_NAMES, *CALLED_NAMES}),
    }
    _write_json(BUILD / "words.json", words)
    src = SITE / "src"
    bundle = ("--bundle", "--minify", "--format=esm", "--target=es2022", "--log-level=warning")
    esbuild = MODULES / ".bin" / "esbuild"
    run(esbuild, src / "main.js", *bundle, f"--outfile={PLAYGROUND / 'playground.js'}")
    for name in ("index.html", "playground.css", "worker.js", "packages.mjs"):
        shutil.copy(src / name, PLAYGROUND)
    _copy(MODULES / "pyodide", PYODIDE, PLAYGROUND / "pyodide")
    lock = PLAYGROUND / "pyodide" / LOCK
    _write_json(lock, {**json.loads(lock.read_text(encoding="utf-8")), "packages": {}})
    prepare(WHEELS, PLAYGROUND, WITHOUT)
    parts = sorted(path.name for path in TABLE.iterdir() if path.name not in NOT_OF_TABLE)
    _copy(TABLE, parts, PLAYGROUND / "table")
    page = PLAYGROUND / "table" / "table.html"
    page.write_text(page.read_text(encoding="utf-8").replace("../static/", ""), encoding="utf-8")
    shutil.copy(src / "connection.js", PLAYGROUND / "table")
    write_starts(PLAYGROUND / "starts")
    manifest = {
        "name": "Ruleslang playground",
        "short_name": "Ruleslang",
        "start_url": "./",
        "display": "standalone",
        "icons": [{"src": "table/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }
    _write_json(PLAYGROUND / "manifest.json", manifest)
    write_offline(src / "offline.js")


def prepare(wheels: Path, to: Path, without: Sequence[str]) -> None:
    """The archive of these packages for Pyodide, and what they need of the standard library."""
    library = to / "pyodide" / LIBRARY
    run("node", SITE / "src" / "prepare.mjs", wheels, to / "packages.bin", library, *without)


def write_offline(script: Path) -> None:
    """The service worker, with the list of all files and the digest of what they hold."""
    files = sorted(path for path in PLAYGROUND.rglob("*") if path.is_file())
    digest = hashlib.blake2b(digest_size=8)
    for path in files:
        digest.update(path.read_bytes())
    names = ["./", *(str(path.relative_to(PLAYGROUND)) for path in files if path.stem != "index")]
    names += ["starts/index.json"]
    kept = json.dumps({"name": f"ruleslang {digest.hexdigest()}", "files": names})
    text = f"self.KEPT = {kept};\n{script.read_text(encoding='utf-8')}"
    (PLAYGROUND / "offline.js").write_text(text, encoding="utf-8")


KEPT_DOCS = ("", "tutorial", "words", "playground", "designing", "recipes", "faq", "glossary")
"""The pages that a browser keeps before they are opened; and the pages of the reference."""


def write_offline_docs(script: Path) -> None:
    """The service worker of the documentation, with the list of the pages that it keeps."""
    folders = [DIST / name for name in KEPT_DOCS]
    folders += [DIST / "reference" / page.stem for page in (DOCS / "reference").glob("*.md")]
    pages = [folder for folder in folders if (folder / "index.html").is_file()]
    pages.append(DIST / "reference")
    assets = [*(DIST / "assets").rglob("*.css"), *(DIST / "assets" / "javascripts").glob("*.js")]
    digest = hashlib.blake2b(digest_size=8)
    for path in (*(page / "index.html" for page in pages), *assets):
        digest.update(path.read_bytes())
    names = [f"{page.relative_to(DIST).as_posix()}/".removeprefix("./") or "./" for page in pages]
    names += [path.relative_to(DIST).as_posix() for path in (*assets, DIST / "docs.css")]
    kept = json.dumps({"name": f"docs of ruleslang {digest.hexdigest()}", "files": sorted(names)})
    text = f"self.KEPT = {kept};\n{script.read_text(encoding='utf-8')}"
    (DIST / "offline_docs.js").write_text(text, encoding="utf-8")


def _copy(folder: Path, names: Sequence[str], to: Path) -> None:
    to.mkdir()
    for name in names:
        shutil.copy(folder / name, to)


def _write_json(path: Path, said: object) -> None:
    path.write_text(json.dumps(said, ensure_ascii=False), encoding="utf-8")


# ---------------------------------------------------------------- all of it


def serve() -> None:
    """Show the site to a browser on this machine."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(DIST))
    with ThreadingHTTPServer(("127.0.0.1", 8000), handler) as server:
        print("http://127.0.0.1:8000/ (Ctrl-C ends it)")
        server.serve_forever()


def publish(folder: Path) -> None:
    """Lay the site beside those of other releases, with a page that lists them, newest first."""
    shutil.copytree(DIST, folder / RELEASE, dirs_exist_ok=True)
    releases = sorted(
        (path.parent.name for path in folder.glob("*/index.html")),
        key=lambda name: [int(part) for part in re.findall(r"\d+", name)],
        reverse=True,
    )
    lines = "".join(f'<li><a href="{name}/">{name}</a></li>' for name in releases)
    text = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Ruleslang</title>'
        f'<meta http-equiv="refresh" content="5; url={releases[0]}/">'
        f"<h1>Ruleslang</h1><p>The newest release opens in a moment.</p><ul>{lines}</ul></html>\n"
    )
    (folder / "index.html").write_text(text, encoding="utf-8")
    shutil.copy(SITE / "src" / "404.html", folder)


def main() -> None:
    asked = sys.argv[1:]
    if "--no-fetch" not in asked:
        fetch_packages()
    if "--fetch" in asked:
        return
    shutil.rmtree(DIST, ignore_errors=True)
    build_playground()
    build_docs(asked[asked.index("--address") + 1] if "--address" in asked else "")
    write_offline_docs(SITE / "src" / "offline_docs.js")
    dead = dead_links(DIST)
    if dead:
        sys.exit("\n".join(["links that lead nowhere:", *dead]))
    size = sum(path.stat().st_size for path in DIST.rglob("*") if path.is_file())
    print(f"{DIST.relative_to(CHECKOUT)}: {size / 1e6:.1f} MB")
    if "--publish" in asked:
        publish(Path(asked[asked.index("--publish") + 1]))
    if "--serve" in asked:
        serve()


if __name__ == "__main__":
    main()
