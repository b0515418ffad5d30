"""
The documentation as pages of the site: the pages of docs/, a page for each rulebook, and below each
block of rules a link that opens its text in the playground.
"""

from __future__ import annotations

import base64
import json
import os
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urldefrag

import ruleslang
from tests.docs.blocks import CHECKOUT, DOCS, FENCE, Block, ReadPage, blocks

LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])+)\]\(([^)\s]+)\)")
RULEBOOK = re.compile(r"(?:examples|rulebooks)/(\w+)(?:/.*)?$")
TOP = {"README.md": "README.md", "CHANGELOG.md": "changelog.md"}  # pages above docs/
PICTURE = re.compile(r"!\[[^\]]*\]\(images/games/(\w+)\.webp\)")
ADVICE = {"Avoid:": "{ .avoid }", "Prefer:": "{ .prefer }"}  # classes of a message's paragraphs
LONGEST_LINK = 12_000  # letters: browsers take more, messages do not
Files = Mapping[str, str]


def fragment(files: Files) -> str:
    """The part of a link that holds texts, as the playground writes it."""
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(json.dumps(files, ensure_ascii=False).encode()) + packer.flush()
    return f"text={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


# ---------------------------------------------------------------- pages of docs/


def page_of(path: Path, text: str) -> str:
    """A page as the site has it, where `path` is its place below the folder of all pages."""
    lines, page, is_open, opened = text.splitlines(), ReadPage(), "", ""
    every_block = {each.line: each for each in blocks(text)}
    made: list[str] = []
    for number, line in enumerate(lines, start=1):
        met = FENCE.fullmatch(line)
        if not is_open and met:
            is_open = met["fence"]
            block = every_block.get(number + 1)
            is_excerpt = number > 1 and lines[number - 2].startswith("<!-- from: ")
            made.append(f"{is_open}{'rules' if is_excerpt else met['language']}")
            opens = block is not None and block.language == "rules" and "file" not in block.info
            opened = page.text(block) if block is not None and opens else ""
        elif is_open and line.strip() == is_open:
            made += [line, *(_opened(path, opened, block) if opened and block else ())]
            is_open = ""
        else:
            made.append(line if is_open else LINK.sub(lambda met: _link(path, met), line))
            made += [ADVICE[line]] if line in ADVICE and not is_open else []
    return PICTURE.sub(r"[\g<0>](play/#start=\1)", "\n".join(made)) + "\n"


def _opened(path: Path, text: str, block: Block) -> Iterator[str]:
    """A link that opens a text where it has the first line of a block."""
    first = block.text.strip().partition("\n")[0]
    line = text.splitlines().index(first) + 1 if first in text.splitlines() else 1
    link = fragment({"page.rules": text}) + f"&line={line}" * (line > 1)
    if len(link) <= LONGEST_LINK and "rulebook " in text:
        yield ""
        yield f"[open in the playground]({up(path)}play/#{link}){{ .play }}"


def up(path: Path) -> str:
    """From a page to the folder of all pages; the generator turns that into addresses."""
    return "../" * (len(path.parts) - 1)


def _link(path: Path, met: re.Match[str]) -> str:
    """A link as it is, or to the page that stands for a file; of other files only the words."""
    words, (target, part) = met[1], urldefrag(met[2])
    if not target or "://" in target or target.startswith("mailto:"):
        return met[0]
    file = (DOCS / path.parent / target).resolve()
    back = up(path)
    part = f"#{part}" if part else ""
    if file.is_relative_to(DOCS):
        return met[0] if file.suffix == ".md" and file.is_file() else words
    if not file.is_relative_to(CHECKOUT):
        return words
    inside = file.relative_to(CHECKOUT).as_posix()
    if inside in TOP:
        return f"[{words}]({back}{TOP[inside]}{part})"
    if inside in ("examples", "examples/README.md"):
        return f"[{words}]({back}gallery.md)"
    book = RULEBOOK.match(inside)
    if book and book[1] in ruleslang.rulebooks():
        return f"[{words}]({back}rulebooks/{book[1]}.md)"
    return words


# ---------------------------------------------------------------- pages of rulebooks


def rulebook_pages(name: str, title: str, files: Files, about: str) -> Iterator[tuple[Path, str]]:
    """
    The pages of a rulebook by their paths: what it is, who can play it, its cards and its text.

    A rulebook in several files has a page for each and one for its cards, so that none is too long
    to be read on a phone.
    """
    game = ruleslang.load(name)
    path = Path("rulebooks") / f"{name}.md"
    texts = [file for file in files if file.endswith((".rules", ".cards"))]
    first = _first_page(game, name, title, about, path)
    if len(texts) == 1:
        whole = (*_cards(game), "## The rules", "", *_text(texts[0], files[texts[0]]))
        yield path, "\n".join((*first, *whole))
        return
    cards, parts = [*_cards(game)], {file: _stem(file) for file in texts}
    links = [f"- [{parts[file]}]({name}/{parts[file]}.md){_about(files[file])}" for file in texts]
    links += [f"- [All cards]({name}/all-cards.md)"] if len(cards) > 1 else []
    yield path, "\n".join((*first, "## The rules", "", *links, ""))
    for file, text in files.items():
        if file in parts:
            head = f"# {title}: {parts[file].replace('_', ' ')}"
            page = "\n".join((head, "", *_text(file, text)))
            yield Path("rulebooks") / name / f"{parts[file]}.md", page
    if len(cards) > 1:
        page = "\n".join((f"# {title}: all cards", "", *cards))
        yield Path("rulebooks") / name / "all-cards.md", page


