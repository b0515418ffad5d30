"""Commands run in this process, in an empty folder."""

from tests.apps.cli.conftest import prepared as prepared
from tests.apps.cli.conftest import run as run
