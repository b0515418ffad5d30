"""Which chunks of a rulebook name something: what may depend on a name stands nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from ruleslang.nodes.regex import regex
from ruleslang.syntax.parse import ChunkRead

COMMENT = regex(r'("[^"\n]*")|#.*')  # texts are kept: they have names in braces
WORD = regex(r"\w+")


def chunks_that_name(names: AbstractSet[str], chunks: Sequence[ChunkRead]) -> Iterator[int]:
    """The numbers of the chunks in which one of these words stands, but for comments."""
    for number, each in enumerate(chunks):
        if any(name in each.chunk.text for name in names) and not names.isdisjoint(_words(each)):
            yield number


def _words(read: ChunkRead) -> set[str]:
    return set(WORD.findall(COMMENT.sub(_text, read.chunk.text)))


def _text(found: re.Match[str]) -> str:
    return found.group(1) or ""
