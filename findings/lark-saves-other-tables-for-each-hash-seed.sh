#!/usr/bin/env bash
# Guess: A saved parser is a function of its grammar, so `Lark.save` writes the same bytes each time.
# Real: it numbers states and terminals in the order of sets, so the bytes change with the hash seed
# of the process; only a fixed `PYTHONHASHSEED` repeats them. Parsing is the same.
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
run() { PYTHONHASHSEED=$1 "$place/env/bin/python" "$place/run.py"; }
first=$(run 1) again=$(run 1) other=$(run 2)
printf '%s\n' "$first" "$again" "$other"
[ "$first" = "$again" ] && [ "$first" != "$other" ] && [ "${first##* }" = "${other##* }" ]
