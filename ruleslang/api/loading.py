"""Loads, checks, proves, formats and resumes what a program gives by name, path or text."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import evolve, frozen

from ruleslang.api import argument_checks
from ruleslang.api.game import Game
from ruleslang.engine.engine_names import EngineName
from ruleslang.library.find_rulebook import (
    NOTHING_NEW,
    UnknownRulebook,
    is_shipped,
    message_pages,
    page,
    shipped_rulebooks,
)
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import POSITION, load_position
from ruleslang.library.load import load as load_files
from ruleslang.library.load import load_text as load_only
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.errors import RuleslangError
from ruleslang.source.span import Source, Span

if TYPE_CHECKING:
    from ruleslang.api.match import Match
    from ruleslang.explanation.examples.given_state import Position
    from ruleslang.explanation.examples.run_examples import Result
    from ruleslang.program.program import Compiled
    from ruleslang.simulation.records.saves import Save

Texts: TypeAlias = Mapping[str, str] | Mapping[Path, str]
NO_TEXTS: Mapping[str, str] = {}


class BadPosition(RuleslangError, ValueError):
    """The lines of a position cannot be read with the rulebook; the message says which, and why."""


def with_position(
    rulebook: str, lines: str, cards: tuple[str, ...], texts: Mapping[Path, str] = NOTHING_NEW
) -> tuple[Loaded, tuple[Compiled, Position] | None]:
    """
    Return the loaded rulebook, and its game with the position; `None` if the rulebook itself has
    mistakes.

    Raises `BadPosition` if the lines have.
    """
    from ruleslang.explanation.examples.given_state import position_of

    loaded = load_position(rulebook, lines, cards=cards, texts=texts)
    compiled = loaded.compiled
    if compiled is None:
        for diagnostic in loaded.diagnostics:
            if diagnostic.is_error and diagnostic.span.source.name == POSITION:
                raise BadPosition(_in_words(diagnostic))
        return loaded, None
    *others, example = compiled.examples
    try:
        position = position_of(lines, example)
    except ValueError as problem:
        raise BadPosition(str(problem)) from None
    return loaded, (evolve(compiled, examples=tuple(others)), position)


def _in_words(mistake: Diagnostic) -> str:
    """Return the message of a mistake, with the line number within the position."""
    line = max(1, mistake.span.line - 1)
    help = f"; {mistake.help}" if mistake.help else ""
    return f"{POSITION}, line {line}: {mistake.message}{help}"


class RulesError(RuleslangError):
    """The rulebook has mistakes; `diagnostics` lists them with their places."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__()
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)

    def __str__(self) -> str:
        from ruleslang.source.render import render_all

        errors = [diagnostic for diagnostic in self.diagnostics if diagnostic.is_error]
        return render_all(errors)

    def __reduce__(self) -> tuple[Any, ...]:
        return RulesError, (self.diagnostics,)


def rulebooks() -> tuple[str, ...]:
    """Return the names of the rulebooks that come with the package."""
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
    Load a game: by the name of a shipped rulebook, from a file or folder, or from a text (a string
    with more than one line).

    A shipped name takes precedence over a file of that name. `cards` are files whose definitions
    replace or extend the rulebook's own. For text typed by a user call `load_text`, which opens no
    file. `lang` is the language of the texts that players see: one of `Game.languages`. `position`
    is a text of `given …` lines and a last `when P`, and matches start in it. `texts` maps paths to
    unsaved contents, which are used instead of the files; these need not exist.

    Raises `UnknownRulebook` if nothing is found, `RulesError` if the rulebook has mistakes,
    `ValueError` if it has no texts in that language or the position cannot be read.
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
    Load a game from a text alone; messages call the text `name`.

    Raises `RulesError` if it has mistakes, `ValueError` if it has no texts in `lang` or the name is
    not one printable line.
    """
    called = argument_checks.text_name(name)
    loaded = load_only(argument_checks.text("text", text), name=called)
    return _game(loaded, (), lang)


def _is_text(rulebook: str | os.PathLike[str]) -> bool:
    """Return whether the argument is itself the text; a path-like object never is."""
    return isinstance(rulebook, str) and "\n" in rulebook


def _unsaved(texts: Texts) -> Mapping[Path, str]:
    """Return unsaved texts by the absolute paths of their files."""
    if not isinstance(texts, Mapping):
        raise TypeError(f"`texts` maps paths to texts, not {argument_checks.typed(texts)}")
    return {
        Path(argument_checks.path("texts", path)).resolve(): argument_checks.text("texts", text)
        for path, text in texts.items()
    }


def _from_position(
    name: str, lines: str, cards: tuple[str, ...], lang: str | None, texts: Mapping[Path, str]
) -> Game:
    loaded, positioned = with_position(name, lines, cards, texts)
    if positioned is None:
        raise RulesError(loaded.diagnostics)
    compiled, position = positioned
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
    """Load a rulebook given in any of the ways that `load` accepts; raises `UnknownRulebook`."""
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
    Return all errors and warnings of a rulebook, as `ruleslang check` reports them, without playing
    it; empty if there are none. Takes what `load` takes; raises `UnknownRulebook`.
    """
    return loaded_from(rulebook, cards, texts, lints=True).diagnostics


def check_text(text: str, *, name: str = "text.rules") -> tuple[Diagnostic, ...]:
    """Return all errors and warnings of a text; messages call it `name`."""
    checked = argument_checks.text("text", text), argument_checks.text_name(name)
    return load_only(checked[0], name=checked[1], lints=True).diagnostics


