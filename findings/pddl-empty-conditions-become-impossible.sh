#!/usr/bin/env bash
# Guess: A domain that was read and written means the same.
# Real: an empty condition, `()`, is written as `(or )`, which never holds: an action that was
# always possible is never. Write `(and )`.
# Who meets it: whoever changes planning domains by program: the planner then finds no plan.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pddl==0.5.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pddl",)))
from pddl.formatter import domain_to_string
from pddl.parser.domain import DomainParser

TEXT = """(define (domain waiting) (:requirements :strips) (:predicates (done))
 (:action wait :parameters () :precondition {} :effect (done)))"""
found = []
for condition in ("()", "(and )"):
    written = domain_to_string(DomainParser()(TEXT.format(condition)))
    found += [line.strip() for line in written.splitlines() if "precondition" in line]
print(found)
assert found == [":precondition (or )", ":precondition (and )"]
EOF
