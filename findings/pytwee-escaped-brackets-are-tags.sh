#!/usr/bin/env bash
# Guess: Brackets in a passage's name are written as Twee 3 says, `\[two\]`, and are part of the
# name.
# Real: they are read as a tag: the passage is `Draw \` with the tag `two\`. Leave brackets out of
# names. The last passage is read only once the parser is deleted.
# Who meets it: whoever keeps a tutorial or branching rules as Twee: links to such a passage lead
# nowhere.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pytwee==0.3.3
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("pytwee",)))
from pytwee import twee3
from pytwee.story import Story

story = Story()
parser = twee3.Parser(story)
for line in (":: Start [easy]", "Go", r":: Draw \[two\] cards", "Take them.", r":: Draw \[three\]", "Take these."):
    parser(line)
before = len(story.passages)
del parser
found = [(passage.header.name, passage.header.tags) for passage in story.passages]
print(before, found)
assert found[0] == ("Start", ["easy"])
assert found[1:] == [("Draw \\", ["two\\"]), ("Draw \\", ["three\\"])]
assert before == 2
EOF
