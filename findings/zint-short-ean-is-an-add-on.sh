#!/usr/bin/env bash
# Guess: `zint -b EANX -d 123` fills the number up with zeros to an EAN-8 code, or refuses it.
# Real: it fills it up to five digits only, an add-on such as that of a book's price, which
# zxing-cpp doesn't find by itself. A number of seven digits becomes an EAN-8 code.
# Who meets it: whoever numbers cards for a shop's scanner.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
apt-get download --quiet=2 zint=2.11.1-1 libzint2.11=2.11.1-1 libpng16-16
for package in ./*.deb; do dpkg -x "$package" "$place/root"; done
echo "zint=2.11.1-1"
export LD_LIBRARY_PATH="$place/root/usr/lib:$place/root/usr/lib/x86_64-linux-gnu"
for number in 123 4006381; do
  "$place/root/usr/bin/zint" -b EANX -d "$number" --scale 3 --whitesp=20 -o "$place/$number.png"
done
"$place/root/usr/bin/zint" -b EANX -d 123 -o "$place/123.svg"
grep -q '^ *00123$' "$place/123.svg"
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pillow==13.0.0 zxing-cpp==3.1.1
"$place/venv/bin/python" - <<'EOF'
from importlib.metadata import version

print(*(f"{name} {version(name)}" for name in ("zxing-cpp",)))
import zxingcpp
from PIL import Image

pictures = [Image.open(f"{number}.png").convert("L") for number in (123, 4006381)]
found = [[each.text for each in zxingcpp.read_barcodes(picture)] for picture in pictures]
print(found)
assert found == [[], ["40063812"]]
EOF
