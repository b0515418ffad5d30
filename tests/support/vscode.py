"""
Writes the generated files of the extension for VS Code: `python -m tests.support.vscode`.

They are the TextMate grammar, from the words of the language, and the snippets, from those of the
language server; a test holds them.
"""

from __future__ import annotations

import json
from pathlib import Path

from ruleslang.language.highlight.textmate import grammar
from ruleslang.library.workspace.completion import SNIPPETS

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"


def generated() -> dict[Path, str]:
    """What each generated file says."""
    snippets = {
        name: {"prefix": name, "body": body.splitlines(), "description": what}
        for name, what, body in SNIPPETS
    }
    return {
        EXTENSION / "syntaxes" / "rules.tmLanguage.json": _json(grammar()),
        EXTENSION / "snippets" / "rules.json": _json(snippets),
    }


def _json(data: object) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for path, text in generated().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path)
