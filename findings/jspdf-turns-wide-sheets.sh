#!/usr/bin/env bash
# Guess: `format: [88, 63]` is a sheet 88 mm wide, and `addPage()` has the format of the document.
# Real: a sheet is upright unless `orientation` says landscape: it is 63 mm wide, with `addPage([88,
# 63])` too. a page takes format and direction of the page before: `addPage('a4')` after a wide card
# is a wide A4.
# Who meets it: whoever prints cards or tiles one by one.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" jspdf@4.2.1
cat >"$place/run.cjs" <<'EOF'
const { jsPDF } = require("jspdf");
const sheets = (pdf) =>
  [...pdf.output().matchAll(/MediaBox \[0 0 ([\d.]+) ([\d.]+)/g)].map(([, width, height]) =>
    [width, height].map((points) => Math.round((points / 72) * 25.4)).join("x"),
  );
const wide = { unit: "mm", format: [88, 63] };
const pages = new jsPDF(wide);
pages.addPage([88, 63]);
pages.addPage([88, 63], "landscape");
pages.addPage("a4");
pages.addPage();
const found = [sheets(new jsPDF({ ...wide, orientation: "landscape" })), sheets(pages)];
console.log(found.map(String).join(" | "));
if (found[0].join() !== "88x63" || found[1].join() !== "63x88,63x88,88x63,297x210,297x210") process.exit(1);
EOF
echo "jspdf@4.2.1"
node "$place/run.cjs"
