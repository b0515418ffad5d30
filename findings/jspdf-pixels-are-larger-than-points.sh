#!/usr/bin/env bash
# Guess: 744 pixels are 558 points, as in CSS, and a picture without a size follows its resolution.
# Real: with `unit: 'px'` a sheet of 744 pixels is 992 points (350 mm) wide, unless `hotfixes:
# ['px_scaling']` is given; a picture of 744 pixels without a size is 558 points, whatever its file
# says.
# Who meets it: whoever makes sheets of card pictures in a browser.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" jspdf@4.2.1 pngjs@7.0.0
cat >"$place/run.cjs" <<'EOF'
const { jsPDF } = require("jspdf");
const { PNG } = require("pngjs");
const width = (options) => {
  const [, points] = new jsPDF({ unit: "px", format: [744, 1039], ...options }).output().match(/MediaBox \[0 0 ([\d.]+)/);
  return Math.round(points);
};
const plain = PNG.sync.write(new PNG({ width: 744, height: 1039 }));
const perMetre = Buffer.from("00000009704859730000 2e23 0000 2e23 01 78a53f76".replaceAll(" ", ""), "hex");
const told = Buffer.concat([plain.subarray(0, 33), perMetre, plain.subarray(33)]);
const drawn = (file) => {
  const pdf = new jsPDF({ unit: "mm" });
  pdf.addImage(`data:image/png;base64,${file.toString("base64")}`, "PNG", 0, 0);
  return Math.round(pdf.output().match(/([\d.]+) 0 0 [\d.]+ [\d.-]+ [\d.-]+ cm/)[1]);
};
const found = [width(), width({ hotfixes: ["px_scaling"] }), drawn(plain), drawn(told)];
console.log(found.join());
if (found.join() !== "992,558,558,558") process.exit(1);
EOF
echo "jspdf@4.2.1 pngjs@7.0.0"
node "$place/run.cjs"
