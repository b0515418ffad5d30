"""Loads a game from a name, a path or a text, or says what is wrong with it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from attrs import evolve

from ruleslang.api import argument_checks
from ruleslang.api.game import Game
from ruleslang.api.match import Match
from ruleslang.engines.choose_engine import INTERPRETER, EngineName
from ruleslang.library.find_rulebook import NOTHING_NEW, UnknownRulebook, shipped_rulebooks
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import POSITION, load_position
from ruleslang.library.load import load as load_files
from ruleslang.library.load import load_text as load_only
from ruleslang.program.program import Compiled
from ruleslang.proving.given_state import Position, position_of
from ruleslang.proving.prove_rulebook import findings
from ruleslang.records.checksum import Refused
from ruleslang.records.match_start import from_text
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.errors import RuleslangError
from ruleslang.source.render import render_all

Texts: TypeAlias = Mapping[str, str] | Mapping[Path, str]
NO_TEXTS: Mapping[str, str] = {}


class BadPosition(ValueError):
    """The lines of a position cannot be read with the rulebook; the message says which, and why."""


def with_position(
    rulebook: str,
    lines: str,
    cards: tuple[str, ...],
    texts: Mapping[Path, str] = NOTHING_NEW,
) -> tuple[Loaded, tuple[Compiled, Position] | None]:
    """
    The rulebook, and its game with the position; None where the rulebook itself is wrong.

    Raises `BadPosition` where the lines are.
    """
    loaded = load_position(rulebook, lines, cards=cards, texts=texts)
    compiled = loaded.compiled
    if compiled is None:
        for diagnostic in loaded.diagnostics:
            if diagnostic.severity is Severity.ERROR and diagnostic.span.source.name == POSITION:
                raise BadPosition(_said(diagnostic))
        return loaded, None
    *others, example = compiled.examples
    try:
        position = position_of(lines, example)
    except ValueError as problem:
        raise BadPosition(str(problem)) from None
    return loaded, (evolve(compiled, examples=tuple(others)), position)


def _said(mistake: Diagnostic) -> str:
    """What is wrong, with the number of the line in what was written."""
    line = max(1, mistake.span.line - 1)
    help = f"; {mistake.help}" if mistake.help else ""
    return f"{POSITION}, line {line}: {mistake.message}{help}"


class RulesError(RuleslangError):
    """A game was asked for and the rulebook has mistakes; `diagnostics` says which, and where."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__()
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)

    def __str__(self) -> str:
        errors = [
            diagnostic for diagnostic in self.diagnostics if diagnostic.severity is Severity.ERROR
        ]
        return render_all(errors)

    def __reduce__(self) -> tuple[Any, ...]:
        return RulesError, (self.diagnostics,)


def rulebooks() -> tuple[str, ...]:
    """The names of the rulebooks that come with the package."""
    return tuple(shipped_rulebooks())


def load(
    rulebook: str | os.PathLike[str],
    *,
    cards: Sequence[str | os.PathLike[str]] = (),
    lang: str | None = None,
    position: str | None = None,
    texts: Texts = NO_TEXTS,
) -> Game:
    """
    The game of a shipped name, of a file or folder, or of a text (which has more than one line).

    A shipped name goes before a file of that name. `cards` are files whose definitions replace or
    join the rulebook's own. For a text that somebody typed use `load_text`, which opens no file.
    `lang` is the language of the texts that players see: one of `Game.languages`.
    `position` are lines, as `given …` and a last `when P`, and matches begin in it.
    `texts` are read in the place of what stands in some files, by their paths; these files need not
    be there.
    Raises `UnknownRulebook` when nothing is there, `RulesError` when it has mistakes, `ValueError`
    when it has no texts in that language, or the position cannot be read.
    """
    name, files = argument_checks.path("rulebook", rulebook), argument_checks.paths("cards", cards)
    unsaved = _unsaved(texts)
    if position is not None:
        lines = argument_checks.text("position", position)
        return _from_position(name, lines, files, lang, unsaved)
    if _is_text(rulebook):
        return load_text(name, lang=lang)
    return _game(load_files(name, cards=files, texts=unsaved), files, lang)


def load_text(text: str, *, name: str = "text.rules", lang: str | None = None) -> Game:
    """
    The game of a text, and of nothing else; `name` is what messages call the text.

    Raises `RulesError` when it has mistakes, `ValueError` when it has no texts in `lang`, or the
    name would not be one line of print.
    """
    called = argument_checks.text_name("name", name)
    loaded = load_only(argument_checks.text("text", text), name=called)
    return _game(loaded, (), lang)


def _is_text(rulebook: str | os.PathLike[str]) -> bool:
    """Whether it is a text itself; what stands for a path never is, whatever it is called."""
    return isinstance(rulebook, str) and "\n" in rulebook


