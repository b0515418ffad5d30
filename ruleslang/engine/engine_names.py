"""The names of the engines."""

from typing import Final, Literal, TypeAlias, get_args

EngineName: TypeAlias = Literal["auto", "interpreter", "python", "c"]
AUTO: Final = "auto"
INTERPRETER: Final = "interpreter"
PYTHON: Final = "python"
C: Final = "c"
NAMES: tuple[EngineName, ...] = get_args(EngineName)
