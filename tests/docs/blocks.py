"""
The fenced blocks of a page, and the texts that they stand for.

    ```rules              a whole rulebook, when it begins with a header: it becomes the page's own;
                          else declarations, laid over the page's own rulebook and kept there
    ```rules with=ferry   declarations laid over `docs/games/ferry.rules`, and not kept
    ```rules wrong=slug   the same, with a mistake: just this message is given, nothing is kept
    ```rules change       the page's own rulebook for a moment; it is taken back afterwards
    ```rules change as=N  the same, in a copy of the file that is called N
    ```rules file=NAME    a file of that name, for the commands that follow on the page
    ~~~console            commands after `$ ` (ours, also with `| head`, `| tail` or `| sed`, and
                          `cat` and `sed`), and what they print, line by line; `…` stands for any
                          part of one line, and seconds may be others
    ~~~console within=9%  the same, and numbers may differ by as much of the smaller one

A declaration that is laid over a rulebook replaces the one of its name, and else is added at its
end: what a reader does who is told to write it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import define, frozen

CHECKOUT = Path(__file__).resolve().parents[2]
DOCS = CHECKOUT / "docs"
GAMES = DOCS / "games"
FENCE = re.compile(r"(?P<fence>```|~~~)(?P<language>\w*) *(?P<info>.*)")
NAMED = re.compile(r"(?P<word>[a-z]+) +(?P<name>\w+|\"[^\"]*\")")
UNNAMED = frozenset(["after", "before", "instead", "modify", "omit", "table", "whenever", "while"])
PASSING = frozenset(["wrong", "change"])
PROCEDURES = frozenset(["procedure", "phase", "check"])


@frozen
class Block:
    """One fenced block, and the line on which its text begins."""

    line: int
    language: str
    info: dict[str, str]
    text: str

    @property
    def is_whole(self) -> bool:
        """Whether it is a rulebook from its header on."""
        return any(chunk.startswith("rulebook ") for chunk in declarations(self.text))


@define
class ReadPage:
    """
    A page as it is read from top to bottom.

    `own` is the reader's rulebook so far, `file` what their file contains now.
    """

    own: str = ""
    file: str = ""

    def text(self, block: Block) -> str:
        """The rulebook that a block of rules stands for; what is to be kept is kept."""
        game = block.info.get("with")
        if block.is_whole and not game:
            text = block.text
        else:
            text = laid_over(game_text(game) if game else self.own, block.text)
        if not game and "as" not in block.info:
            self.file = text
        if not game and not PASSING & block.info.keys():
            self.own = text
        return text


def pages(*folders: str) -> list[Path]:
    """The pages of the documentation that lie in these folders of it."""
    return [page for folder in folders for page in sorted((DOCS / folder).glob("*.md"))]


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    opened: tuple[int, re.Match[str]] | None = None
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if opened is None:
            fence = FENCE.fullmatch(line)
            if fence:
                opened, lines = (number, fence), []
        elif line == opened[1]["fence"]:
            message = dict(word.partition("=")[::2] for word in opened[1]["info"].split())
            yield Block(opened[0] + 1, opened[1]["language"], message, "\n".join(lines) + "\n")
            opened = None
        else:
            lines.append(line)
    assert opened is None, f"the block of line {opened[0] if opened else 0} is not closed"


def game_text(name: str) -> str:
    """The text of one of the documentation's own games."""
    return (GAMES / f"{name}.rules").read_text(encoding="utf-8")


def declarations(text: str) -> list[str]:
    """A text cut where a declaration begins; what stands above the first is left out."""
    return re.split(r"^(?=[a-z])", text, flags=re.M)[1:]


def laid_over(text: str, more: str) -> str:
    """A text in which the declarations of `more` replace those of their names, or are added."""
    new = {_key(chunk) or ("", chunk): chunk for chunk in declarations(more)}
    old = {_key(chunk) or ("", chunk): chunk for chunk in declarations(text)}
    return "\n".join(chunk.rstrip() + "\n" for chunk in {**old, **new}.values())


def _key(chunk: str) -> tuple[str, str] | None:
    """What a declaration is called; None when it has no name."""
    found = NAMED.match(chunk)
    if not found or found["word"] in UNNAMED:
        return None
    word = "procedure" if found["word"] in PROCEDURES else found["word"]
    return (word, "" if word == "rulebook" else found["name"])
