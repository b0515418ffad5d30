#!/usr/bin/env bash
# Guess: espeak-ng names all symbols of games: a suit, the face of a die, the king of a chess set.
# Real: it names the four suits, a pawn, a joker and the emoji of a die; faces of dice, all other chess
# pieces, playing cards and hexagons are silent: `⚅` is nothing at all. `player II` is "player
# roman two". Write words where somebody listens.
# Who meets it: whoever prints cards or records that screen readers say.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
version=1.51+dfsg-10+deb12u2
apt-get download --quiet=2 "espeak-ng=$version" "espeak-ng-data=$version" "libespeak-ng1=$version" libpcaudio0=1.2-2 libsonic0=0.2.0-12
for package in ./*.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$place/root/usr/lib/x86_64-linux-gnu
export ESPEAK_DATA_PATH=$LD_LIBRARY_PATH/espeak-ng-data
say() { root/usr/bin/espeak-ng -q -v en-us --ipa "$1" 2>/dev/null | tr -d '\n' | sed 's/^ *//; s/ *$//'; }
echo "espeak-ng $version"
for symbol in ♠ ♥ ♦ ♣ ♟ 🃏 🎲; do
  echo "$symbol: $(say "$symbol")"
  test -n "$(say "$symbol")"
done
for symbol in ⚀ ⚅ ♔ ♕ ♖ ♗ ♘ ♙ ♚ ♞ 🂡 ⬢; do
  echo "$symbol: $(say "$symbol")"
  test -z "$(say "$symbol")"
done
echo "player II: $(say 'player II')"
test "$(say 'player II')" = 'plˈeɪɚ ɹˌoʊmən tˈuː'
test "$(say '7♥')" = 'sˈɛvən hˈɑːɹt sˈuːt'
