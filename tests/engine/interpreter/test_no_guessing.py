"""No operation of the language is chosen by the class of a value: the program names the variant."""

from __future__ import annotations

import ast
from pathlib import Path

import ruleslang.engine.interpreter
from ruleslang.engine.match import runtime_values

CLASSES = {name for name, one in vars(runtime_values).items() if isinstance(one, type)} | {
    "tuple",
    "list",
}

# These call values by names, say which look alike, or hash them; or they answer about values that
# no program gives.
NAMING = {"asking", "choice_names", "hashing", "machine", "choose_and_do_moves", "view"}
OUTSIDE = {"example_actions"}
# Functions of other modules that answer about such values, or look at the keys of cells.
FUNCTIONS = {
    "candidates": {"_cards_in", "_key", "_sees", "_as_seen", "_difference_text"},
    "machine_reader": {"cards_of", "_contribution"},
    "whenever": {"__getitem__"},
}


def test_no_class_of_a_value_chooses_an_operation() -> None:
    looks = {}
    for path in sorted(Path(next(iter(ruleslang.engine.interpreter.__path__))).glob("*.py")):
        if path.stem in NAMING | OUTSIDE:
            continue
        tree, exempt = ast.parse(path.read_text()), FUNCTIONS.get(path.stem, set())
        outside = {
            inside
            for function in ast.walk(tree)
            if isinstance(function, ast.FunctionDef) and function.name in exempt
            for inside in ast.walk(function)
        }
        found = [each for each in ast.walk(tree) if _tests_a_value(each) and each not in outside]
        if found:
            looks[path.stem] = [ast.unparse(each) for each in found]

    assert looks == {}


def _tests_a_value(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    named = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return node.func.id == "isinstance" and bool(named & CLASSES)
