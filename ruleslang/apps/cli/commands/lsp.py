"""`lsp`: runs the language server; without a time budget, since it runs as long as the editor."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from ruleslang.apps.cli.interrupt import INTERRUPTED

GET_IT = "the language server needs pygls: `pip install -e '.[editor]'` in the checkout brings it"


def run() -> int:
    """Serve the editor at standard input until it disconnects; `exit` without `shutdown`: 1."""
    if find_spec("pygls") is None:
        print(f"ruleslang: {GET_IT}", file=sys.stderr)
        return 2
    if sys.stdin.isatty():
        print(
            "ruleslang: this is for editors; docs/editors.md explains how they start it",
            file=sys.stderr,
        )
        return 2
    from ruleslang.apps.editor.server import serve

    try:
        return serve()
    except KeyboardInterrupt:
        return INTERRUPTED
