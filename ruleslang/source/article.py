"""The article of a noun in a message."""

from __future__ import annotations


def with_article(noun: str) -> str:
    """
    The noun with `a` or `an`, unless it has an article.

    >>> with_article("action"), with_article("state"), with_article("the header")
    ('an action', 'a state', 'the header')
    """
    if noun.startswith(("a ", "an ", "the ", "bound ")):
        return noun
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"
