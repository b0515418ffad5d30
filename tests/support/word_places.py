"""The words of the shipped texts with their places: what completion should offer there first."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.library.workspace.word_order import NEAR, TABLE, contexts, label
from ruleslang.library.workspace.workspace import Workspace

CHECKOUT = Path(__file__).resolve().parents[2]
HIDDEN = re.compile(r'"[^"\n]*"?|\[[A-Z][^\]\n]*\]|#.*')
WORD = re.compile(r"[^\W\d]\w*|\d+")
NOT_WRITTEN = re.compile(r"\s*((card|deck|cites|language)\b|\|)")  # by completion
NEW = re.compile(  # names that a text makes, which nobody can offer
    r"\s*(rulebook|phase|procedure|action|zone|state|kind|words|value|die|board|check|window|option"
    r"|reading|has|let|player|chooser|measure|table|list|dice|history)\s+$"
    r"|\b(for each|every|there is|as)\s+$"
)
LEAST, MOST = 4, 8  # places that describe a context, and labels that are kept of it


@frozen
class WordPlace:
    """A word of a text, its offset, and the rulebook around it."""

    word: str
    at: int
    path: Path
    text: str
    snapshot: Snapshot


def folders() -> list[Path]:
    """The folders with one rulebook each."""
    found = [*CHECKOUT.glob("examples/*"), *CHECKOUT.glob("rulebooks/*")]
    return sorted(each for each in found if _main(each) is not None)


def _main(folder: Path) -> Path | None:
    return next((path for path in sorted(folder.glob("*.rules")) if _has_header(path)), None)


def _has_header(path: Path) -> bool:
    return re.search(r"^rulebook\b", path.read_text(encoding="utf-8"), re.MULTILINE) is not None


def word_places(folder: Path) -> Iterator[WordPlace]:
    """The words of a rulebook that somebody could be offered, in their order."""
    main = _main(folder)
    assert main is not None
    snapshot = Workspace(str(main)).snapshot()
    assert snapshot is not None
    for path in sorted(folder.glob("*.rules")):
        text, offset = path.read_text(encoding="utf-8"), 0
        for line in text.splitlines(keepends=True):
            written = HIDDEN.sub(lambda found: " " * len(found[0]), line)
            for found in () if NOT_WRITTEN.match(written) else WORD.finditer(written):
                if not NEW.search(written[: found.start()]):
                    yield WordPlace(found[0], offset + found.start(), path, text, snapshot)
            offset += len(line)


def counted(chosen: list[Path]) -> dict[str, dict[str, int]]:
    """How often each label follows in each context."""
    counts: dict[str, Counter[str]] = {}
    for place in (place for folder in chosen for place in word_places(folder)):
        symbols = place.snapshot.symbols
        for context in contexts(place.text[max(0, place.at - NEAR) : place.at], symbols):
            counts.setdefault(context, Counter())[label(place.word, symbols)] += 1
    often = sorted((name, each) for name, each in counts.items() if each.total() >= LEAST)
    return {name: dict(each.most_common(MOST)) for name, each in often}


if __name__ == "__main__":
    lines = [f"{json.dumps(name)}: {json.dumps(each)}" for name, each in counted(folders()).items()]
    TABLE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
