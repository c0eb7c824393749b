#!/usr/bin/env bash
# openskill, model PlackettLuce: players who share the first place gain less than the one in third place. Of eight newcomers
# with equal ratings two joint winners gain 0.99 each, the third 1.87, the fourth 1.34. The models BradleyTerryFull and
# ThurstoneMostellerFull keep the order. Since 5.0.0 at least, and still in 6.2.0.
# Results with ties are affected, such as those of games with points: a rating shown beside the result contradicts it, and a
# joint winner can fall behind a player whom they beat. Break ties first, or use another model.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check openskill==6.2.0
"$folder/venv/bin/python" - <<'PYTHON'
import sys
from importlib.metadata import version

from openskill.models import BradleyTerryFull, PlackettLuce

RANKS = [1, 1, 3, 4, 5, 6, 7, 8]


def gains(kind):
    model = kind()
    before = [[model.rating()] for _ in RANKS]
    after = model.rate(before, ranks=RANKS)
    return [round(new.mu - old.mu, 2) for [old], [new] in zip(before, after)]


seen, other = gains(PlackettLuce), gains(BradleyTerryFull)
print("openskill", version("openskill"))
print("ranks:   ", RANKS)
print("expected: whoever ranks higher gains no less, as with BradleyTerryFull:", other)
print("seen:     PlackettLuce:", seen)
as_told = seen[0] == seen[1] < seen[3] < seen[2] and other == sorted(other, reverse=True)
sys.exit(0 if as_told else "This has changed.")
PYTHON
