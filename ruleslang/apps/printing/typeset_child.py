"""
Typesets one folder with typst, as its own process: memory that it takes is its own, and goes.

Arguments: the folder, the format, pixels per inch, and the most megabytes and seconds of CPU time
(0: no limit). Writes `page-N` files and `overflows.json`, or `problem.txt` and status 3.
"""

import json
import sys
from pathlib import Path


def limit(megabytes: int, seconds: int) -> None:
    """Limit this process, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for what, most in ((resource.RLIMIT_AS, megabytes * 1_000_000), (resource.RLIMIT_CPU, seconds)):
        if most:
            _, hard = resource.getrlimit(what)
            soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(what, (soft, hard))


def main(folder: str, form: str, ppi: str, megabytes: str, seconds: str) -> int:
    """Return the exit status."""
    limit(int(megabytes), int(seconds))
    import typst

    root = Path(folder)
    try:
        compiler = typst.Compiler(
            str(root / "main.typ"),
            root=folder,
            font_paths=[str(root / "fonts")],
            package_path=str(root / "no-packages"),
            package_cache_path=str(root / "no-packages"),
        )
        output = compiler.compile(format="png" if form == "png" else "pdf", ppi=float(ppi))
        overflows = compiler.query("<overflow>", field="value")
    except RuntimeError as problem:  # typst's are, too
        (root / "problem.txt").write_text(str(problem), encoding="utf-8")
        return 3
    pages = output if isinstance(output, list) else [output]
    for number, page in enumerate(filter(None, pages)):
        (root / f"page-{number}").write_bytes(page)
    (root / "overflows.json").write_text(json.dumps(json.loads(overflows)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
