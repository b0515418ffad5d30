"""The rulebook's README lists every open question as the text answers it."""

from __future__ import annotations

from pathlib import Path

from ruleslang.program.declarations import Option
from tests.rulebooks.grangol.table import grangol, readings
from tests.support.every import every

README = Path(__file__).parents[3] / "rulebooks" / "grangol" / "README.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in README.read_text(encoding="utf-8").splitlines()
    if line.startswith("|")
]


@every("reading", readings, ids=lambda reading: reading.name)
def test_a_reading_has_its_row(reading: Option) -> None:
    (row,) = [row for row in ROWS if f"`{reading.name}`" in row]
    question, _, played, others = row[1:]
    number = grangol().program.origins[reading.origin].cites[0].removeprefix("GRAN-AMB-")

    assert row[0] == number
    assert reading.text is not None
    assert question == reading.text.text
    assert played == f"`{reading.values[reading.default]}`"
    assert others == ", ".join(
        f"`{value}`" for place, value in enumerate(reading.values) if place != reading.default
    )


def test_every_gap_has_its_row() -> None:
    gaps = [row[0] for row in ROWS if row[0].startswith("MIS-")]

    assert gaps == [f"MIS-{number:02}" for number in range(1, 10)]