def _stem(file: str) -> str:
    """The name of the page of a file."""
    return Path(file).name.removesuffix(".rules").replace(".", "-")


def _about(text: str) -> str:
    """The first remark of a file, which says what is in it."""
    first = text.lstrip().partition("\n")[0]
    return f": {first[1:].strip()}" if first.startswith("#") else ""


def _first_page(
    game: ruleslang.Game, name: str, title: str, about: str, path: Path
) -> tuple[str, ...]:
    """What a rulebook is and who can play it, as lines."""
    seats = game.program.seats
    players = str(seats.low) if seats.low == seats.high else f"{seats.low} to {seats.high}"
    return (
        f"# {title}",
        "",
        f"[open in the playground]({up(path)}play/#start={name}){{ .play }}",
        "",
        f"![{title} at the table]({up(path)}images/games/{name}.webp)",
        "",
        LINK.sub(r"\1", about),
        "",
        "## In short",
        "",
        f"- players: {players}",
        *(f"- option `{each}`: {_listed(values)}" for each, values in game.options.items()),
        f"- bots: {_listed(game.bots)}",
        "",
    )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{each}`" for each in names)


def _cards(game: ruleslang.Game) -> Iterator[str]:
    """A table of the cards of each kind, with their copies, fields and texts."""
    shown = game.start(seed=1).declarations.cards
    for kind in dict.fromkeys(card["kind"] for card in shown):
        own = [card for card in shown if card["kind"] == kind]
        heads = [field["text"] for field in own[0]["fields"] if not field["index"]]
        yield from ("", f"## Cards: {kind.replace('_', ' ')}", "")
        yield f"| card | copies | {' | '.join([*heads, 'text'])} |"
        yield "|---" * (len(heads) + 3) + "|"
        for card in own:
            said = {field["text"]: field["shown"] for field in card["fields"]}
            cells = [card["text"], card["copies"], *(said.get(h, "") for h in heads)]
            yield "| " + " | ".join(_cell(each) for each in (*cells, card["printed"] or "")) + " |"
    yield ""


def _cell(value: object) -> str:
    return " ".join(str(value).replace("|", "\\|").replace("<", "&lt;").split())


def _text(file: str, text: str) -> Iterator[str]:
    yield from (f"### {Path(file).name}", "", "```rules", text.rstrip(), "```", "")


GROUP = re.compile(
    r"^## (?P<title>.*)$|^\| !\[(?P<name>.*?)\]\(images.*\[(?P<game>\w+)\]\(\.\./", re.MULTILINE
)


def _games() -> dict[str, list[tuple[str, str]]]:
    """The shipped games as the gallery groups them: the name and the rulebook of each."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for found in GROUP.finditer((DOCS / "gallery.md").read_text("utf-8")):
        if found["title"]:
            groups[found["title"]] = []
        elif found["game"] in ruleslang.rulebooks():
            next(reversed(groups.values())).append((found["name"], found["game"]))
    return {title: games for title, games in groups.items() if games}


def games_in_navigation() -> str:
    """The pages of the games by their groups, for the list in the settings."""
    groups: list[str] = []
    for title, games in _games().items():
        pages = ", ".join(f'{{ "{name}" = "rulebooks/{game}.md" }}' for name, game in games)
        groups.append(f'{{ "{title}" = [{pages}] }}')
    return ", ".join(groups)


def list_of_games() -> str:
    """The page of the folder that has the pages of the games."""
    lines = ["# All games", "", "The [gallery](../gallery.md) shows them with pictures."]
    for title, games in _games().items():
        lines += ["", f"## {title}", "", *(f"- [{name}]({game}.md)" for name, game in games)]
    return "\n".join((*lines, ""))


# ---------------------------------------------------------------- links that lead nowhere


TAG = re.compile(r"""<[a-zA-Z](?:[^<>"']|"[^"]*"|'[^']*')*>""")
ATTRIBUTE = re.compile(r"""\s(id|name|href|src)=(?:"([^"]*)"|'([^']*)'|([^\s>]+))""")


def _attributes(page: str) -> dict[str, set[str]]:
    """The values of four attributes in a page. Patterns, since a parser takes ten times as long."""
    found: dict[str, set[str]] = {"id": set(), "name": set(), "href": set(), "src": set()}
    for tag in TAG.findall(page):
        for name, *values in ATTRIBUTE.findall(tag):
            found[name].add(unescape("".join(values)))
    return found


def dead_links(site: Path) -> list[str]:
    """The links of all pages that lead nowhere: `page: link`."""
    read = {
        str(path): _attributes(path.read_text(encoding="utf-8"))
        for path in site.rglob("*.html")
        if "play" not in path.relative_to(site).parts and path.name != "404.html"
    }
    file_at = cache(lambda path: str(Path(path) / "index.html") if Path(path).is_dir() else path)
    exists = cache(os.path.isfile)
    found = []
    for path, page in sorted(read.items()):
        for link in sorted(page["href"] | page["src"]):
            target, part = urldefrag(link)
            if re.match(r"[a-z]+:", target) or target.startswith("//"):
                continue
            beside = os.path.join(os.path.dirname(path), unquote(target))
            to = file_at(os.path.normpath(beside)) if target else path
            part_is_there = (
                not part or to not in read or unquote(part) in read[to]["id"] | read[to]["name"]
            )
            if not (exists(to) and part_is_there):
                found.append(f"{os.path.relpath(path, site)}: {link}")
    return found
