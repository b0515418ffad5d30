"""
The sentences of the users' pages that promise something, and what holds each of them.

A sentence promises something if it says `never`, `always`, `guarantee`, `for certain`, or what
every thing is. `promises.txt` has each with the tests that hold it, or `-` and why it promises
nothing. `python -m tests.docs.promises` writes that file anew after pages were reworded: what is
nearly the same keeps its tests, what is gone is left out, and a new sentence gets a `?` to fill in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from tests.docs.blocks import CHECKOUT, DOCS

INVENTORY = Path(__file__).with_name("promises.txt")
OTHERS = frozenset({"architecture.md", "contributing.md", "security.md"})  # not for users, or apart
PROMISES = re.compile(
    r"\b(?:never|always|for certain|guarantee\w*|certainly"
    r"|every\b[^.;:|]{0,60}?\b(?:is|are|has|have))\b",
    re.I,
)
FENCED = re.compile(r"^(```|~~~).*?^\1|<!--.*?-->", re.S | re.M)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
PARTS = re.compile(r"\n\s*\n|\n(?=\s*[-*|\d#])")
SENTENCES = re.compile(r"(?<=[.!?;])\s+(?=[A-Z`*\[(])")
ALIKE = 0.6  # how much of a reworded sentence is as it was
INTRODUCTION = """\
# What the users' pages promise, each sentence with the tests that hold it: a file and the name of a
# test in it, `conformance` or `corpus` and a text there. `-` says why a sentence promises nothing.
# `python -m tests.docs.promises` writes this file anew after a page was reworded.
"""


def pages() -> list[Path]:
    """The pages for users, with `README.md`; `test_security` has its own list."""
    found = [
        *DOCS.glob("*.md"),
        *DOCS.glob("commands/*.md"),
        *DOCS.glob("reference/*.md"),
        DOCS / "dev" / "engines.md",
    ]
    return [CHECKOUT / "README.md", *sorted(page for page in found if page.name not in OTHERS)]


def promises(page: Path) -> Iterator[str]:
    """The sentences of a page that promise something."""
    for part in PARTS.split(FENCED.sub("", page.read_text(encoding="utf-8"))):
        if part.lstrip().startswith(("#", "**Messages")):
            continue
        for sentence in SENTENCES.split(" ".join(part.split())):
            message = LINK.sub(r"\1", CODE.sub("", sentence))
            if PROMISES.search(message) and not message.endswith("?"):
                yield sentence.lstrip("-* ").strip()


def words(sentence: str) -> str:
    """A sentence without what may differ in wording: marks, capitals, addresses of links."""
    return " ".join(re.findall(r"\w+", LINK.sub(r"\1", sentence).lower()))


def inventory() -> dict[str, tuple[str, list[str]]]:
    """By its words each sentence of the inventory, as it is written, with what holds it."""
    found: dict[str, tuple[str, list[str]]] = {}
    holding: list[str] = []
    for line in INVENTORY.read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            holding.append(line.strip())
        elif line and not line.startswith("# "):
            holding = []
            found[words(line)] = line, holding
    return found


def nearest(sentence: str, known: dict[str, tuple[str, list[str]]]) -> str:
    """The key of the sentence of the inventory that is most like this one; empty: none is."""
    own = words(sentence)
    if own in known:
        return own
    matcher = SequenceMatcher(None, b=own.split(), autojunk=False)
    best, how = "", ALIKE
    for other in known:
        matcher.set_seq1(other.split())
        if matcher.quick_ratio() >= how and (ratio := matcher.ratio()) >= how:
            best, how = other, ratio
    return best


def write() -> None:
    """Write the inventory anew."""
    known = inventory() if INVENTORY.exists() else {}
    lines = [INTRODUCTION]
    for page in pages():
        of_page = list(dict.fromkeys(promises(page)))
        if of_page:
            lines.append(f"# {page.relative_to(CHECKOUT)}\n")
        for sentence in of_page:
            key = nearest(sentence, known)
            holding = known[key][1] if key else ["?"]
            lines.append("\n".join((sentence, *(f"    {each}" for each in holding))) + "\n")
    INVENTORY.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    write()
