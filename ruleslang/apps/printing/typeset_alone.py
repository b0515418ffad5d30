"""
Typesets the pages of a folder in this process, with bounds: it runs templates that anyone wrote.

    python -I -m ruleslang.apps.printing.typeset_alone FOLDER pdf|png PPI
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ruleslang.apps.printing.typeset import MEMORY_ALONE, SECONDS_ALONE, set_in


def main() -> int:
    """Write `page-NNNN.out` and `overflows.json` into the folder; errors go to standard error."""
    root, form, ppi = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_ALONE, SECONDS_ALONE))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_ALONE, MEMORY_ALONE))
    except ImportError:  # not on Windows: there the parent's time limit holds
        pass
    try:
        pages, overflows = set_in(root, form, ppi)
    except RuntimeError as problem:
        print(problem, file=sys.stderr)
        return 1
    for number, page in enumerate(pages):
        (root / f"page-{number:04}.out").write_bytes(page)
    (root / "overflows.json").write_text(json.dumps(overflows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
