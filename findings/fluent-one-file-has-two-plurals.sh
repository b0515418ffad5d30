#!/usr/bin/env bash
# Guess: one Fluent file gives one text in Python and in JavaScript: with one fraction digit, 1 is
# "1.0 cards", because English has the singular for 1, but not for 1.0.
# Real: so it is in JavaScript; in Python the plural is chosen without looking at the digits, and
# the same message has the singular.
# Who meets it: whoever prints averages or odds in texts shared by a server and a page.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check fluent.runtime==0.4.0
npm install --silent --no-audit --no-fund --prefix "$place" @fluent/bundle@0.19.1
cat >"$place/cards.ftl" <<'EOF'
mean = { NUMBER($n, minimumFractionDigits: 1) ->
    [one] { NUMBER($n, minimumFractionDigits: 1) } card
   *[other] { NUMBER($n, minimumFractionDigits: 1) } cards
}
EOF
cat >"$place/run.py" <<'EOF'
import sys
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource

bundle = FluentBundle(["en-US"], use_isolating=False)
bundle.add_resource(FluentResource(Path(sys.argv[1]).read_text("utf-8")))
print(bundle.format_pattern(bundle.get_message("mean").value, {"n": 1})[0])
EOF
cat >"$place/run.mjs" <<'EOF'
import { readFileSync } from "node:fs";
import { FluentBundle, FluentResource } from "@fluent/bundle";
const bundle = new FluentBundle("en-US", { useIsolating: false });
bundle.addResource(new FluentResource(readFileSync(process.argv[2], "utf-8")));
console.log(bundle.formatPattern(bundle.getMessage("mean").value, { n: 1 }));
EOF
python=$("$place/venv/bin/python" "$place/run.py" "$place/cards.ftl")
javascript=$(node "$place/run.mjs" "$place/cards.ftl")
echo "fluent.runtime==0.4.0: $python; @fluent/bundle@0.19.1: $javascript"
[ "$python" = "1.0 card" ] && [ "$javascript" = "1.0 cards" ]
