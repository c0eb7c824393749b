"""One paper typed at two tables by mistake. The program asks about it before the second sheet is
handed in or closed.
"""

from django.utils.translation import gettext_lazy as _

from scoring.models import HandResult, Sheet
from wording.sentences import refusal

SAME_SHEET = "same_sheet"


def check_other_paper(sheet: Sheet) -> None:
    """Raise ``ValidationError`` if another sheet of the partita that is handed in or closed has
    exactly the same rows.
    """
    rows = dict(sheet.results.written().values_list("hand", "content"))
    others = (
        HandResult.objects.filter(
            sheet__table__round=sheet.table.round_id,
            sheet__state__in=(Sheet.State.HANDED_IN, Sheet.State.CLOSED),
        )
        .exclude(sheet=sheet)
        .written()
    )
    first = others.filter(hand=min(rows, default=1)).values_list("sheet", "content")
    alike = [key for key, content in first if content == rows.get(min(rows))]
    theirs: dict[int, dict[int, object]] = {}
    columns = "sheet__table__number", "hand", "content"
    for number, hand, content in others.filter(sheet__in=alike).values_list(*columns):
        theirs.setdefault(number, {})[hand] = content
    same = [number for number, written in theirs.items() if written == rows]
    if same:
        raise refusal(
            _("All %(count)s rows are the same as those of table %(other)s: is it the same paper?"),
            SAME_SHEET,
            count=len(rows),
            other=min(same),
        )
