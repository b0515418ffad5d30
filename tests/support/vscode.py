"""
Writes the generated file of the extension for VS Code: `python -m tests.support.vscode`.

It is the TextMate grammar, from the words of the language; a test holds it.
"""

from __future__ import annotations

import json
from pathlib import Path

from ruleslang.language.highlight.textmate import grammar

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"


def generated() -> dict[Path, str]:
    """What each generated file says."""
    return {EXTENSION / "syntaxes" / "rules.tmLanguage.json": _json(grammar())}


def _json(data: object) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for path, text in generated().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path)
