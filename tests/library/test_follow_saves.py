"""Followers of folders notice every save, however an editor writes it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from ruleslang.library.follow_saves import Saves

pytest.importorskip("watchfiles")
PATIENCE = 60.0  # seconds: a machine may be busy


def _write(file: Path) -> None:
    file.write_text("a new text")


def _replace(file: Path) -> None:
    other = file.with_name(".a.rules.tmp")
    other.write_text("a new text")
    os.replace(other, file)


def _rename(file: Path) -> None:
    file.rename(file.with_name("b.rules"))


def _another_folder(file: Path) -> None:
    shutil.rmtree(file.parent)
    file.parent.mkdir()
    file.write_text("a new text")


def test_every_way_to_save_is_heard(tmp_path: Path) -> None:
    file = tmp_path / "rules" / "a.rules"
    file.parent.mkdir()
    with Saves() as saves:
        saves.follow([file.parent])
        assert saves.wait(PATIENCE)  # that it listens there from now on
        for change in (_write, _replace, _rename, _write, Path.unlink, _another_folder):
            change(file)
            assert saves.wait(PATIENCE), change


def test_a_folder_that_comes_later_is_followed(tmp_path: Path) -> None:
    with Saves() as saves:
        saves.follow([tmp_path / "later"])
        (tmp_path / "later").mkdir()
        assert saves.wait(PATIENCE)
        (tmp_path / "later" / "a.cards").write_text("card")
        assert saves.wait(PATIENCE)
        assert not saves.is_waiting or saves.wait(0)
