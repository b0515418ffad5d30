#!/usr/bin/env bash
# Guess: Every rule returns all committees that tie, as approval voting does.
# Real: `av`, `pav`, `cc` and `monroe` return all three; `seqpav`, `seqphragmen`, `seqcc` and
# `equal-shares` return the first, unless `resolute=False` is given.
# Who meets it: whoever compares rules by the committees that they elect.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check abcvoting==2.19.2
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in "abcvoting".split()))
from abcvoting import abcrules
from abcvoting.preferences import Profile

profile = Profile(3)
profile.add_voters([{0}, {1}, {2}])
rules = "av pav cc monroe seqpav seqphragmen seqcc equal-shares".split()
found = {rule: len(abcrules.compute(rule, profile, 1)) for rule in rules}
print(found, len(abcrules.compute("seqpav", profile, 1, resolute=False)))
assert [*found.values()] == [3] * 4 + [1] * 4
assert len(abcrules.compute("seqpav", profile, 1, resolute=False)) == 3
EOF
