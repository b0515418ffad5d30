#!/usr/bin/env bash
# Guess: a card of 63 by 88 mm is 238 by 333 pixels, and 744 by 1039 with `density: 300`.
# Real: it is 179 by 249, because a pixel is a point by default, and 3100 by 4331 with a density of
# 300, which counts twice. Without a unit, the density counts once: 630 is 630, then 2625.
# resvg-js gives 238 and, with `dpi: 300`, 744.
# Who meets it: whoever turns cards drawn in millimetres into pictures for printing.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
npm install --silent --no-audit --no-fund --prefix "$place" sharp@0.35.5 @resvg/resvg-js@2.6.2
cat >"$place/run.cjs" <<'EOF'
const sharp = require("sharp");
const { Resvg } = require("@resvg/resvg-js");
const card = (width, height) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}"
  height="${height}" viewBox="0 0 63 88"><rect width="63" height="88" fill="red"/></svg>`;
const size = async (text, options) => {
  const drawn = sharp(Buffer.from(text), options).png();
  const { info } = await drawn.toBuffer({ resolveWithObject: true });
  return `${info.width}x${info.height}`;
};
const other = (text, options) => {
  const { width, height } = new Resvg(text, options).render();
  return `${width}x${height}`;
};
(async () => {
  const [millimetres, bare] = [card("63mm", "88mm"), card("630", "880")];
  const found = [
    await size(millimetres), await size(millimetres, { density: 300 }),
    await size(bare), await size(bare, { density: 300 }),
    other(millimetres), other(millimetres, { dpi: 300 }),
  ].join(" ");
  console.log(found);
  if (found !== "179x249 3100x4331 630x880 2625x3667 238x333 744x1039") process.exit(1);
})();
EOF
echo "sharp@0.35.5 @resvg/resvg-js@2.6.2"
node "$place/run.cjs"
