"""The lexer by which Pygments colours rulebooks."""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups, words  # type: ignore[import-untyped,unused-ignore]
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace  # type: ignore[import-untyped,unused-ignore]

from ruleslang.language.highlight.textmate import NAMELESS
from ruleslang.language.syntax.keywords import DECLARATIONS, KEYWORDS
from ruleslang.program.builtins import BUILT_IN_NAMES, CALLED_NAMES


def _whole_words(names: frozenset[str]) -> words:
    return words(tuple(sorted(names)), prefix=r"\b", suffix=r"\b")


class RulesLexer(RegexLexer):  # type: ignore[misc,unused-ignore]
    """Texts of rules and cards: `pygmentize -l ruleslang my_game.rules`."""

    name = "Ruleslang"
    aliases = ("ruleslang", "rules")
    filenames = ("*.rules", "*.cards")
    mimetypes = ("text/x-ruleslang",)
    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"\s+", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (r'"[^"\n]*"?', String),
            (r"\[[A-Z][^\]\n]*\]", Name.Decorator),
            (r"\bx?\d+\b", Number.Integer),
            (
                rf"^({'|'.join(sorted(DECLARATIONS - NAMELESS))})\b([ \t]+)([^\W\d]\w*)",
                bygroups(Keyword.Declaration, Whitespace, Name.Class),
            ),
            (_whole_words(KEYWORDS), Keyword),
            (_whole_words(frozenset({*CALLED_NAMES, *BUILT_IN_NAMES})), Name.Builtin),
            (r"\w+", Name),
            (r"\.\.|[<>]=?|[-+*/=]", Operator),
            (r"[^\s\w]", Punctuation),
        ]
    }
