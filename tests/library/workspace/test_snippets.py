"""A snippet passes `check` as it is, at the place and in the rulebook where it is offered."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ruleslang.library.load import load_text
from ruleslang.library.workspace.completion import completions
from ruleslang.library.workspace.snippets import DECLARATIONS, STATEMENTS, Snippet, filled
from ruleslang.library.workspace.workspace import Workspace
from ruleslang.source.diagnostic import Severity
from tests.support.every import every
from tests.support.vscode import EXTENSION

RULES = """\
rulebook barn "The barn"
    language 1
    players 2: east, west
    starts with evening

words Wool: white, black
die coin: heads, tails
kind sheep
    has weight: 0..9 = 0

card ram "Ram" x8: sheep

zone barn_door: cards, ordered, seen by all
zone flock(player): sheep, at most 9, seen by owner
state shorn(player): 0..100 = 0
value worth_of(p: player): 0..200 = 2 * shorn(p)

phase evening
    for each p in players: shear(p)
    nobody wins

procedure shear(p: player)
    add 1 to shorn(p)
{line}
action rest by p
    set shorn(p) to 0

"""


@pytest.fixture(scope="module")
def barn(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    path = tmp_path_factory.mktemp("barn") / "barn.rules"
    path.write_text(RULES.format(line=""), encoding="utf-8")
    return Workspace(str(path.resolve()))


def offered_body(workspace: Workspace, text: str, at: int, snippet: Snippet) -> str:
    """The lines that completion inserts for a snippet, with their default texts."""
    path = Path(workspace.rulebook)
    word = snippet.name.partition(" ")[0]
    whole = f"{text[:at]}{word}{text[at:]}"
    items = completions(workspace.snapshot(), path, whole, at + len(word)).items
    (item,) = [each for each in items if each.name == snippet.name and each.sort == "snippet"]
    assert item.fits
    return filled(item.body)


def wrong(text: str) -> list[str]:
    found = load_text(text, lints=True).diagnostics
    return [f"{each.slug}: {each.message}" for each in found if each.severity is Severity.ERROR]


@every("snippet", [each for each in DECLARATIONS if each.name != "rulebook"])
def test_a_declaration_to_begin_with_passes_check(barn: Workspace, snippet: Snippet) -> None:
    text = RULES.format(line="")

    body = offered_body(barn, text, len(text), snippet)

    assert wrong(text + body) == []


@every("snippet", list({each.name: each for each in STATEMENTS}.values()))
def test_a_statement_to_begin_with_passes_check(barn: Workspace, snippet: Snippet) -> None:
    text = RULES.format(line="    \n")
    at = text.index("    \n") + 4

    body = offered_body(barn, text, at, snippet)

    lines = body.rstrip("\n").replace("\n", "\n    ")
    assert wrong(f"{text[:at]}{lines}{text[at:]}") == []


def test_players_take_turns_until_all_pass_where_nobody_has_cards(tmp_path: Path) -> None:
    path = tmp_path / "barn.rules"
    text = RULES.format(line="    \n").replace("flock(player)", "flock").replace("owner", "all")
    path.write_text(text, encoding="utf-8")
    at = text.index("    \n") + 4

    body = offered_body(Workspace(str(path.resolve())), text, at, STATEMENTS[1])

    assert body == "take turns p_2 among players until all pass\n    p_2 may do rest"


def test_statements_are_offered_below_a_line_with_a_mistake(barn: Workspace) -> None:
    mistake = "    this is no line of rules\n"
    text = RULES.format(line=f"{mistake}    \n")
    at = text.index("    \n", text.index(mistake)) + 4

    body = offered_body(barn, text, at, next(each for each in STATEMENTS if each.name == "set"))

    assert body == "set shorn(p) to 0"


def test_the_header_to_begin_with_passes_check() -> None:
    offered = completions(None, Path("game.rules"), "", 0).items

    assert offered[0].name == "rulebook"
    assert wrong(filled(offered[0].body)) == []


def test_a_header_is_offered_once(barn: Workspace) -> None:
    text = RULES.format(line="")

    offered = completions(barn.snapshot(), Path(barn.rulebook), f"{text}r", len(text) + 1).items

    assert "reading" in [item.name for item in offered]
    assert "rulebook" not in [item.name for item in offered]


def test_a_name_that_a_snippet_makes_is_free(barn: Workspace) -> None:
    text = RULES.format(line="") + "zone place: cards, seen by all\n\n"
    workspace = Workspace(barn.rulebook)
    workspace.set_text(Path(barn.rulebook), text)
    zone = next(each for each in DECLARATIONS if each.name == "zone")

    assert offered_body(workspace, text, len(text), zone).startswith("zone place_2(player)")


def test_the_snippet_of_the_extension_is_a_game_whose_example_holds() -> None:
    (snippet,) = json.loads((EXTENSION / "snippets" / "rules.json").read_text("utf-8")).values()
    text = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", "\n".join(snippet["body"]))
    loaded = load_text(text, lints=True)

    assert not loaded.diagnostics
    assert loaded.compiled is not None
