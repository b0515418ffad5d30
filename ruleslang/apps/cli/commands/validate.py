"""`validate`: checks whether a rulebook is complete and consistent, by proof and by play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, assert_never

from attrs import evolve, frozen

from ruleslang.api import Game
from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.load_game import again, print_answer, print_mistakes
from ruleslang.apps.cli.options import (
    Cards,
    Format,
    ReportFormat,
    Rulebook,
    Seed,
    in_a_folder,
    option,
)
from ruleslang.apps.cli.output import at_work, plural, print_diagnostics, width, wrapped
from ruleslang.apps.cli.validate_page import COUNTED, Page, how_seen, page
from ruleslang.apps.cli.validate_reports import (
    RulebookQuestions,
    finding_data,
    for_programs,
    match_at,
    opening_command,
    questions_as_json,
    show_questions,
    written_positions,
)
from ruleslang.evaluation.consistency.as_example import drafts, with_drafts
from ruleslang.evaluation.consistency.checklist import checklist, occurrence_of
from ruleslang.evaluation.consistency.findings import LONG, TITLES, Finding, to_show
from ruleslang.evaluation.consistency.games import Game as Played
from ruleslang.evaluation.consistency.search import LONGEST, SearchResult, search
from ruleslang.evaluation.consistency.solver_terms import z3
from ruleslang.evaluation.validation import ValidationResult, validation_of
from ruleslang.explanation.examples.coverage import branches, coverage
from ruleslang.explanation.examples.properties import head_of
from ruleslang.explanation.examples.run_all import Results, with_claims
from ruleslang.explanation.story.view_text import view_lines, words_of
from ruleslang.language.checks.subject import Subject
from ruleslang.library.files import write_whole
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import load, load_over
from ruleslang.program.program import Compiled
from ruleslang.source.span import Source, Span

T = TypeVar("T")
MOST_CHOICES = 12  # choices of a position on a page
MOST_OF_EXAMPLE = 16  # lines that are printed
DRAFTS = "examples of findings"  # the name of their text
MOST_SHOWN = 12  # findings of a group that play did not come to
FEW_GAMES = 30  # that came to an end, fewer of which say little
NUMBERS = "games", "different", "left", "cut", "decisions", "at_random"
MANY_GAMES = 100  # the same of games at random, of which only the results are known
REPORTS = "stops it and reports"
EARLY = "Stopped early: not everything was proved and played."
LITTLE = "Too little was played to say whether more goes wrong."
WITHOUT_Z3 = "without z3 less is proved: pip install -e '.[prove]' in the checkout"


@frozen(kw_only=True)
class Options:
    """The arguments and options; positions, a page and examples are written where a path is."""

    rulebook: Rulebook
    cards: Cards = ()
    seconds: float = option(10.0, min=0, max=100_000, help="Seconds to play; 0: only proofs.")
    seed: Seed = 1
    positions: str = option("", metavar="FOLDER", help="Save the position of each finding there.")
    html: str = option(
        "", metavar="FILE", callback=in_a_folder, help="Write the report as a page for a browser."
    )
    examples: str = option(
        "", metavar="FILE", callback=in_a_folder, help="Write findings as examples to paste there."
    )
    questions: bool = option(
        False, "--questions", help="List open questions instead: who, how many, what if none?"
    )
    every: bool = option(False, "--all", help="With --questions, also those that the text answers.")
    format: ReportFormat = option(ReportFormat.text, "--format", help="The output format.")


def run(options: Options) -> int:
    """Prove and search, and print the findings; status 1 if something is certainly wrong."""
    rulebook, cards = options.rulebook, options.cards
    if options.questions:
        _refuse_what_has_findings(options)
    loaded = load(rulebook, cards=cards, lints=True)
    if loaded.compiled is None:
        _print_mistakes(loaded, options.format)
        return 1
    if options.questions:
        return _questions(loaded, loaded.compiled, options)
    with at_work("playing and proving" if options.seconds else "proving", REPORTS):
        validated = validation_of(loaded, loaded.compiled, options.seconds, options.seed)
    drafted = kept(lambda: _with_examples(validated, rulebook, cards), validated.findings)
    validated = evolve(validated, findings=drafted)
    named = again(rulebook, cards)
    games = [finding.game for finding in drafted if finding.game is not None]
    files = written_positions(loaded.compiled, cards, games, options.positions)
    if options.examples:
        texts = dict.fromkeys(finding.example for finding in drafted if finding.example)
        write_whole(Path(options.examples), "\n".join(texts))
    _print(validated, files, named, options.format)
    if options.html or options.format is ReportFormat.text:
        with at_work("testing the claims", "leaves them out"):
            results = with_claims(validated.compiled, validated.ran)
        if options.html:
            opening = {played: opening_command(named, path) for played, path in files.items()}
            write_whole(Path(options.html), page(_page(validated, results, cards, opening)))
        if (failed := results.failed) and options.format is ReportFormat.text:
            print(f"\nexamples and claims that fail: {len(failed)} (see `ruleslang test {named}`)")
    return validated.status


def kept(work: Callable[[], T], otherwise: T) -> T:
    """Return the result of some work, or another if Ctrl-C or the end of a budget stops it."""
    try:
        return work()
    except KeyboardInterrupt:
        return otherwise


def _refuse_what_has_findings(options: Options) -> None:
    """Raise `Mistake` for an option that is about findings, which questions are not."""
    if options.html or options.examples:
        raise Mistake("`--questions` has no findings: leave `--html` and `--examples` out")
    if options.format not in (ReportFormat.text, ReportFormat.json):
        raise Mistake("`--questions` is printed as `--format text` or `json`")


def _questions(loaded: Loaded, compiled: Compiled, options: Options) -> int:
    """Print the questions left to the language, and the games in which they came up."""
    searched: SearchResult | None = None
    if options.seconds > 0:
        with at_work("playing", REPORTS):
            searched = search(compiled.program, options.seconds, seed=options.seed)
    games = () if searched is None else tuple(seen.game for seen in searched.seen)
    files = written_positions(compiled, options.cards, games, options.positions)
    asked = checklist(Subject(compiled, loaded.spans))
    questions = RulebookQuestions(loaded, compiled, asked, searched, files)
    if options.format is ReportFormat.json:
        return questions_as_json(questions)
    show_questions(questions, again(options.rulebook, options.cards), every=options.every)
    return 0


def _print_mistakes(loaded: Loaded, format: ReportFormat) -> None:
    """Print the errors that prevent proofs and play; raises `NotLoaded` for text and JSON."""
    match format:
        case ReportFormat.text | ReportFormat.json:
            print_mistakes("validate", loaded, Format(format))
        case ReportFormat.sarif | ReportFormat.github | ReportFormat.junit:
            errors = loaded.diagnostics
            findings = [Finding("wrong in play", error.message, error) for error in errors]
            print(for_programs(format, findings, loaded.shown_as, loaded.name))
        case _:
            assert_never(format)


def _print(
    validated: ValidationResult, files: dict[Played, Path], rulebook: str, format: ReportFormat
) -> None:
    match format:
        case ReportFormat.text:
            _show(validated, files, rulebook)
        case ReportFormat.json:
            _print_json(validated, files)
        case ReportFormat.sarif | ReportFormat.github | ReportFormat.junit:
            shown_as, name = validated.loaded.shown_as, validated.compiled.program.name
            print(for_programs(format, validated.findings, shown_as, name, _basis(validated)))
        case _:
            assert_never(format)


# ---------------------------------------------------------------- examples


def _with_examples(
    validated: ValidationResult, rulebook: str, cards: Sequence[str]
) -> tuple[Finding, ...]:
    """Return the findings with the examples that show them, where one does."""
    program, spans = validated.compiled.program, validated.loaded.spans
    shown = to_show(validated.findings)
    some = [draft for finding in shown.values() for draft in drafts(program, spans, finding)]

    def compile(text: str) -> tuple[Compiled | None, tuple[Span, ...], set[int]]:
        loaded = load_over(rulebook, Source(DRAFTS, text), cards=cards)
        wrong = {each.span.line for each in loaded.diagnostics if each.span.source.name == DRAFTS}
        return loaded.compiled, loaded.spans, wrong

    texts = {id(draft.of): draft.text for draft in with_drafts(some, compile)}
    return tuple(
        evolve(finding, example=texts.get(id(shown.get(place)), ""))
        for place, finding in enumerate(validated.findings)
    )


def _page(
    validated: ValidationResult,
    results: Results,
    cards: tuple[str, ...],
    opening: dict[Played, str],
) -> Page:
    """Return the content of the page; each position is replayed for its table."""
    game = Game(validated.compiled, cards=cards)
    program = validated.compiled.program
    games = dict.fromkeys(one.game for one in validated.findings if one.game is not None)
    tables = dict[Played, tuple[str, ...]]()
    kept(lambda: tables.update((played, _table(game, played)) for played in games), None)
    reached = frozenset() if validated.searched is None else frozenset(validated.searched.reached)
    return Page(
        validated.compiled,
        validated.loaded.spans,
        validated.findings,
        (*results.examples, *results.claims),
        results.coverage,
        frozenset(coverage(program, reached).reached),
        branches(program, results.reached),
        frozenset(finding.origin for finding in branches(program, reached) if finding.taken),
        [(finding, occurrence_of(finding, validated.searched)) for finding in validated.questions],
        tables,
        opening,
        " ".join((LITTLE * _is_little(validated), *_what_was_played(validated))),
        validated.properties,
    )


def _table(game: Game, played: Played) -> tuple[str, ...]:
    """Return a position as everybody sees it, and the pending decision."""
    match = match_at(game, played)
    lines = [*view_lines(match.view(None), words_of(match.engine))]
    if match.decision is not None:
        decision = match.decision
        lines += ["", f"{match.seats[decision.player]}: {decision.prompt}"]
        lines += [f"  {choice.text}" for choice in decision.choices[:MOST_CHOICES]]
        more = len(decision.choices) - MOST_CHOICES
        lines += [f"  and {more} more"] if more > 0 else []
        if played.picks:
            last = decision.choices[played.picks[-1]].text
            lines += ["", f"then {match.seats[decision.player]} chooses {last}"]
    return tuple(lines)


# ---------------------------------------------------------------- for people


def _show(validated: ValidationResult, files: dict[Played, Path], rulebook: str) -> None:
    head = f"{validated.compiled.program.name}: {_counted(validated)}"
    print(wrapped(" ".join((head, *_what_was_played(validated))), width()))
    if validated.searched is not None and (left := validated.searched.not_tried):
        answers = ", ".join(f"{name} {value}" for name, value in left)
        print(f"\n== option values that were not tried: {len(left)}\n")
        print(wrapped(answers, width()))
    for group, title in TITLES.items():
        mine = [finding for finding in validated.findings if finding.group == group]
        if mine:
            print(f"\n== {title}: {len(mine)}\n")
            _show_group(validated, mine, files, rulebook)
    if validated.properties:
        print(f"\n== properties of the rulebook: {len(validated.properties)}\n")
    for found in validated.properties:
        grade = found.grade.replace("not met", "no violation")
        print(wrapped(f"{head_of(found.property)}: {grade} ({found.by})", width()))
    if z3() is None:
        print(f"\n{WITHOUT_Z3}")


def _show_group(
    validated: ValidationResult, mine: Sequence[Finding], files: dict[Played, Path], rulebook: str
) -> None:
    shown = mine[:MOST_SHOWN] if mine[0].group in LONG else mine
    for finding in shown:
        if finding.diagnostic is not None:
            print_diagnostics([finding.diagnostic], shown_as=validated.loaded.shown_as)
        else:
            print(finding.message)
        for line in _how_it_was_seen(finding, files, rulebook):
            print(f"   = {line}")
        _show_example(finding)
        print()
    for line in _lines_left_out(mine[len(shown) :], validated.loaded.shown_as):
        print(line)


def _lines_left_out(left_out: Sequence[Finding], shown_as: Mapping[str, str]) -> Iterator[str]:
    """Yield how many findings are not printed, and their lines."""
    if left_out:
        yield f"and {len(left_out)} more: `--format json` has all of them"
    lines: dict[str, list[int]] = {}
    for finding in left_out:
        if finding.diagnostic is not None:
            span = finding.diagnostic.span
            lines.setdefault(span.source.name, []).append(span.line)
    for name, numbers in lines.items():
        shown = ", ".join(map(str, sorted(set(numbers))))
        yield f"   = {shown_as.get(name, name)}: {shown}"


def _how_it_was_seen(finding: Finding, files: dict[Played, Path], rulebook: str) -> list[str]:
    lines = [f"{finding.grade}: {finding.by}"]
    if finding.game is None:
        return lines
    lines.append(how_seen(finding))
    if finding.game in files:
        lines.append(f"open it: {opening_command(rulebook, files[finding.game])}")
    return lines


def _show_example(finding: Finding) -> None:
    """Show the example of a finding, as it can be pasted."""
    lines = finding.example.splitlines()
    if len(lines) > MOST_OF_EXAMPLE:
        print("   = the example is long: `--examples FILE` writes it to a file")
    elif lines:
        print("   = an example to paste:\n")
        print(finding.example)


def _counted(validated: ValidationResult) -> str:
    numbers = Counter(finding.group for finding in validated.findings)
    parts = [plural(numbers[group], *COUNTED[group]) for group in TITLES if numbers[group]]
    allowed = f" ({validated.allowed} allowed)" if validated.allowed else ""
    found = f"{', '.join(parts) or 'no findings'}{allowed}"
    return f"too little played to say; so far {found}." if _is_little(validated) else f"{found}."


def _is_little(validated: ValidationResult) -> bool:
    """Return whether few games came to an end, so that the absence of findings says little."""
    searched, whole = validated.searched, validated.whole
    if searched is None or (whole is not None and whole.positions):
        return False
    few = searched.games - searched.left - searched.cut < FEW_GAMES
    return few and searched.ended_at_random < MANY_GAMES


def _what_was_played(validated: ValidationResult) -> Iterator[str]:
    """Yield lines about what was not tried, and about the basis of the findings."""
    searched = validated.searched
    if validated.stopped:
        yield EARLY
    if searched is None:
        yield "No games were played."
        return
    if left := searched.not_tried:
        yield f"Not tried: {plural(len(left), 'other option value')}."
    if searched.cut + searched.left == searched.games:
        yield "No game ended."
    cut = f"; {searched.left:,} cut off at {LONGEST:,} decisions" if searched.left else ""
    cut += f"; {searched.cut:,} cut off because time ran out" if searched.cut else ""
    repeated = 0 < searched.different < searched.games - searched.cut
    different = f"{searched.different:,} of them different, " if repeated else ""
    yield (
        f"Played {plural(searched.games, 'game')} ({different}"
        f"{plural(searched.decisions, 'decision')}){cut}."
    )
    if searched.at_random:
        more = plural(searched.at_random, "more game")
        yield f"In {more} at random only faults, ends, payoffs and properties were watched."
    if validated.whole is not None and (number := validated.whole.positions):
        yield f"Searched {f'all {number:,} positions' if number > 1 else 'the only position'}."


# ---------------------------------------------------------------- for programs


def _basis(validated: ValidationResult) -> dict[str, Any]:
    """Return the option values that were not tried, then the number of games."""
    searched = validated.searched
    return {
        "not_tried": [list(answer) for answer in searched.not_tried] if searched else [],
        **{name: getattr(searched, name) if searched else 0 for name in NUMBERS},
        "positions": validated.whole.positions if validated.whole else None,
        "solver": None if z3() is None else "z3",
    }


def _print_json(validated: ValidationResult, files: dict[Played, Path]) -> None:
    print_answer(
        "validate",
        validated.compiled,
        validated.status,
        **_basis(validated),
        findings=[finding_data(finding, files) for finding in validated.findings],
        allowed=validated.allowed,
        properties=[
            {"property": head_of(verdict.property), "grade": verdict.grade, "by": verdict.by}
            for verdict in validated.properties
        ],
    )
