"""Simulations are run as on the command line."""

from tests.apps.cli.conftest import prepared, run

__all__ = ["prepared", "run"]
