"""`check`: what is wrong with rulebooks. It reads, types and checks, and plays nothing."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from glob import glob, has_magic
from pathlib import Path
from typing import Any

from attrs import field, frozen

from ruleslang.cli.error_messages import Mistake
from ruleslang.cli.output import counts, plural, print_diagnostics, print_json
from ruleslang.cli.output_format import Format
from ruleslang.library.load import load, load_bytes
from ruleslang.library.source_files import MOST_BYTES
from ruleslang.program.digest import digest
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.render import diagnostic_data


@frozen
class Checked:
    """One rulebook and all there is to say about it."""

    name: str
    digest: str | None  # None: it could not be compiled
    diagnostics: tuple[Diagnostic, ...]
    shown_as: Mapping[str, str] = field(factory=dict)

    @property
    def status(self) -> int:
        """1 when there is an error."""
        return int(any(each.severity is Severity.ERROR for each in self.diagnostics))


def run(rulebooks: list[str], cards: list[str], format: Format) -> int:
    """Check each rulebook; status 1 when one has an error."""
    checked = [_checked(name, cards) for pattern in rulebooks for name in _meant(pattern)]
    status = max(each.status for each in checked)
    if format is Format.json:
        _print_json(checked, status)
        return status
    for each in checked:
        _show(each)
    return status


def _meant(pattern: str) -> list[str]:
    """The rulebooks that a name or a pattern stands for."""
    if Path(pattern).exists() or not has_magic(pattern):
        return [pattern]
    found = sorted(glob(pattern, recursive=True))
    if not found:
        raise Mistake(f"no rulebook is found at `{pattern}`")
    return found


def _checked(name: str, cards: list[str]) -> Checked:
    if name == "-":
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
        loaded = load_bytes(data, name="standard input", lints=True)
    else:
        loaded = load(name, cards=cards, lints=True)
    compiled = loaded.compiled
    if compiled is None:
        return Checked(loaded.name, None, loaded.diagnostics, loaded.shown_as)
    return Checked(loaded.name, digest(compiled.program), loaded.diagnostics, loaded.shown_as)


def _show(checked: Checked) -> None:
    print_diagnostics(checked.diagnostics, shown_as=checked.shown_as)
    if checked.diagnostics:
        print()
    print(f"{checked.name}: {_summary(checked)}")


def _summary(checked: Checked) -> str:
    found = counts(checked.diagnostics)
    parts = [
        plural(number, word, "pieces of advice" if word == "advice" else "").replace(
            "1 advice", "1 piece of advice"
        )
        for word, number in found.items()
        if number
    ]
    return ", ".join(parts) or "nothing is wrong"


def _print_json(checked: list[Checked], status: int) -> None:
    """One rulebook has its keys at the top; of several, `rulebooks` has each."""
    if len(checked) == 1:
        (only,) = checked
        print_json("check", only.name, only.digest, status, **_json(only.diagnostics))
        return
    together = [each for one in checked for each in one.diagnostics]
    print_json(
        "check",
        None,
        None,
        status,
        **_json(together),
        rulebooks=[
            {
                "rulebook": each.name,
                "digest": each.digest,
                "ok": each.status == 0,
                **_json(each.diagnostics),
            }
            for each in checked
        ],
    )


def _json(diagnostics: list[Diagnostic] | tuple[Diagnostic, ...]) -> dict[str, Any]:
    return {
        "counts": counts(diagnostics),
        "diagnostics": [diagnostic_data(each) for each in diagnostics],
    }
