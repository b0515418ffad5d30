"""`validate --questions`: what the text of a rulebook answers of a checklist, and what not."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from attrs import frozen

from ruleslang.apps.cli.load_game import whole_digest
from ruleslang.apps.cli.output import plural, print_json
from ruleslang.apps.cli.written_positions import opening_command
from ruleslang.evaluation.consistency.checklist import Question, met
from ruleslang.evaluation.consistency.games import Game
from ruleslang.evaluation.consistency.search import SearchResult
from ruleslang.library.kept_loads import Loaded
from ruleslang.program.program import Compiled
from ruleslang.source.span import Span


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


def show_questions(answered: RulebookQuestions, rulebook: str, *, every: bool) -> None:
    """Print what the text leaves to the language; with `every` also what it answers."""
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
        print("\nAfter each question is the default that applies because the rulebook doesn't say.")
        print("Is that what you intended?")


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


def questions_as_json(answered: RulebookQuestions) -> int:
    """Print all questions with the keys of docs/formats."""
    return print_json(
        "validate",
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
