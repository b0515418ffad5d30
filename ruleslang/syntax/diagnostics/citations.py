"""Citations and `designed` in the wrong form or place."""

from __future__ import annotations

import re

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.syntax.parse_failure import Failure, quoted

RULE = re.compile(r"[A-Z][A-Z0-9]*(-[A-Z0-9]+)+")
END = frozenset({"EOL", "designed", "["})


def bad_citation(failure: Failure) -> Diagnostic | None:
    """A citation in the wrong form: `[RULE-12]`, `[RULE-1, RULE-2]`."""
    opened = failure.text.rfind("[", failure.line_start, failure.offset)
    closing = {",", "]"} if opened >= 0 and "]" in failure.expected else {"RULE_ID"}
    if opened < 0 or not closing <= failure.expected:
        return None
    item = _item(failure.text, failure.offset)
    text = failure.text[slice(*item)]
    if not text:
        return error(
            "bad-citation",
            failure.span(opened, failure.offset + 1),
            "no citation stands here",
            help="citations are written `[RULE-12]`",
        )
    if all(RULE.fullmatch(word) for word in text.split()):
        return error(
            "bad-citation",
            failure.span(*item),
            f"no comma stands in {quoted(text)}",
            help="put a comma between two citations",
        )
    written = re.sub(r"[\s_]+", "-", text.upper())
    return error(
        "bad-citation",
        failure.span(*item),
        f"{quoted(text)} is not written like a citation",
        help=f"write {quoted(written)}"
        if RULE.fullmatch(written)
        else "citations are written `[RULE-12]`",
    )


def citations_apart(failure: Failure) -> Diagnostic | None:
    """Two pairs of brackets with citations."""
    if failure.met != "[" or not failure.before.rstrip().endswith("]"):
        return None
    return error(
        "citations-apart",
        failure.here(_bracket(failure)),
        "a second pair of brackets with citations",
        help="put all citations into one pair, with commas",
    )


def designed_before_citations(failure: Failure) -> Diagnostic | None:
    """`designed` before the citations instead of after them."""
    if failure.met != "[" or not re.search(r"\bdesigned\s*$", failure.before):
        return None
    return error(
        "designed-before-citations",
        failure.here(_bracket(failure)),
        "citations stand before `designed`",
        help="write `[RULE-12] designed`",
    )


def citation_not_last(failure: Failure) -> Diagnostic | None:
    """A citation, or `designed`, in the middle of a line."""
    after = failure.rest[_bracket(failure) :].replace("designed", "").strip()
    if failure.met == "[" and after and RULE.match(failure.rest[1:].strip()):
        span = failure.here(_bracket(failure))
    elif (
        not failure.layout
        and failure.expected <= END
        and re.search(r"(\]|\bdesigned)\s*$", failure.before)
    ):
        mark = re.search(r"(\[[^\[\]]*\]\s*)?(designed|\])?\s*$", failure.before)
        start = failure.line_start + (mark.start() if mark else 0)
        span = failure.span(start, start + len(failure.text[start : failure.offset].rstrip()))
    else:
        return None
    return error(
        "citation-not-last",
        span,
        f"{quoted(span.text)} does not stand at the end of the line",
        help="move it to the end of the line",
    )


def _bracket(failure: Failure) -> int:
    """The length of the bracket at which parsing stopped."""
    return failure.rest.find("]") + 1 or len(failure.rest.rstrip())


def _item(text: str, offset: int) -> tuple[int, int]:
    """The span of the list item around an offset, without blanks."""
    start = max(text.rfind(sign, 0, offset) for sign in "[,\n") + 1
    found = re.compile(r"\s*([^\[\],\n]*)").match(text, start)
    end = found.end() if found else offset
    begin = found.start(1) if found else start
    return begin, begin + len(text[begin:end].rstrip())
