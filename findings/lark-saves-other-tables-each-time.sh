#!/usr/bin/env bash
# Guess: A saved parser is a function of its grammar, so `Lark.save` writes the same bytes each time,
# at least with a fixed `PYTHONHASHSEED`.
# Real: it numbers states in the order of sets, some of which go by addresses in memory, so most
# processes write other bytes, with a fixed hash seed too. Parsing is the same.
# Who meets it: builds that must be reproducible, and caches that compare digests of saved parsers.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/env"
"$place/env/bin/pip" install -q --disable-pip-version-check lark==1.3.1
cat >"$place/run.py" <<'EOF'
import hashlib
import io

from lark import Lark, __version__

GRAMMAR = """
start: (move | place)+
move: "move" NUMBER ["to" NUMBER]
place: "place" NUMBER ("," NUMBER)*
NUMBER: /[0-9]+/
%ignore " "
"""
parser = Lark(GRAMMAR, parser="lalr")
stream = io.BytesIO()
parser.save(stream)
stream.seek(0)
tree = Lark.load(stream).parse("move 3 to 4 place 1, 2")
print(__version__, hashlib.md5(stream.getvalue()).hexdigest(), len(list(tree.iter_subtrees())))
EOF
for _ in {1..12}; do PYTHONHASHSEED=1 "$place/env/bin/python" "$place/run.py"; done | sort | uniq -c | tee "$place/seen.txt"
test "$(wc -l <"$place/seen.txt")" -gt 1
test "$(awk '{print $NF}' "$place/seen.txt" | sort -u)" = 3
