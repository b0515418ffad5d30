"""Every block of rules in the documentation behaves as its page states."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ruleslang.explanation.examples.run_all import run_all
from ruleslang.language.format.format_source import format_source
from ruleslang.library.allowed_lints import VALIDATED
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import load_text
from ruleslang.source.diagnostic import Severity
from ruleslang.source.render import render_all
from ruleslang.source.span import Source
from tests.docs.blocks import CHECKOUT, GAMES, Block, ReadPage, blocks, pages
from tests.support.every import every

MESSAGES = pages("messages")
PAGES = [CHECKOUT / "README.md", *pages(".", "reference", "commands"), *MESSAGES[::8]]
# The corpus makes every message by default; what its page says of it is read in the long run.
OTHER_PAGES = sorted({*MESSAGES} - {*PAGES})
UNSAID = {
    "untested-reveal": lambda runs: runs.unshown,
    "untested-together": lambda runs: runs.open_answers,
}
PROOFS = {"failed-example", "failed-claim"}
# A piece that is shown need not be a whole game.
UNREAD = {"never-read", "unread-name", "unread-parameter"}
OF_PIECES = {
    "never-used",
    "never-set",
    "never-entered",
    "empty-kind",
    "missing-type",
    "untested-secret",
    "two-numbers",
}
OF_PIECES |= UNREAD


def rules(page: Path) -> list[tuple[Block, str]]:
    """The blocks of rules of a page, each with the rulebook that it stands for."""
    log = ReadPage()
    found = [block for block in blocks(page.read_text("utf-8")) if block.language == "rules"]
    return [(block, log.text(block)) for block in found if "file" not in block.info]


@cache
def loaded_once(text: str) -> Loaded:
    return load_text(text, name="page.rules", lints=True)


def name_of(page: Path) -> str:
    return page.relative_to(CHECKOUT).as_posix()


@every("page", sorted(set(PAGES)), ids=name_of, parts=4)
def test_every_block_of_rules_behaves_as_its_page_states(page: Path) -> None:
    every_block_behaves_as_its_page_states(page)


@pytest.mark.long
@every("page", OTHER_PAGES, ids=name_of, parts=8)
def test_every_block_of_the_other_messages_behaves_as_its_page_states(page: Path) -> None:
    every_block_behaves_as_its_page_states(page)


def every_block_behaves_as_its_page_states(page: Path) -> None:
    for block, text in rules(page):
        loaded = loaded_once(text)
        where = f"{name_of(page)}:{block.line}"
        wrong = block.info.get("wrong")
        kept = {each.slug for each in loaded.diagnostics} - (OF_PIECES - {wrong})
        if wrong is None:
            message = OF_PIECES if "with" in block.info or not block.is_whole else set()
            _is_sound(loaded, block, where, message)
        elif wrong in PROOFS:
            assert not kept, where
            assert _fails(loaded, block), where
        elif wrong in UNSAID:
            assert not kept, where
            assert loaded.compiled is not None, where
            assert UNSAID[wrong](run_all(loaded.compiled)), where
        else:
            assert kept == {wrong}, f"{where}\n{render_all(loaded.diagnostics, colour=False)}"


@pytest.mark.parametrize("game", sorted(GAMES.glob("*.rules")), ids=lambda path: path.stem)
def test_the_games_of_the_documentation_are_sound(game: Path) -> None:
    text = game.read_text("utf-8")
    loaded = load_text(text, name=game.name, lints=True)

    assert not loaded.diagnostics, render_all(loaded.diagnostics, colour=False)
    assert loaded.compiled is not None
    assert not run_all(loaded.compiled).failed
    assert not run_all(loaded.compiled).unshown
    assert not run_all(loaded.compiled).open_answers
    assert format_source(Source(game.name, text)).text == text


def _is_sound(loaded: Loaded, block: Block, where: str, ignored: set[str]) -> None:
    """Nothing is wrong, and the examples and claims of the block hold."""
    found = tuple(each for each in loaded.diagnostics if each.slug not in ignored)
    assert not found, f"{where}\n{render_all(found, colour=False)}"
    assert not _fails(loaded, block), f"{where}: {_fails(loaded, block)}"


def _fails(loaded: Loaded, block: Block) -> list[str]:
    """What the examples and claims of the block do not do."""
    assert loaded.compiled is not None
    runs = run_all(loaded.compiled, wanted=lambda known_by: _is_in(block.text, known_by))
    return [f"{each.title}: {each.message}" for each in runs.failed]


def _is_in(text: str, known_by: str) -> bool:
    """Whether a text has the example or claim that is known by its title, then its citations."""
    words = known_by.split(" ")
    titles = (" ".join(words[:end]) for end in range(1, len(words) + 1))
    return known_by in text or any(f'"{title}"' in text for title in titles)


SAID = {
    Severity.WARNING: "\nWarning: the rulebook still runs.\n",
    Severity.ADVICE: "\nAdvice: you can ignore it.\n",
}


@every("page", MESSAGES[::8], ids=name_of)
def test_a_page_shows_the_severity_of_its_message(page: Path) -> None:
    shows_the_severity_of_its_message(page)


@pytest.mark.long
@every("page", OTHER_PAGES, ids=name_of, parts=4)
def test_every_other_page_shows_the_severity_of_its_message(page: Path) -> None:
    shows_the_severity_of_its_message(page)


def shows_the_severity_of_its_message(page: Path) -> None:
    if page.stem in VALIDATED:  # nothing that reading alone finds
        return
    text = page.read_text("utf-8")
    found = {
        each.severity
        for _, rulebook in rules(page)
        for each in loaded_once(rulebook).diagnostics
        if each.slug == page.stem
    }

    for severity, sentence in SAID.items():
        assert (severity in found) is (sentence in text)
