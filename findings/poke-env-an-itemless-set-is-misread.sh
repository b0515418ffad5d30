#!/usr/bin/env bash
# Guess: A set as Pokémon Showdown exports it is read whole and written packed.
# Real: exported lines end in two spaces, so without an item `Pikachu (M)` becomes the nickname,
# with neither species nor gender; strip the lines. A happiness of 0 is left out, which means 255.
# Who meets it: whoever gives exported teams to bots: without an item, or with Frustration.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check poke-env==0.16.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("poke-env",)))
from poke_env.teambuilder import TeambuilderPokemon

REST = "Ability: Static  \nHappiness: 0  \n- Frustration  \n"
found = {}
for name, first in (("item", "Pikachu (M) @ Light Ball  \n"), ("none", "Pikachu (M)  \n"), ("stripped", "Pikachu (M)\n")):
    read = TeambuilderPokemon.from_showdown(first + REST)
    found[name] = (read.nickname.strip(), read.gender, read.happiness, read.packed.split("|")[11])
print(found)
assert found["item"] == ("Pikachu", "M", 0, "")
assert found["none"] == ("Pikachu (M)", None, 0, "")
assert found["stripped"] == ("Pikachu", "M", 0, "")
EOF
