"""What every bot is: something that answers decisions."""

from __future__ import annotations

from typing import TypeAlias

from ruleslang.match.match import Decides

Bot: TypeAlias = Decides
