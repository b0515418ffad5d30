"""Whether examples and the README show the answers to a rulebook's open questions."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from ruleslang.explanation.examples.run_examples import run_claim, run_example
from ruleslang.program.declarations import Claim, Example, GivenOption, Option
from ruleslang.program.program import Compiled

Answer = tuple[str, str]  # the option or reading, and its value


def alternatives(compiled: Compiled) -> list[Answer]:
    """Every value of a reading or option that is not the starred one."""
    return [
        (option.name, value)
        for option in compiled.program.options
        for place, value in enumerate(option.values)
        if place != option.default
    ]


def readings(compiled: Compiled) -> list[Option]:
    """The open questions that can be answered in several ways."""
    return [option for option in compiled.program.options if option.reading]


def shown_by(compiled: Compiled, answer: Answer) -> list[Example | Claim]:
    """The examples and claims that are about this answer."""
    return [
        each for each in (*compiled.examples, *compiled.claims) if answer in _about(each, compiled)
    ]


def _about(shown: Example | Claim, compiled: Compiled) -> set[Answer]:
    options = {option.name: option for option in compiled.program.options}
    lines = shown.lines if isinstance(shown, Example) else shown.given
    return {
        (line.name, options[line.name].values[line.value])
        for line in lines
        if isinstance(line, GivenOption)
    }


def holds_without(compiled: Compiled, shown: Example | Claim) -> bool:
    """Whether it would also hold under the starred answers."""
    if isinstance(shown, Example):
        lines = tuple(line for line in shown.lines if not isinstance(line, GivenOption))
        return run_example(compiled, evolve(shown, lines=lines)).passed
    facts = tuple(line for line in shown.given if not isinstance(line, GivenOption))
    return run_claim(compiled, evolve(shown, given=facts)).passed


def fails_one_of_the_starred(compiled: Compiled, answer: Answer) -> bool:
    """Whether some example that does not set the option fails under this answer."""
    options = {option.name: option for option in compiled.program.options}
    name, value = answer
    line = GivenOption(name, options[name].values.index(value))
    return any(
        not run_example(compiled, evolve(each, lines=(line, *each.lines))).passed
        for each in compiled.examples
        if name not in dict(_about(each, compiled))
    ) or any(
        not run_claim(compiled, evolve(each, given=(line, *each.given))).passed
        for each in compiled.claims
        if name not in dict(_about(each, compiled))
    )


def row_of(reading: Option, readme: Path) -> list[str]:
    """The row about a reading in the table of a README."""
    lines = readme.read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    (row,) = [row for row in rows if f"`{reading.name}`" in row]
    return row


def wanted_row(compiled: Compiled, reading: Option, prefix: str) -> list[str]:
    """What should stand there: number, question, reading, the starred answer, the others."""
    number = compiled.program.origins[reading.origin].cites[0].removeprefix(prefix)
    others = [value for place, value in enumerate(reading.values) if place != reading.default]
    assert reading.text is not None
    return [
        number,
        reading.text.text,
        f"`{reading.name}`",
        f"`{reading.values[reading.default]}`",
        ", ".join(f"`{value}`" for value in others),
    ]
