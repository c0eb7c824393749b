#!/usr/bin/env bash
# openskill, model PlackettLuce: whoever shares the first place gains less than whoever comes third alone. Of eight equal
# newcomers two joint winners gain 0.99 each, the third 1.87, the fourth 1.34. The models BradleyTerryFull and
# ThurstoneMostellerFull keep the order. So since 5.0.0 at least, the same in 6.2.0.
# It matters where results have ties, as in games by points: a rating that is shown beside the result contradicts it, and
# whoever wins jointly can fall behind whoever they beat. Ties have to be taken apart first, or another model taken.
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
