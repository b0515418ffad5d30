"""The command line program with all its commands, in the order of its help."""

from ruleslang.cli.application import app

from ruleslang.cli.commands import for_texts, for_matches, for_designers, for_printing  # isort: skip

__all__ = ["app", "for_designers", "for_matches", "for_printing", "for_texts"]
