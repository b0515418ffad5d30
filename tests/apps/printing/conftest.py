"""Commands of this room are run as those of the command line."""

from tests.apps.cli.conftest import prepared, run

__all__ = ["prepared", "run"]
