"""The same games where an address has 32 bits, which is so in WebAssembly, too."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from ruleslang.engine.code.c_function import runtime
from tests.engine.shares import program_of
from tests.support.text_in_c import text_in_c

HERE = Path(__file__).parent
TOLD = (HERE / "other_word_size.c").read_text(encoding="utf-8")
LIMIT = 60  # seconds
FLAGS = ("-std=gnu11", "-O0", "-w", "-fno-strict-aliasing", "-DSTACK=16384")
# No library is linked; it would be that of the machine, with other addresses.
ALONE = ("-m32", "-ffreestanding", "-nostdlib", "-static", "-fno-pic", "-no-pie", "-fno-builtin")
LEAVES_BY = "typedef void *jmp_buf[5];\nstatic int left_by;\n"
HEADERS = {
    "stdlib.h": "#include <stddef.h>\nvoid *malloc(size_t);\nvoid *calloc(size_t, size_t);\n"
    "void free(void *);\n",
    "string.h": "#include <stddef.h>\nvoid *memcpy(void *, const void *, size_t);\n"
    "void *memset(void *, int, size_t);\nvoid *memmove(void *, const void *, size_t);\n"
    "int memcmp(const void *, const void *, size_t);\n",
    "time.h": "typedef long time_t;\ntime_t time(time_t *);\n",
    "setjmp.h": f"{LEAVES_BY}#define setjmp(at) (__builtin_setjmp(at) ? left_by : 0)\n"
    "#define longjmp(at, why) (left_by = (why), __builtin_longjmp(at, 1))\n",
}
WITHOUT_THREADS = ("-D__thread=", "-mno-sse", "-mno-mmx")


def games_of(program: str, folder: Path, *flags: str) -> str:
    """The lines of a rulebook's games, compiled with these flags; empty: it does not run here."""
    of = program_of(program)
    assert of is not None
    text, made = folder / "game.c", folder / "game"
    whole = text_in_c(of).replace(runtime("key"), "")
    text.write_text(whole + TOLD, encoding="utf-8")  # keys need numbers of 128 bits
    compiler = os.environ.get("CC", "cc").split()
    try:
        subprocess.run([*compiler, *FLAGS, *flags, "-o", made, text], check=True)
        return subprocess.run(
            [made], check=True, capture_output=True, text=True, timeout=LIMIT
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return ""


def can_be_small(folder: Path) -> bool:
    """Whether programs with addresses of 32 bits are made, and run, here."""
    text, made = folder / "tried.c", folder / "tried"
    text.write_text('void _start(void) { __asm__("int $0x80" : : "a"(1), "b"(0)); }\n', "utf-8")
    compiler = os.environ.get("CC", "cc").split()
    try:
        subprocess.run([*compiler, *ALONE, "-o", made, text], check=True, capture_output=True)
        return subprocess.run([made], check=False).returncode == 0
    except (OSError, subprocess.CalledProcessError):
        return False


# One that is won, one with hypothetical positions, one whose heap grows; each has faults or ends.
@pytest.mark.parametrize(
    "name",
    ["connect_four", str(HERE / "imagined.rules"), "crazy_eights"],
    ids=["won", "imagined", "cards"],
)
def test_games_are_the_same_where_addresses_have_32_bits(name: str, tmp_path: Path) -> None:
    if not can_be_small(tmp_path):
        pytest.skip("no program with addresses of 32 bits can be made and run here")
    for header, text in HEADERS.items():
        (tmp_path / header).write_text(text, encoding="utf-8")

    mine = games_of(name, tmp_path)
    small = games_of(name, tmp_path, *ALONE, *WITHOUT_THREADS, "-isystem", str(tmp_path))

    assert len({*mine.splitlines()}) > 1
    assert small == mine
