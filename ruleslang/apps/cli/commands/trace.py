"""`trace`: shows the definitions of each numbered rule of the printed rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.load_game import loaded_of, print_answer
from ruleslang.apps.cli.options import Format, Printed, Rulebook, argument, option
from ruleslang.apps.cli.output import origin_json, plural
from ruleslang.language.syntax.whole_lines import origins
from ruleslang.library.kept_loads import Loaded
from ruleslang.program.numbered_rules import EXAMPLE, GAP, QUESTION, RULE, all_numbers
from ruleslang.program.program import Cited, Compiled, origin_of
from ruleslang.simulation.traceability import Question, Trace, Traced, trace, traced_number
from ruleslang.source.suggest import nearest


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebook: Rulebook
    number: str = argument(
        "",
        metavar="[NUMBER]",
        help="Only this rule, with the lines that cite it. With `--tested` also a range, "
        "`WORLD-035..WORLD-039`.",
    )
    tested: bool = option(
        False,
        "--tested",
        help="Break the lines that cite each rule in the smallest ways, and show which example "
        "that cites it fails.",
    )
    format: Printed = Format.text


def run(options: Options) -> int:
    """
    Print the trace; status 1 if a number has no definition, or a definition no number.

    With a number, only that rule and its citations; with `tested`, what examples detect.
    """
    number, format = options.number.upper(), options.format
    loaded, compiled = loaded_of("trace", options.rulebook, (), format)
    if ".." in number and not options.tested:
        raise Mistake(f"`{number}` is a range of rules, which needs `--tested`")
    for each in number.split(".."):
        if number and traced_number(compiled, each) is None:
            series = (RULE, QUESTION, GAP, EXAMPLE)
            near = nearest(each, [known for one in series for known in all_numbers(compiled, one)])
            hint = f"; did you mean `{near}`?" * bool(near)
            raise Mistake(f"`{compiled.program.name}` has no number `{each}`{hint}")
    if options.tested:
        from ruleslang.apps.cli.tested_rules import run as test_rules

        return test_rules(loaded, compiled, number, format)
    if number:
        return _print_one_number(loaded, compiled, number, format)
    traced = trace(compiled)
    status = int(not traced.is_complete)
    if format is Format.json:
        return print_answer("trace", compiled, status, **_json(compiled, traced))
    _show(compiled, traced)
    return status


def _show(compiled: Compiled, traced_all: Trace) -> None:
    if not compiled.numbering.prefix:
        print(f"{compiled.program.name} cites no printed rulebook: its header has no `rules` line")
        return
    for traced in (*traced_all.rules, *traced_all.gaps):
        print(_traced_line(traced))
    for question in traced_all.questions:
        print(_question_line(question))
    for number, reason in traced_all.omitted_examples:
        print(f"{number}  omitted: {reason}")
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
    """Return a number with its definitions and examples, below its sentence if there is one."""
    if traced.definitions:
        named = [(f"{cited.kind} {cited.name}", cited.kind) for cited in traced.definitions]
        places = ", ".join(
            f"{name}{' (declared)' * bool(HELD.match(kind))}" for name, kind in named
        )
        places += f"   · {', '.join(traced.examples)}" if traced.examples else ""
    else:
        places = _omission(traced)
    if traced.listed is None:
        return f"{traced.id}  {places}"
    return f"{traced.id}  {traced.listed.text}\n    {places}"


def _question_line(question: Question) -> str:
    if question.reading is not None:
        values = ", ".join(
            f"{value} *" if value == question.default else value for value in question.values
        )
        decides = ", ".join(f"{cited.kind} {cited.name}" for cited in question.decides)
        decided = f"   · decides {decides}" if decides else ""
        return f"{question.id}  reading {question.reading}: {values}{decided}"
    return f"{question.id}  {_omission(question)}"


def _omission(traced: Traced | Question) -> str:
    return "MISSING" if traced.omitted is None else f"omitted: {traced.omitted}"


# ---------------------------------------------------------------- one number


HELD = re.compile(r"(board|dice|die|history|option|piece|reading|state|words|zone)\b")
CITES = re.compile(r"\[([^\[\]]*)\]")


@frozen
class _Line:
    """A line of the text that cites a number, without its citations."""

    file: str
    line: int
    text: str
    of: str  # the title of the example or claim that contains it, or empty


def _print_one_number(loaded: Loaded, compiled: Compiled, number: str, format: Format) -> int:
    """Print one number: its sentence, the lines that cite it, the examples that show it."""
    traced = traced_number(compiled, number)
    assert traced is not None
    lines = tuple(_citing(loaded, compiled, number))
    if format is Format.json:
        return print_answer("trace", compiled, 0, **_one_json(traced, lines))
    print(f"{traced.id}  {_text_of(traced)}".rstrip())
    for line in lines:
        if not line.of:
            mark = "declared: " * bool(HELD.match(line.text))
            print(f"    {mark}{line.text}   {line.file}:{line.line}")
    firsts = {line.of: line for line in reversed(lines) if line.of}
    for line in reversed(firsts.values()):
        print(f"  · {line.of}   {line.file}:{line.line}")
    if traced.omitted is not None:
        print(f"    omitted: {traced.omitted}")
    elif not lines:
        print("    MISSING: no line cites it")
    return 0


def _text_of(traced: Traced | Question) -> str:
    if isinstance(traced, Question):
        return traced.text
    if traced.listed is None:
        return ""
    where = ", ".join(filter(None, (traced.listed.chapter, traced.listed.kind)))
    return traced.listed.text + (f"   ({where})" if where else "")


def _citing(loaded: Loaded, compiled: Compiled, number: str) -> Iterator[_Line]:
    """Yield the lines that cite a number, in the order of the text."""
    for tree in loaded.files.trees:
        if tree.source.is_table:
            continue
        for whole in origins(tree).lines:
            text = " ".join(tree.source.text[whole.start : whole.end].split())
            cite = next((one for one in CITES.finditer(text) if number in one[1].split(", ")), None)
            if cite is not None and not text.startswith("omit"):
                words = f"{text[: cite.start()].rstrip()}{text[cite.end() :]}"
                file, at = tree.source.name, tree.source.line_and_column(whole.start)[0]
                yield _Line(file, at, words, _proof_at(compiled, file, at))


def _proof_at(compiled: Compiled, file: str, line: int) -> str:
    """Return the title of the example or claim that contains a line."""
    for example in compiled.testable:
        origin = origin_of(compiled.program, example.origin)
        if origin is not None and origin.file == file and origin.line <= line <= origin.end_line:
            return example.title
    return ""


def _one_json(traced: Traced | Question, lines: Sequence[_Line]) -> dict[str, Any]:
    return {
        "number": traced.id,
        "text": traced.text if isinstance(traced, Question) else _sentence_of(traced),
        "omitted": traced.omitted,
        "cited_at": [
            {"file": line.file, "line": line.line, "text": line.text, "example": line.of or None}
            for line in lines
        ],
    }


def _sentence_of(traced: Traced) -> str | None:
    return None if traced.listed is None else traced.listed.text


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
    return ("complete: " if traced.is_complete else "incomplete: ") + ", ".join(parts)


def _json(compiled: Compiled, traced: Trace) -> dict[str, Any]:
    return {
        "rules": [_traced_json(compiled, rule) for rule in traced.rules],
        "ambiguities": [
            {
                "id": question.id,
                "text": question.text or None,
                "reading": question.reading,
                "values": list(question.values),
                "default": question.default,
                "omitted": question.omitted,
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
        "text": _sentence_of(traced),
        "definitions": [_cited_json(compiled, cited) for cited in traced.definitions],
        "examples": list(traced.examples),
        "omitted": traced.omitted,
    }


def _cited_json(compiled: Compiled, cited: Cited) -> dict[str, Any]:
    return {
        "name": cited.name,
        "kind": cited.kind,
        "declares": bool(HELD.match(cited.kind)),
        "place": origin_json(origin_of(compiled.program, cited.origin)),
    }
