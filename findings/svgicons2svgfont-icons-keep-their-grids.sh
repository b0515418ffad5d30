#!/usr/bin/env bash
# Guess: icons become equally large glyphs, whichever grid they were drawn on.
# Real: a unit of any icon is a unit of the font: a square of 24 units is half as high as one of 48.
# With `normalize: true` they are equally large.
# Who meets it: whoever makes a font of icons for card texts from two collections.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" svgicons2svgfont@16.0.0
cat >"$place/run.mjs" <<'EOF'
import { Readable } from "node:stream";
import { SVGIcons2SVGFontStream } from "svgicons2svgfont";

function widths(options) {
  return new Promise((resolve, reject) => {
    const stream = new SVGIcons2SVGFontStream({ fontName: "icons", log() {}, ...options });
    let font = "";
    stream.on("data", (part) => (font += part));
    stream.on("error", reject);
    stream.on("end", () => {
      const glyphs = font.matchAll(/<glyph[^>]*horiz-adv-x="(\d+)"/g);
      resolve([...glyphs].map((glyph) => Number(glyph[1])));
    });
    for (const grid of [24, 48]) {
      const square = `<path d="M0 0H${grid}V${grid}H0z"/>`;
      const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${grid} ${grid}">`;
      const icon = Readable.from([Buffer.from(`${head}${square}</svg>`)]);
      icon.metadata = { name: `square${grid}`, unicode: [String.fromCodePoint(0xe000 + grid)] };
      stream.write(icon);
    }
    stream.end();
  });
}

const found = [await widths({}), await widths({ normalize: true })];
console.log(found);
if (JSON.stringify(found) !== "[[24,48],[48,48]]") process.exit(1);
EOF
echo "svgicons2svgfont@16.0.0"
node "$place/run.mjs"
