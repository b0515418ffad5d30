"""Links at places that a command writes to: no command writes through a foreign one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import ruleslang
from ruleslang.apps.cli.save_file import Saves
from ruleslang.library.files import growing_file, write_new, write_whole
from ruleslang.simulation.records.saves import from_text
from tests.apps.cli.conftest import Run

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links are for administrators there")
OTHER = Path("elsewhere")


def test_new_writes_through_no_link(run: Run) -> None:
    for name in ("game.rules", "gamble.cards"):
        Path(name).symlink_to(OTHER)

    ran = [run("new", "rulebook", "game"), run("new", "card", "higher", "gamble")]

    assert [each.status for each in ran] == [2, 2]
    assert all("already exists and was not changed" in each.err for each in ran)
    assert not OTHER.exists() and Path("game.rules").is_symlink()


def test_a_save_that_another_process_writes_in_the_same_moment_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = from_text(ruleslang.load("higher").start(seed=1).to_json())
    usual = tmp_path / "higher-1.save"

    def beaten(path: Path, text: str) -> None:
        if path == usual:
            usual.write_text("of another")  # came between the look and the writing
        write_new(path, text)

    monkeypatch.setattr("ruleslang.apps.cli.save_file.write_new", beaten)

    assert Saves().write(save, "", str(usual)) == tmp_path / "higher-1-2.save"
    assert usual.read_text() == "of another"


def test_what_came_there_meanwhile_stays(tmp_path: Path) -> None:
    place = tmp_path / "a"
    place.write_text("old", "utf-8")

    with pytest.raises(FileExistsError):
        write_new(place, "new")
    assert place.read_text("utf-8") == "old"


def test_records_and_saves_go_through_no_link_that_leads_nowhere(run: Run) -> None:
    for name in ("games.jsonl", "more.jsonl.unfinished", "my.save"):
        Path(name).symlink_to(OTHER)
    simulate = ("simulate", "kuhn_poker", "--games", "2", "--records")

    ran = [run(*simulate, "games.jsonl"), run(*simulate, "more.jsonl")]
    save = from_text(ruleslang.load("kuhn_poker").start(seed=1).to_json())
    with pytest.raises(FileExistsError):
        Saves().write(save, "my.save", "usual.save")

    assert not OTHER.exists(), [each.out + each.err for each in ran]
    assert all(Path(name).is_symlink() for name in ("games.jsonl", "my.save"))
    assert not Path("games.jsonl.unfinished").exists()  # no game is played that cannot be kept


def test_a_link_that_a_user_names_stays_a_link(tmp_path: Path) -> None:
    link, real = tmp_path / "link", tmp_path / "real"
    real.write_text("old", "utf-8")
    link.symlink_to(real)

    write_whole(link, "new")

    assert link.is_symlink() and real.read_text("utf-8") == "new"


def test_a_link_that_nobody_named_is_replaced(tmp_path: Path) -> None:
    link, real = tmp_path / "link", tmp_path / "real"
    real.write_text("old", "utf-8")
    link.symlink_to(real)

    write_whole(link, "new", follows=False)

    assert link.read_text("utf-8") == "new" and not link.is_symlink()
    assert real.read_text("utf-8") == "old"


def test_nothing_grows_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")

    with pytest.raises(OSError), growing_file(tmp_path / "link"):
        pass
    assert not (tmp_path / "real").exists()


def test_fmt_of_a_folder_follows_no_link(run: Run) -> None:
    Path("folder").mkdir()
    OTHER.write_text('rulebook   x "X"\n    players 2\n', "utf-8")
    before = OTHER.read_text("utf-8")
    Path("folder/x.rules").symlink_to(OTHER.resolve())
    Path("folder/y.rules").write_text('rulebook   y "Y"\n    players 2\n', "utf-8")

    run("fmt", "folder")

    assert OTHER.read_text("utf-8") == before
