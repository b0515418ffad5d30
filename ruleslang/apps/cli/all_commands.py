"""The command line program with all its commands, in the order of its help."""

from ruleslang.apps.cli.application import app

from ruleslang.apps.cli.commands import for_designers, for_matches, for_printing, for_texts  # isort: skip

__all__ = ["app", "for_designers", "for_matches", "for_printing", "for_texts"]