def _unsaved(texts: Texts) -> Mapping[Path, str]:
    """Texts by the whole paths of their files."""
    if not isinstance(texts, Mapping):
        raise TypeError(f"`texts` maps paths to texts, not {argument_checks.met(texts)}")
    return {
        Path(argument_checks.path("texts", path)).resolve(): argument_checks.text("texts", text)
        for path, text in texts.items()
    }


def _from_position(
    name: str, lines: str, cards: tuple[str, ...], lang: str | None, texts: Mapping[Path, str]
) -> Game:
    loaded, found = with_position(name, lines, cards, texts)
    if found is None:
        raise RulesError(loaded.diagnostics)
    compiled, position = found
    game = Game(compiled, loaded.diagnostics, cards, position)
    return game if lang is None else game.in_language(lang)


def _game(loaded: Loaded, cards: tuple[str, ...], lang: str | None) -> Game:
    if loaded.compiled is None:
        raise RulesError(loaded.diagnostics)
    game = Game(loaded.compiled, loaded.diagnostics, cards)
    return game if lang is None else game.in_language(lang)


def loaded_from(
    rulebook: str | os.PathLike[str],
    cards: Sequence[str | os.PathLike[str]],
    texts: Texts,
    *,
    lints: bool = False,
) -> Loaded:
    """What became of a rulebook, of what `load` takes; raises `UnknownRulebook`."""
    name, files = argument_checks.path("rulebook", rulebook), argument_checks.paths("cards", cards)
    if _is_text(rulebook):
        return load_only(name, lints=lints)
    return load_files(name, cards=files, lints=lints, texts=_unsaved(texts))


def check(
    rulebook: str | os.PathLike[str],
    *,
    cards: Sequence[str | os.PathLike[str]] = (),
    texts: Texts = NO_TEXTS,
) -> tuple[Diagnostic, ...]:
    """
    All that is wrong or doubtful in a rulebook, as `ruleslang check` has it; nothing is played, and
    nothing comes back when all is well. Takes what `load` takes; raises `UnknownRulebook`.
    """
    return loaded_from(rulebook, cards, texts, lints=True).diagnostics


def check_text(text: str, *, name: str = "text.rules") -> tuple[Diagnostic, ...]:
    """All that is wrong or doubtful in a text; `name` is what messages call it."""
    said = argument_checks.text("text", text), argument_checks.text_name("name", name)
    return load_only(said[0], name=said[1], lints=True).diagnostics


def run_examples(
    rulebook: str | os.PathLike[str],
    *,
    cards: Sequence[str | os.PathLike[str]] = (),
    texts: Texts = NO_TEXTS,
) -> tuple[Diagnostic, ...]:
    """
    The examples and claims of a rulebook that do not hold and, when all do, what none of them says;
    nothing when all is well. Takes what `load` takes, and raises what it raises.
    """
    files = argument_checks.paths("cards", cards)
    return _ran(loaded_from(rulebook, cards, texts), files)


def run_examples_text(text: str, *, name: str = "text.rules") -> tuple[Diagnostic, ...]:
    """As `run_examples`, of a text; `name` is what messages call it."""
    said = argument_checks.text("text", text), argument_checks.text_name("name", name)
    return _ran(load_only(said[0], name=said[1]), ())


def _ran(loaded: Loaded, cards: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    if loaded.compiled is None:
        raise RulesError(loaded.diagnostics)
    return tuple(findings(loaded.compiled, loaded.spans, cards))


def resume(
    text: str,
    game: Game | None = None,
    *,
    seal_key: bytes | None = None,
    engine: EngineName = INTERPRETER,
) -> Match:
    """
    The match that `Match.to_json` wrote; without `game`, of the shipped rulebook that it names.

    What a save says opens no file and is not compiled: one of another rulebook, or of a match that
    began in a position, is resumed by its game. `seal_key` and `engine` are those of `Game.resume`.
    Raises `Refused`, with the reason, when the text is damaged or was made with something else, and
    `UnknownRulebook` when the rulebook that it names is not one that comes with the package.
    """
    if game is not None:
        if not isinstance(game, Game):
            raise TypeError(
                f"`game` is a game, as `load` makes it, not {argument_checks.met(game)}"
            )
        return game.resume(text, seal_key=seal_key, engine=engine)
    key = argument_checks.seal_key(seal_key)
    start = from_text(argument_checks.text("text", text), key).start
    if start.rulebook not in shipped_rulebooks():
        raise UnknownRulebook(
            f"{argument_checks.met(start.rulebook)}, which the save names, does not come with the "
            "package; `game.resume(save)` resumes matches of a rulebook of your own"
        )
    if start.position:
        raise Refused(
            "it began in a position of its own; `load(…, position=…).resume(save)` resumes it"
        )
    return load(start.rulebook).resume(text, seal_key=seal_key, engine=engine)
