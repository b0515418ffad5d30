"""The hook that PyInstaller finds by an entry point: a program that uses the package needs none."""

from __future__ import annotations

from pathlib import Path


def hook_folders() -> list[str]:
    """Return the folders with hooks, as PyInstaller asks for them."""
    return [str(Path(__file__).parent)]
