"""The names of the engines."""

from typing import Final, Literal, TypeAlias, get_args

EngineName: TypeAlias = Literal["auto", "interpreter", "python", "wasm", "c"]
AUTO: Final = "auto"
INTERPRETER: Final = "interpreter"
WASM: Final[EngineName] = "wasm"
FORMERLY: Final = "python"  # generated Python, in place of which WebAssembly plays
C: Final = "c"
REFUSED: Final = -1.0  # in place of the seconds of an engine that cannot play
PRINTED_IN_C: Final = frozenset({WASM, C})  # which play the same text
NAMES: tuple[EngineName, ...] = get_args(EngineName)
