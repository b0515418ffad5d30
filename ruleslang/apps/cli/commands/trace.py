"""`trace`: shows the definitions for each numbered rule of the paper, and uncited ones."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from ruleslang.apps.cli.load_game import compiled_or_none, whole_digest
from ruleslang.apps.cli.options import Printed, Rulebook
from ruleslang.apps.cli.output import origin_json, plural, print_json
from ruleslang.apps.cli.output_format import Format
from ruleslang.program.program import Cited, Compiled, origin_of
from ruleslang.simulation.traceability import Question, Trace, Traced, trace


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebook: Rulebook
    format: Printed = Format.text


def run(options: Options) -> int:
    """Print the trace; status 1 if a number has no definition, or a definition no number."""
    format = options.format
    loaded = compiled_or_none("trace", options.rulebook, (), format)
    if loaded is None:
        return 1
    traced = trace(loaded)
    status = int(not traced.is_whole)
    if format is Format.json:
        return print_json(
            "trace", loaded.program.name, whole_digest(loaded), status, **_json(loaded, traced)
        )
    _show(loaded, traced)
    return status


def _show(compiled: Compiled, traced_all: Trace) -> None:
    if not compiled.numbering.prefix:
        print(f"{compiled.program.name} names no paper rulebook: its header has no line `rules`")
        return
    for traced in (*traced_all.rules, *traced_all.gaps):
        print(_traced_line(traced))
    for question in traced_all.questions:
        print(_question_line(question))
    for number, reason in traced_all.examples_aside:
        print(f"{number}  aside: {reason}")
    for number in traced_all.missing_examples:
        print(f"{number}  MISSING: neither an example nor a claim cites it")
    for unmarked in traced_all.unmarked:
        origin = origin_of(compiled.program, unmarked.origin)
        print(
            f"  neither cites a rule nor is `designed`: {unmarked.kind} {unmarked.name}"
            + (f"  ({origin.file}:{origin.line})" if origin else "")
        )
    print(_summary(traced_all))


def _traced_line(traced: Traced) -> str:
    if traced.definitions:
        names = ", ".join(f"{cited.kind} {cited.name}" for cited in traced.definitions)
        return f"{traced.id}  {names}" + (
            f"   · {', '.join(traced.examples)}" if traced.examples else ""
        )
    return _aside_line(traced)


def _question_line(question: Question) -> str:
    if question.reading is not None:
        values = ", ".join(
            f"{value} *" if value == question.default else value for value in question.values
        )
        decides = ", ".join(f"{cited.kind} {cited.name}" for cited in question.decides)
        decided = f"   · decides {decides}" if decides else ""
        return f"{question.id}  reading {question.reading}: {values}{decided}"
    return _aside_line(question)


def _aside_line(traced: Traced | Question) -> str:
    return f"{traced.id}  " + ("MISSING" if traced.aside is None else f"aside: {traced.aside}")


def _summary(traced: Trace) -> str:
    parts = []
    for numbers, word in (
        (traced.rules, "rule"),
        (traced.questions, "open question"),
        (traced.gaps, "gap"),
    ):
        if numbers:
            missing = sum(not number.is_covered for number in numbers)
            parts.append(plural(len(numbers), word) + (f" ({missing} missing)" if missing else ""))
    lacking = len(traced.missing_examples)
    worked = len({example.id for example in traced.examples}) + lacking
    parts.append(plural(worked, "worked example") + (f" ({lacking} missing)" if lacking else ""))
    if traced.unmarked:
        parts.append(plural(len(traced.unmarked), "definition") + " without a mark")
    return ("whole: " if traced.is_whole else "not whole: ") + ", ".join(parts)


def _json(compiled: Compiled, traced: Trace) -> dict[str, Any]:
    return {
        "rules": [_traced_json(compiled, rule) for rule in traced.rules],
        "ambiguities": [
            {
                "id": question.id,
                "reading": question.reading,
                "values": list(question.values),
                "default": question.default,
                "aside": question.aside,
                "decides": [_cited_json(compiled, decided) for decided in question.decides],
            }
            for question in traced.questions
        ],
        "missing": [_traced_json(compiled, gap) for gap in traced.gaps],
        "examples": [
            {"id": example.id, "title": example.title, "place": origin_json(example.origin)}
            for example in traced.examples
        ],
        "missing_examples": list(traced.missing_examples),
        "unmarked": [_cited_json(compiled, cited) for cited in traced.unmarked],
    }


def _traced_json(compiled: Compiled, traced: Traced) -> dict[str, Any]:
    return {
        "id": traced.id,
        "definitions": [_cited_json(compiled, cited) for cited in traced.definitions],
        "examples": list(traced.examples),
        "aside": traced.aside,
    }


def _cited_json(compiled: Compiled, cited: Cited) -> dict[str, Any]:
    return {
        "name": cited.name,
        "kind": cited.kind,
        "place": origin_json(origin_of(compiled.program, cited.origin)),
    }
