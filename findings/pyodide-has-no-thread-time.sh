#!/usr/bin/env bash
# Guess: `time.thread_time` is in Pyodide as it is on Linux, Windows and macOS.
# Real: the module lacks it; `process_time` is there.
# Who meets it: whoever measures the processor time of one thread in code that also runs in a page.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
npm install --silent --no-audit --no-fund --no-save pyodide@314.0.7 >/dev/null
cat > run.mjs <<'EOF2'
import { loadPyodide, version } from "pyodide";
const python = await loadPyodide();
const found = python.runPython("import time; [hasattr(time, each) for each in ('thread_time', 'process_time')]").toJs();
console.log("pyodide", version, "thread_time, process_time:", found);
if (String(found) !== "false,true") throw new Error("it has changed");
EOF2
node run.mjs
