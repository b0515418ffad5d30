#!/usr/bin/env bash
# Guess: an open hand of all simples wins with one han, as in riichienv.
# Real: mahjong says `no_yaku`, unless `OptionalRules(has_open_tanyao=True)`. It takes the winner for
# another seat than the dealer, riichienv for the dealer: the hand is worth 1000 and 1500.
# Who meets it: whoever compares scores of two programs, or trains a bot with one of them.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check mahjong==2.1.0 riichienv==0.4.11
echo "mahjong 2.1.0, riichienv 0.4.11"
"$place/venv/bin/python" - <<'EOF'
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld
from mahjong.tile import TilesConverter
from riichienv import HandEvaluator

tiles = TilesConverter.string_to_136_array(man="234567", pin="345", sou="66888")
last = TilesConverter.string_to_136_array(pin="5")[0]
run = Meld(meld_type=Meld.CHI, tiles=TilesConverter.string_to_136_array(man="234"))
found = []
for config in (HandConfig(), HandConfig(options=OptionalRules(has_open_tanyao=True))):
    result = HandCalculator().estimate_hand_value(tiles, last, melds=[run], config=config)
    found.append((result.error, result.han, result.cost and result.cost["main"]))
other = HandEvaluator.calc_from_text("567m34p66888s5p(234m0)")
found.append((None, other.han, other.ron_agari))
print("mahjong", found[0], "open all-simples", found[1], "riichienv", found[2])
assert found == [("no_yaku", None, None), (None, 1, 1000), (None, 1, 1500)]
EOF
