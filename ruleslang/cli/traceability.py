"""`trace`: shows the definitions for each numbered rule of the paper, and uncited ones."""

from __future__ import annotations

from typing import Any

from ruleslang.analysis.traceability import Question, Trace, Traced, trace
from ruleslang.cli.load_game import compiled_or_none, whole_digest
from ruleslang.cli.output import origin_json, plural, print_json
from ruleslang.cli.output_format import Format
from ruleslang.program.program import Cited, Compiled, origin_of


def run(rulebook: str, format: Format) -> int:
    """Print the trace; status 1 if a number has no definition, or a definition no number."""
    loaded = compiled_or_none("trace", rulebook, (), format)
    if loaded is None:
        return 1
    found = trace(loaded)
    status = int(not found.is_whole)
    if format is Format.json:
        return print_json(
            "trace", loaded.program.name, whole_digest(loaded), status, **_json(loaded, found)
        )
    _show(loaded, found)
    return status


def _show(compiled: Compiled, found: Trace) -> None:
    if not compiled.numbering.prefix:
        print(f"{compiled.program.name} names no paper rulebook: its header has no line `rules`")
        return
    for traced in (*found.rules, *found.gaps):
        print(_traced_line(traced))
    for question in found.questions:
        print(_question_line(question))
    for each in found.unmarked:
        origin = origin_of(compiled.program, each.origin)
        print(
            f"  neither cites a rule nor is `designed`: {each.kind} {each.name}"
            + (f"  ({origin.file}:{origin.line})" if origin else "")
        )
    print(_summary(found))


def _traced_line(each: Traced) -> str:
    if each.definitions:
        names = ", ".join(f"{found.kind} {found.name}" for found in each.definitions)
        return f"{each.id}  {names}" + (f"   · {', '.join(each.examples)}" if each.examples else "")
    return f"{each.id}  aside: {each.aside}" if each.aside is not None else f"{each.id}  MISSING"


def _question_line(each: Question) -> str:
    if each.reading is not None:
        values = ", ".join(
            f"{value} *" if value == each.default else value for value in each.values
        )
        decides = ", ".join(f"{found.kind} {found.name}" for found in each.decides)
        told = f"   · decides {decides}" if decides else ""
        return f"{each.id}  reading {each.reading}: {values}{told}"
    return f"{each.id}  aside: {each.aside}" if each.aside is not None else f"{each.id}  MISSING"


def _summary(found: Trace) -> str:
    parts = []
    for numbers, word in (
        (found.rules, "rule"),
        (found.questions, "open question"),
        (found.gaps, "gap"),
    ):
        if numbers:
            missing = sum(not number.is_covered for number in numbers)
            parts.append(plural(len(numbers), word) + (f" ({missing} missing)" if missing else ""))
    parts.append(plural(len({example.id for example in found.examples}), "worked example"))
    if found.unmarked:
        parts.append(plural(len(found.unmarked), "definition") + " without a mark")
    return ("whole: " if found.is_whole else "not whole: ") + ", ".join(parts)


def _json(compiled: Compiled, found: Trace) -> dict[str, Any]:
    return {
        "rules": [_traced_json(compiled, rule) for rule in found.rules],
        "ambiguities": [
            {
                "id": question.id,
                "reading": question.reading,
                "values": list(question.values),
                "default": question.default,
                "aside": question.aside,
                "decides": [_cited_json(compiled, decided) for decided in question.decides],
            }
            for question in found.questions
        ],
        "missing": [_traced_json(compiled, gap) for gap in found.gaps],
        "examples": [
            {"id": example.id, "title": example.title, "place": origin_json(example.origin)}
            for example in found.examples
        ],
        "unmarked": [_cited_json(compiled, each) for each in found.unmarked],
    }


def _traced_json(compiled: Compiled, each: Traced) -> dict[str, Any]:
    return {
        "id": each.id,
        "definitions": [_cited_json(compiled, found) for found in each.definitions],
        "examples": list(each.examples),
        "aside": each.aside,
    }


def _cited_json(compiled: Compiled, each: Cited) -> dict[str, Any]:
    return {
        "name": each.name,
        "kind": each.kind,
        "place": origin_json(origin_of(compiled.program, each.origin)),
    }
