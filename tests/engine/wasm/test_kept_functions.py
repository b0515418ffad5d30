"""After an edit, functions that are kept give byte for byte the module made from nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.engine.code.c_function import runtime
from ruleslang.engine.wasm import run
from ruleslang.engine.wasm.kept_functions import Kept, read
from ruleslang.engine.wasm.module import Body
from ruleslang.engine.wasm.parse import program_of
from ruleslang.engine.wasm.program import Program
from ruleslang.engine.wasm.statements import compiled
from tests.engine.c.test_stopping import program
from tests.engine.wasm.test_compile_c import PRODUCT
from tests.support.text_in_c import text_in_c

EXAMPLES = Path(__file__).parents[3] / "examples"
TEXT = """
typedef struct Inner { int32_t least; } Inner;
typedef struct { int32_t a; int64_t b; Inner inner; } Pair;
enum { FEW = 3, MANY };
#define LARGE 70
static const int64_t table[] = {1, 2, 3};
static int64_t rows[2][3];
static Pair kept;
static int64_t behind_this[4];
static inline int64_t twice(int64_t x) { return x * 2; }
static inline int64_t four(int64_t x) { return twice(twice(x)); }
static int64_t apart(int64_t x) { return x + MANY; }
static int64_t (*chosen)(int64_t) = apart;
static int64_t counted(void) { static int64_t n = 5; return ++n; }
static int64_t sized(int64_t x) { return x + sizeof(table) + sizeof(Pair); }
static int64_t members(int64_t x) { kept.b = x; kept.inner.least = LARGE; return kept.b; }
static int64_t placed(int64_t x) { rows[1][x & 1] = x; return rows[x & 1][1] + "ab"[x & 1]; }
static int64_t behind(int64_t x) { return (int64_t)(uintptr_t)(&behind_this + 1); }
static int64_t numbered(int64_t x) { switch (x) { case FEW: return 1; default: return MANY; } }
static int64_t calls(int64_t x) { return apart(x) + chosen(x) + counted() + four(x); }
int64_t g(int64_t x) { return numbered(x) + calls(x) + behind(x); }
int64_t f(int64_t x) { return sized(x) + members(x) + placed(x) + g(x); }
"""
ALL = {"f", "g", "apart", "sized", "members", "placed", "numbered", "calls"}
EDITS = {  # with the functions that are compiled again, beside two that aren't kept
    ("/* nothing */", ""): set[str](),
    ("{1, 2, 3}", "{1, 9, 3}"): set(),
    ("{1, 2, 3}", "{1, 2, 3, 4}"): {"sized"},
    ("rows[2][3]", "rows[4][3]"): set(),
    ("behind_this[4]", "behind_this[5]"): set(),  # it isn't kept
    ("= apart", "= members"): set(),
    ("n = 5", "n = 6"): set(),
    ("x * 2", "x * 5"): {"calls"},
    ("static inline int64_t twice", "static int64_t twice"): {"calls", "twice"},
    ("FEW = 3", "FEW = 2"): {"apart", "numbered"},
    ("MANY }", "SOME, MANY }"): {"apart", "numbered"},
    ("LARGE 70", "LARGE 71"): {"members"},
    ("rows[2][3]", "rows[3][2]"): {"placed"},
    ("int64_t rows", "int32_t rows"): {"placed"},
    ('"ab"', '"abc"'): {"placed"},
    ("+ placed(x)", "+ placed(x) + counted()"): {"f"},
    ("int64_t apart(int64_t x)", "int32_t apart(int32_t x)"): {"apart", "calls"},
    ("(*chosen)(int64_t)", "(*chosen)(int32_t)"): {"calls"},
    ("static Pair kept;", "static int64_t kept_too[9]; static Pair kept;"): set(),
    ("int64_t f(", "int64_t new_one(int64_t x) { return x; } int64_t f("): set(),
    ("int32_t a;", "int64_t a;"): ALL,
    ("int32_t least", "int64_t least"): ALL,
}


def edited(text: str, old: str, new: str) -> str:
    assert old in text or not new
    return text.replace(old, new, 1)


class Noted(Kept):
    """Notes what is compiled."""

    def put(self, name: str, body: Body) -> None:
        super().put(name, body)
        if self.get(name) is None:
            self.parts[f" {name}"] = "compiled", []

    def compiled(self) -> set[str]:
        return {name[1:] for name in self.parts if name[0] == " "}


@pytest.mark.parametrize(("old", "new"), EDITS)
def test_what_an_edit_of_a_text_changes_is_compiled_and_no_more(old: str, new: str) -> None:
    whole = runtime("reference") + TEXT + PRODUCT
    first = Kept(program_of(whole))
    compiled(first.program, ("f",), kept=first)
    after = edited(whole, old, new)
    second = Noted(program_of(after), read(first.written()))
    made = compiled(second.program, ("f",), kept=second)

    assert made == compiled(program_of(after), ("f",)), "all is as if nothing were kept"
    assert second.compiled() == EDITS[old, new]


@pytest.mark.parametrize(
    ("name", "old", "new", "most"),
    [
        ("pig", "turn_total >= 20", "turn_total >= 25", 0.05),
        ("pig", "when winner is p: number of players - 1", "when winner is p: 3", 0.05),
        ("pig", "turn_total: 0..105 = 0", "turn_total: 0..105 = 0\nstate more: 0..9 = 0", 1),
        ("pig", "    set turn_total to 0", "    set turn_total to 1\n    set turn_total to 0", 0.2),
        ("tic_tac_toe", "when has_won(p): 1", "when has_won(p): 0", 0.1),
    ],
)
def test_what_an_edit_of_a_rulebook_changes_is_compiled_again(
    name: str, old: str, new: str, most: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file,) = (EXAMPLES / name).glob("*.rules")
    text = file.read_text("utf-8")
    noted = list[Noted]()

    def kept(of: Program) -> Kept:
        noted.append(Noted(of))
        return noted[-1]

    monkeypatch.setattr(run, "Kept", kept)
    run._compiled(text_in_c(program(text)), tmp_path)
    other = text_in_c(program(edited(text, old, new)))

    assert run._compiled(other, tmp_path) == run._compiled(other, None)
    assert len(noted[1].compiled()) <= most * len(noted[1].used)


def test_kept_functions_that_are_damaged_are_not_read(tmp_path: Path) -> None:
    run._keep(tmp_path, "one", "a text")
    (file,) = tmp_path.iterdir()
    assert run._read(file) == "a text"
    file.write_text(file.read_text("utf-8") + " ", "utf-8")

    assert run._read(file) is None
