#!/usr/bin/env bash
# Guess: Capitals make no difference in PDDL: `(DEFINE (DOMAIN` is read, and a type `Ball` is
# `ball`.
# Real: names may have capitals, `(DEFINE (DOMAIN` is refused, so older domains can't be read; lower
# the whole text first.
# Who meets it: whoever reads published planning domains.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pddl==0.5.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pddl",)))
from pddl.parser.domain import DomainParser

TEXT = """(define (domain boxes) (:requirements :strips :typing) (:types ball)
 (:predicates (held ?b - ball))
 (:action drop :parameters (?b - Ball) :precondition (held ?b) :effect (not (held ?b))))"""
found = []
for text in (TEXT, TEXT.lower(), TEXT.lower().replace("(define (domain", "(DEFINE (DOMAIN")):
    try:
        found.append(str(DomainParser()(text).name))
    except Exception as problem:
        found.append(type(problem).__name__)
print(found)
assert found == ["boxes", "boxes", "UnexpectedToken"]
EOF
