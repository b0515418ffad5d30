"""`test`: runs examples and claims, reports their coverage, and optionally tests the laws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Any

from attrs import frozen

from ruleslang.apps.cli.error_messages import Mistake, as_mistakes
from ruleslang.apps.cli.load_game import again, loaded_of, print_answer
from ruleslang.apps.cli.options import Cards, Format, Printed, Rulebook, Seed, option
from ruleslang.apps.cli.output import (
    origin_json,
    plural,
    print_diagnostics,
    progress,
    progress_if_slow,
    width,
    wrapped,
)
from ruleslang.apps.cli.save_file import write_replay
from ruleslang.evaluation.laws.all import LAWS
from ruleslang.evaluation.laws.law import Broken, Law, Line, Subject
from ruleslang.explanation.examples.coverage import Coverage
from ruleslang.explanation.examples.properties import head_of
from ruleslang.explanation.examples.run_all import Results, advised, is_lost, run_all
from ruleslang.explanation.examples.run_examples import Result
from ruleslang.explanation.story.example_story import story_of_example
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.lines_changed_since_tests_passed import (
    ChangedLine,
    changed_since_held,
    changed_since_revision,
    keep_held,
)
from ruleslang.program.program import Compiled, origin_of
from ruleslang.source.budget import LimitReached, UsedUp, budget, doing
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.render import diagnostic_data

MOST_NEVER = 12  # names shown to a person; JSON has all
MOST_CHANGED = 20  # lines
MOST_TOLD, MOST_EVENTS = 5, 4  # failures whose last events are shown
NONE = "nothing is tested: write an `example`, as in what `ruleslang new rulebook` writes"


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebook: Rulebook
    only: str = option(
        "", metavar="WORDS", help="Only examples whose title or rules contain these words."
    )
    show: str = option(
        "",
        metavar="WORDS",
        help="Trace the one example whose title contains these words, line by line.",
    )
    laws: bool = option(
        False, "--laws", help="Also play games to test the laws that every rulebook must keep."
    )
    games: int = option(10, help="How many games to test the laws on.", min=1, max=1_000_000)
    seed: Seed = 1
    since: str = option(
        "",
        metavar="REV",
        help="List the lines changed since this git revision beside each failure.",
    )
    cards: Cards = ()
    format: Printed = Format.text


def run(options: Options) -> int:
    """Run the examples; status 1 if one fails, or a law is violated or not tried to the end."""
    if options.show and (options.only or options.laws or options.since):
        raise Mistake("`--show` traces one example: leave out `--only`, `--laws` and `--since`")
    loaded, compiled = loaded_of("test", options.rulebook, options.cards, options.format)
    if options.show:
        from ruleslang.apps.cli.show_example import show as show_example

        return show_example(loaded, compiled, options.show, options.format)
    words = options.only.lower().split()
    results = run_all(
        compiled,
        wanted=lambda text: all(word in text.lower() for word in words),
        watched=partial(progress_if_slow, label="examples and claims"),
    )
    if words and not (results.examples or results.claims):
        raise Mistake(f"no example or claim has `{options.only}` in its title or its rules")
    lost = [result for result in results.failed if is_lost(compiled, result, options.cards)]
    wrong = len(results.failed) > len(lost)
    advice = () if words else tuple(advised(compiled, loaded.spans, results))
    changed = _changed(options, loaded, results, failed=wrong)
    tried = try_all(loaded.name, compiled, options.games, options.seed)
    if options.format is Format.json:
        fields = _json(compiled, results, advice) | _changed_json(options, changed)
        laws = all_tried(tried) if options.laws else []
        fields |= {"laws": laws_json(laws)} if options.laws else {}
        status = int(wrong or any(law.status != "passed" for law in laws))
        return print_answer("test", compiled, status, **fields)
    _show(options, loaded, compiled, results, lost)
    _show_changed(options, changed, failed=wrong)
    print_diagnostics(advice, shown_as=loaded.shown_as)
    broken = show(options, tried) if options.laws else 0
    return int(wrong or broken)


def _show(
    options: Options, loaded: Loaded, compiled: Compiled, results: Results, lost: Sequence[Result]
) -> None:
    failed = [result for result in results.failed if result not in lost]
    for number, result in enumerate(failed):
        lines = [*_happened(loaded, compiled, result)] if number < MOST_TOLD else []
        print(failure_text(compiled, result, "failed", lines))
    for result in lost:
        print(failure_text(compiled, result, "no longer holds"))
    if not options.only.split() and results.examples:
        print(wrapped(_reached(loaded, results.coverage, options.cards), width()))
    lines = [f"{len(failed)} failed"] if failed else []
    if lost:
        verb = "holds" if len(lost) == 1 else "hold"
        lines.append(f"{len(lost)} no longer {verb} with these cards")
    counted = [plural(len(results.examples), "example"), plural(len(results.claims), "claim")]
    if compiled.properties and results.examples:
        counted.append(plural(len(compiled.properties), "property", "properties"))
    held = "all hold" if results.examples or results.claims else NONE
    print(f"{', '.join(counted)}: {', '.join(lines) or held}")


def _changed(
    options: Options, loaded: Loaded, results: Results, *, failed: bool
) -> tuple[ChangedLine, ...]:
    """Return lines changed since all examples held; if all hold now, the text is remembered."""
    if failed and options.since:
        from ruleslang.library.read_rulebook_files import UnknownRevision

        with as_mistakes(UnknownRevision):
            return changed_since_revision(options.since, options.rulebook, options.cards, loaded)
    if failed:
        return changed_since_held(options.rulebook, options.cards, loaded.spans)
    if not results.failed and not options.only.split():
        keep_held(options.rulebook, options.cards, loaded.spans)
    return ()


def _show_changed(options: Options, changed: Sequence[ChangedLine], *, failed: bool) -> None:
    if changed:
        since = f"since `{options.since}`" if options.since else "since all of them held"
        print(f"\n{since}, these lines have changed:")
    elif failed and options.since:
        print(f"\nno line has changed since `{options.since}`")
    for line in changed[:MOST_CHANGED]:
        print(f"  {line.file}:{line.line}: {'+' if line.is_new else '-'} {line.text}")
    if len(changed) > MOST_CHANGED:
        print(f"  and {len(changed) - MOST_CHANGED} more")


def _changed_json(options: Options, changed: Sequence[ChangedLine]) -> dict[str, Any]:
    """Return the changed lines as data."""
    lines = [
        {"file": line.file, "line": line.line, "text": line.text, "new": line.is_new}
        for line in changed
    ]
    return {"changed": {"since": options.since or None, "lines": lines}}


def _reached(loaded: Loaded, coverage: Coverage, cards: Sequence[str]) -> str:
    """Return how many definitions the examples reach, and which they do not, new ones first."""
    new = {Path(card).name for card in cards}
    parts = list(zip(coverage.never, coverage.never_at, strict=True))
    parts.sort(key=lambda part: not _is_in(loaded, part[1], new))
    never = [_in_words(loaded, name, at) for name, at in parts]
    definitions = len(coverage.reached) + len(never)
    text = f"definitions reached: {len(coverage.reached)} of {definitions:,}"
    if never:
        text += "; not reached: " + ", ".join(never[:MOST_NEVER])
    return text + (f" and {len(never) - MOST_NEVER} more" if len(never) > MOST_NEVER else "")


def _is_in(loaded: Loaded, at: int, files: Set[str]) -> bool:
    return 0 <= at < len(loaded.spans) and loaded.spans[at].source.name in files


def _in_words(loaded: Loaded, name: str, at: int) -> str:
    """Return a definition by name; an effect by its first line and its place."""
    if not name.startswith("effects ") or not 0 <= at < len(loaded.spans):
        return name
    span = loaded.spans[at]
    return f"`{span.first_line.text}` ({span.source.name}:{span.line})"


def _happened(loaded: Loaded, compiled: Compiled, result: Result) -> Iterator[str]:
    """Yield the last events before the line at which an example fails, for a person."""
    example = next(
        (candidate for candidate in compiled.examples if candidate.origin == result.of), None
    )
    if example is None:
        return
    narrated = story_of_example(loaded.spans, compiled, example)
    events = [event for story in narrated.stories for event in story.sentences]
    if not events:
        return
    more = "the last events before it" if len(events) > MOST_EVENTS else "the events before it"
    yield f"      {more}:"
    yield from (f"        {event}" for event in events[-MOST_EVENTS:])


def failure_text(
    compiled: Compiled, result: Result, heading: str, notes: Sequence[str] = ()
) -> str:
    """Return a failure as displayed: heading, title, place, the reason, the help, the notes."""
    origin = origin_of(compiled.program, result.at)
    where = f"\n  --> {origin.file}:{origin.line}:  {origin.excerpt}" if origin else ""
    cites = f" [{', '.join(result.cites)}]" if result.cites else ""
    help = f"\n      help: {result.help}" if result.help else ""
    more = "".join(f"\n{wrapped(line, width(), '          ')}" for line in notes)
    return f"{heading}: {result.title}{cites}{where}\n      {result.message}{help}{more}\n"


def _json(compiled: Compiled, results: Results, advice: Sequence[Diagnostic]) -> dict[str, Any]:
    failed, coverage = len(results.failed), results.coverage
    return {
        "counts": {
            "passed": len(results.examples) + len(results.claims) - failed,
            "failed": failed,
        },
        "examples": [
            {"title": result.title, **_result_json(compiled, result)} for result in results.examples
        ],
        "claims": [
            {"text": result.title, **_result_json(compiled, result)} for result in results.claims
        ],
        "properties": [head_of(stated).strip("`") for stated in compiled.properties],
        "coverage": {
            "definitions": len(coverage.reached) + len(coverage.never),
            "reached": len(coverage.reached),
            "never": list(coverage.never),
        },
        "diagnostics": [diagnostic_data(diagnostic) for diagnostic in advice],
    }


def _result_json(compiled: Compiled, result: Result) -> dict[str, Any]:
    return {
        "cites": list(result.cites),
        "status": "failed" if result.message else "passed",
        "message": result.message or None,
        "help": result.help or None,
        "place": origin_json(origin_of(compiled.program, result.at)),
    }


MARKS = {"passed": "✓", "broken": "✗", "stopped": "?"}
MOST_LINES = 24  # lines of a match shown on a terminal; the replay has all


@frozen
class LawResult:
    """
    The result of one law: `replay` is the file of a match that violates it; `stopped` why the
    search for one ended early.
    """

    law: Law
    broken: Broken | None = None
    replay: str | None = None
    stopped: str = ""

    @property
    def status(self) -> str:
        return "broken" if self.broken else "stopped" if self.stopped else "passed"


def try_all(rulebook: str, compiled: Compiled, games: int, seed: int) -> Iterator[LawResult]:
    """Test the laws in order."""
    subject, is_over = Subject(compiled, games=games, seed=seed), False
    for law in LAWS:
        if is_over:
            yield LawResult(law, stopped="not tried")
            continue
        try:
            with budget(), doing(f"the law `{law.name}`"):
                broken = next(law.search(subject), None)
        except (UsedUp, LimitReached) as used:
            is_over = isinstance(used, LimitReached)
            yield LawResult(law, stopped=f"not all of its games were tried: {used}")
        else:
            yield LawResult(law, broken, _replay(rulebook, law, broken))


def _replay(rulebook: str, law: Law, broken: Broken | None) -> str | None:
    """Write the match that violates a law; returns the path."""
    if broken is None or not broken.save or broken.line is None:
        return None
    return write_replay(f"{rulebook}-{law.name}-{broken.line.seed}.save", broken.save)


def show(options: Options, tried: Iterable[LawResult]) -> int:
    """Print the result of each law as soon as it is known; returns the status."""
    games = f"laws, over {plural(options.games, 'game')} from seed {options.seed}"
    print(wrapped(f"{games} and the positions of all examples:", width()))
    game = again(options.rulebook, options.cards)
    status = 0
    for result in tried:
        print(wrapped(f"  {MARKS[result.status]} {result.law.says}", width()), flush=True)
        if result.broken:
            _print_law(result, result.broken, game)
        elif result.stopped:
            print(wrapped(f"      {result.stopped}", width()))
        status = status or int(result.status != "passed")
    return status


def all_tried(tried: Iterable[LawResult]) -> list[LawResult]:
    """Return all results, with a progress bar."""
    results = []
    with progress(len(LAWS), "laws") as step:
        for result in tried:
            results.append(result)
            step(1)
    return results


def _print_law(tried: LawResult, broken: Broken, game: str) -> None:
    """Print how a law is broken, and the command that continues from there; `game` names it."""
    print(wrapped(f"      {broken.finding}", width()))
    if broken.line is not None:
        print(f"      seen {_line_settings(broken.line)}:")
        lines = broken.story
        skipped = len(lines) - MOST_LINES
        for line in lines if skipped <= 0 else lines[-MOST_LINES:]:
            print(f"        {line}")
        if skipped > 0:
            print(f"      ({plural(skipped, 'line')} before these)")
    if tried.replay:
        print("      continue from there with:")
        print(f"      ruleslang play {game} --resume {quote(tried.replay)}")


def _line_settings(line: Line) -> str:
    choices = plural(len(line.picks), "choice")
    begun = f"in the match of seed {line.seed}" if line.example is None else "in an example"
    settings = [f"{name}={value}" for name, value in line.options.items()]
    settings += [f"{line.players} players"]
    return f"after {choices} {begun} with {', '.join(settings)}"


def laws_json(tried: list[LawResult]) -> list[dict[str, Any]]:
    """Return the results with the keys of docs/formats."""
    return [
        {
            "law": result.law.name,
            "says": result.law.says,
            "status": result.status,
            "message": result.broken.finding if result.broken else result.stopped or None,
            "match": result.broken
            and result.broken.line
            and _line_json(result.broken, result.broken.line),
            "replay": result.replay,
        }
        for result in tried
    ]


def _line_json(broken: Broken, line: Line) -> dict[str, Any]:
    return {
        "seed": line.seed,
        "players": line.players,
        "automatic": line.automatic,
        "options": dict(line.options),
        "example": line.example,
        "story": list(broken.story),
    }
