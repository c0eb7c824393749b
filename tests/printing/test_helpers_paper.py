"""Paper for the helpers who sort the cards."""

from __future__ import annotations

from collections.abc import Callable

from tests.printing.asking import printed
from tournaments.models import Round, Tournament


def test_the_master_diagrams_have_all_four_hands_of_each_board_and_their_checksums(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    round_ = seated(2)
    pages = printed("master_diagrams", evening, round=1)
    text = "".join(page.squeezed for page in pages)
    assert len(pages) == 2
    for board in round_.board_set.boards.in_use():
        for hand in board.deal.pbn.removeprefix("N:").split():
            for suit in filter(None, hand.split(".")):
                assert suit.replace("T", "10") in text
        checks = "·".join(
            f"{name}{board.deal.checksum(wind)}"
            for wind, name in zip("NESW", ("North", "East", "South", "West"), strict=True)
        )
        assert checks in text
    assert all("sealed:forthepersonwhopreparestheboards" in page.squeezed for page in pages)
