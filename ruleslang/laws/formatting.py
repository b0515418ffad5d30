"""Formatting twice gives the same text as formatting once, and formatting does not change the
compiled program.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.format.format_source import format_source
from ruleslang.law_harness.law import Broken, Law, Subject
from ruleslang.law_harness.recompile import again, texts
from ruleslang.program.digest import digest
from ruleslang.source.span import Source


def _search(subject: Subject) -> Iterator[Broken]:
    laid_out = {}
    for source in texts(subject):
        made = format_source(source)
        if made.text is None:
            yield Broken(f"{source.name} cannot be laid out")
            return
        if made.text == source.text:
            continue
        twice = format_source(Source(source.name, made.text)).text
        if twice != made.text:
            yield Broken(f"{source.name}, laid out twice, is not what it was after the first time")
            return
        laid_out[source.name] = made.text
    if not laid_out:  # every file was laid out before
        return
    compiled = again(subject, laid_out)
    if compiled is None:
        yield Broken("laid out, it does not compile")
    elif digest(compiled.program) != digest(subject.program):
        yield Broken("laid out, it is another program")


LAW = Law("formatting", "laying out the text changes nothing that is played", _search)
