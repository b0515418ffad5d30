"""`questions`: puts a checklist to a rulebook, and shows what its text answers."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer
from attrs import frozen

from ruleslang.apps.cli.commands.validate import opening_command, written_positions
from ruleslang.apps.cli.load_game import again, print_mistakes, whole_digest
from ruleslang.apps.cli.options import Cards, Printed, Rulebook, Seed
from ruleslang.apps.cli.output import at_work, plural, print_json
from ruleslang.apps.cli.output_format import Format
from ruleslang.evaluation.consistency.checklist import Question, checklist, met
from ruleslang.evaluation.consistency.games import Game
from ruleslang.evaluation.consistency.search import SearchResult, search
from ruleslang.language.checks.subject import Subject
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import load
from ruleslang.program.program import Compiled
from ruleslang.source.budget import SECONDS, budget
from ruleslang.source.span import Span

SLACK = 3  # times what was asked for, before the budget ends it


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebook: Rulebook
    cards: Cards = ()
    every: Annotated[
        bool, typer.Option("--all", help="Also list what the text answers, and how.")
    ] = False
    seconds: Annotated[
        float,
        typer.Option(
            help="How many seconds of games to search for what the text leaves open.",
            min=0.0,
            max=100_000.0,
        ),
    ] = 5.0
    seed: Seed = 1
    positions: Annotated[
        str,
        typer.Option(
            metavar="FOLDER", show_default=False, help="Save the positions that games met there."
        ),
    ] = ""
    format: Printed = Format.text


@frozen
class RulebookQuestions:
    """The questions of one rulebook, and the games that met the unanswered ones."""

    loaded: Loaded
    compiled: Compiled
    questions: tuple[Question, ...]
    searched: SearchResult | None
    files: Mapping[Game, Path]

    def span(self, question: Question) -> Span:
        return self.loaded.spans[question.origin]

    def place(self, question: Question) -> str:
        """The file and line that a question is about."""
        span = self.span(question)
        name = self.loaded.shown_as.get(span.source.name, span.source.name)
        return f"{name}:{span.line}"


def run(options: Options) -> int:
    """Print what the text leaves to the language, with `every` also what it answers."""
    rulebook, cards = options.rulebook, options.cards
    loaded = load(rulebook, cards=cards)
    if loaded.compiled is None:
        print_mistakes("questions", loaded, options.format)
        return 1
    compiled = loaded.compiled
    questions = checklist(Subject(compiled, loaded.spans))
    searched: SearchResult | None = None
    if options.seconds > 0:
        with (
            budget(SLACK * (options.seconds + SECONDS)),
            at_work("playing (Ctrl-C ends it, and shows what is known)"),
        ):
            searched = search(compiled.program, options.seconds, seed=options.seed)
    games = () if searched is None else tuple(met_one.game for met_one in searched.seen)
    files = written_positions(compiled, cards, games, options.positions)
    rulebook_questions = RulebookQuestions(loaded, compiled, questions, searched, files)
    if options.format is Format.json:
        return _print_json(rulebook_questions)
    _show(rulebook_questions, again(rulebook, cards), every=options.every)
    return 0


def _show(answered: RulebookQuestions, rulebook: str, *, every: bool) -> None:
    shown = [question for question in answered.questions if every or not question.by_text]
    print(f"{answered.compiled.program.name}: {_summary(answered)}")
    for about, questions in groupby(shown, key=lambda question: question.about):
        print(f"\n{about}")
        for question in questions:
            sign = "✓" if question.by_text else "?"
            print(f"  {sign} {question.asks} {question.answer}")
            print(f"      {answered.place(question)}: {_first_line(answered.span(question))}")
            for line in _how_met(answered, question, rulebook):
                print(f"      {line}")
    if not every:
        print("\nBehind each `?` stands what happens since the text says nothing: is it meant?")


def _summary(answered: RulebookQuestions) -> str:
    silent = [question for question in answered.questions if not question.by_text]
    number = sum(met(question, answered.searched) is not None for question in silent)
    summary = f"{plural(len(answered.questions), 'question')}, {len(silent)} left to the language"
    if answered.searched is None:
        return f"{summary}; nothing was played"
    return f"{summary}, {number} of them met in {plural(answered.searched.games, 'game')}"


def _first_line(span: Span) -> str:
    return span.text.strip().partition("\n")[0]


def _how_met(answered: RulebookQuestions, question: Question, rulebook: str) -> list[str]:
    seen = met(question, answered.searched)
    if seen is None or answered.searched is None:
        return []
    often = f"met in {seen.games} of {answered.searched.games} games"
    lines = [f"{often}, first after {plural(seen.game.decisions, 'decision')}"]
    if seen.game in answered.files:
        lines.append(f"open it: {opening_command(rulebook, answered.files[seen.game])}")
    return lines


def _print_json(answered: RulebookQuestions) -> int:
    return print_json(
        "questions",
        answered.compiled.program.name,
        whole_digest(answered.compiled),
        0,
        games=answered.searched.games if answered.searched else 0,
        questions=[_json(answered, question) for question in answered.questions],
    )


def _json(answered: RulebookQuestions, question: Question) -> dict[str, Any]:
    span, seen = answered.span(question), met(question, answered.searched)
    in_play = None
    if seen is not None:
        in_play = {
            "games": seen.games,
            "seed": seen.game.seed,
            "players": seen.game.players,
            "options": dict(seen.game.options),
            "choices": list(seen.game.picks),
            "save": str(answered.files[seen.game]) if seen.game in answered.files else None,
        }
    return {
        "question": question.asks,
        "about": question.about,
        "by_text": question.by_text,
        "answer": question.answer,
        "file": answered.loaded.shown_as.get(span.source.name, span.source.name),
        "line": span.line,
        "met": in_play,
    }
