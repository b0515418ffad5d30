"""Which chunks of a rulebook name something: what may depend on a name stands nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from ruleslang.nodes.regex import regex
from ruleslang.syntax.parse import ChunkRead

HIDDEN = regex(r'("[^"\n]*")|#.*')
WORD = regex(r"\w+")


def chunks_that_name(names: AbstractSet[str], chunks: Sequence[ChunkRead]) -> Iterator[int]:
    """The numbers of the chunks that have one of these words outside of comments and texts."""
    for number, each in enumerate(chunks):
        if any(name in each.chunk.text for name in names) and not names.isdisjoint(_words(each)):
            yield number


def _words(read: ChunkRead) -> set[str]:
    return set(WORD.findall(HIDDEN.sub(_in_text, read.chunk.text)))


def _in_text(found: re.Match[str]) -> str:
    """A text in which names may stand in braces; nothing of others, and of comments."""
    text = found.group(1) or ""
    return text if "{" in text else ""