def run_examples(
    rulebook: str | os.PathLike[str],
    *,
    cards: Sequence[str | os.PathLike[str]] = (),
    texts: Texts = NO_TEXTS,
) -> tuple[Diagnostic, ...]:
    """
    Run the examples and claims of a rulebook: the failures or, if there are none, the parts that no
    example covers; empty if all is well. Takes and raises what `load` does.
    """
    files = argument_checks.paths("cards", cards)
    return _ran(loaded_from(rulebook, cards, texts), files)


def run_examples_text(text: str, *, name: str = "text.rules") -> tuple[Diagnostic, ...]:
    """Run examples as `run_examples`, for a text; messages call it `name`."""
    checked = argument_checks.text("text", text), argument_checks.text_name(name)
    return _ran(load_only(checked[0], name=checked[1]), ())


def _ran(loaded: Loaded, cards: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    if loaded.compiled is None:
        raise RulesError(loaded.diagnostics)
    from ruleslang.explanation.examples.run_all import findings

    return tuple(findings(loaded.compiled, loaded.spans, cards))


def resume(
    text: str,
    game: Game | None = None,
    *,
    seal_key: bytes | None = None,
    engine: EngineName | None = None,
) -> Match:
    """
    Return the match that `Match.to_json` wrote; without `game`, of the shipped rulebook named in
    it.

    A save opens no file, and nothing in it is compiled: one of another rulebook, or of a match that
    started in a position, is resumed by its game. `seal_key` and `engine`: see `Game.resume`.

    Raises `Refused`, with the reason, if the text is damaged or was made with something else, and
    `UnknownRulebook` if the rulebook is not one that comes with the package.
    """
    if game is not None:
        if not isinstance(game, Game):
            raise TypeError(
                f"`game` is a game, as `load` makes it, not {argument_checks.typed(game)}"
            )
        return game.resume(text, seal_key=seal_key, engine=engine)
    from ruleslang.simulation.records.saves import from_text
    from ruleslang.source.checksum import Refused

    key = argument_checks.seal_key(seal_key)
    start = from_text(argument_checks.text("text", text), key).start
    if not is_shipped(start.rulebook):
        raise UnknownRulebook(
            f"{argument_checks.typed(start.rulebook)}, named by the save, does not come with the "
            "package or is a folder here too; `game.resume(save)` resumes matches of your "
            "own rulebooks"
        )
    if start.position:
        raise Refused(
            "it began in a custom position; `load(…, position=…).resume(save)` resumes it"
        )
    return load(start.rulebook).resume(text, seal_key=seal_key, engine=engine)


def read_save(text: str, *, seal_key: bytes | None = None) -> Save:
    """
    Return the start and the choices of a save, without its game; also of another version of the
    rulebook.

    With a `seal_key`, only saves sealed with it are accepted. Raises `Refused` if the text is
    damaged, no save, or written by a release with another form of saves.
    """
    from ruleslang.simulation.records.saves import from_text

    return from_text(argument_checks.text("text", text), argument_checks.seal_key(seal_key))


@frozen
class ExampleResult:
    """
    The result of one example or claim.

    `kind` is `example` or `claim`; `span` is its place in the text, and `at` that of the line that
    failed. `message` says what was expected and what was found, and is empty if it holds; `help`
    says what to write instead, empty if unknown.
    """

    kind: str
    title: str
    cites: tuple[str, ...]
    span: Span
    at: Span
    message: str
    help: str

    @property
    def holds(self) -> bool:
        """Whether it holds."""
        return not self.message


def format_text(text: str, *, name: str = "text.rules") -> str:
    """
    Return the text in the canonical format, as `ruleslang fmt` writes it.

    Raises `RulesError` if it cannot be parsed.
    """
    checked = argument_checks.text("text", text), argument_checks.text_name(name)
    from ruleslang.language.format.format_source import format_source

    formatted = format_source(Source(checked[1], checked[0]))
    if formatted.text is None:
        raise RulesError(formatted.diagnostics)
    return formatted.text


def message_page(slug: str) -> str:
    """
    Return the page about a message, in Markdown: what it means, what to write, and why.

    Raises `ValueError` for an unknown slug.
    """
    pages = message_pages()
    argument_checks.known("slug", slug, tuple(pages))
    return page(pages[slug])


def examples(
    rulebook: str | os.PathLike[str],
    *,
    cards: Sequence[str | os.PathLike[str]] = (),
    texts: Texts = NO_TEXTS,
    only: str = "",
) -> tuple[ExampleResult, ...]:
    """
    Run the worked examples and claims of a rulebook, in the order of the text.

    Takes and raises what `load` does; with `only`, those whose title or citations contain these
    words.
    """
    wanted = argument_checks.text("only", only).lower()
    loaded = loaded_from(rulebook, cards, texts)
    if loaded.compiled is None:
        raise RulesError([diagnostic for diagnostic in loaded.diagnostics if diagnostic.is_error])
    from ruleslang.explanation.examples.run_all import run_all

    results = run_all(loaded.compiled, wanted=lambda words: wanted in words.lower())
    return tuple(
        _example_result(kind, result, loaded.spans)
        for kind, of_kind in (("example", results.examples), ("claim", results.claims))
        for result in of_kind
    )


def _example_result(kind: str, result: Result, spans: Sequence[Span]) -> ExampleResult:
    of, at = spans[result.of], spans[result.at]
    return ExampleResult(kind, result.title, result.cites, of, at, result.message, result.help)
