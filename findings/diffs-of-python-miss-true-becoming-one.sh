#!/usr/bin/env bash
# Guess: `True` becoming 1 is a change, as JSON tells them apart.
# Real: dictdiffer and jsondiff compare with `==`, so they see none; deepdiff and jsonpatch report
# it.
# Who meets it: whoever sends changes of a match's state to a client, or compares recorded states.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check dictdiffer==0.10.0 jsondiff==2.2.1 deepdiff==9.1.0 jsonpatch==1.48
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "dictdiffer jsondiff deepdiff jsonpatch".split()))
import dictdiffer
import jsondiff
import jsonpatch
from deepdiff import DeepDiff

old, new = {"ready": True}, {"ready": 1}
seen = [list(dictdiffer.diff(old, new)), jsondiff.diff(old, new)]
print(seen, DeepDiff(old, new), jsonpatch.make_patch(old, new))
assert seen == [[], {}]
assert DeepDiff(old, new) and jsonpatch.make_patch(old, new).patch
EOF
