"""The TextMate grammar by which editors colour rulebooks before a server answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ruleslang.language.syntax.keywords import DECLARATIONS, KEYWORDS
from ruleslang.program.builtins import BUILT_IN_NAMES, CALLED_NAMES

NAMELESS = DECLARATIONS & {"always", "claim", "example", "instead", "measure", "never", "omit"}
NAMELESS |= {"whenever", "while"}
"""Words that begin a declaration without a name behind them."""


def grammar() -> dict[str, Any]:
    """Return the grammar, as its file has it."""
    naming = "|".join(sorted(DECLARATIONS - NAMELESS))
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Ruleslang",
        "scopeName": "source.rules",
        "fileTypes": ["rules", "cards"],
        "patterns": [
            _pattern("comment.line.number-sign.rules", r"#.*$"),
            _pattern("string.quoted.double.rules", r'"[^"]*"?'),
            _pattern("entity.name.tag.citation.rules", r"\[[A-Z][^\]]*\]"),
            _pattern("constant.numeric.rules", r"\bx?\d+\b"),
            {
                "match": rf"^({naming})\b(?:[ \t]+([A-Za-z_]\w*))?",
                "captures": {
                    "1": {"name": "keyword.declaration.rules"},
                    "2": {"name": "entity.name.type.rules"},
                },
            },
            _pattern("keyword.declaration.rules", rf"^({'|'.join(sorted(NAMELESS))})\b"),
            _pattern("constant.language.rules", r"\b(yes|no|none)\b"),
            _pattern("keyword.control.rules", _words(KEYWORDS)),
            _pattern("support.function.rules", _words({*CALLED_NAMES, *BUILT_IN_NAMES} - KEYWORDS)),
            _pattern("keyword.operator.rules", r"\.\.|[<>]=?|[-+*/=]"),
        ],
    }


def _pattern(name: str, match: str) -> dict[str, str]:
    return {"name": name, "match": match}


def _words(words: Iterable[str]) -> str:
    return rf"\b({'|'.join(sorted(words))})\b"
