"""Commands run in this process, in an empty folder."""

from tests.cli.conftest import prepared as prepared
from tests.cli.conftest import run as run
