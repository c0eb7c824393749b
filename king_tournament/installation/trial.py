"""Program ``python -m king_tournament.installation.trial``: play one table and make its score
sheet, in the database that the settings name. ``checks.trial`` runs it on a copy.
"""

import django
from django.core.management import call_command


def play_and_print() -> None:
    from king_tournament.demo import make_demo
    from printing.document_context import Options
    from printing.document_list import find_document

    call_command("migrate", interactive=False, verbosity=0)
    evening = make_demo(stage="finished", seed=1, tables=1, rounds=1)
    sheets = find_document("score_sheets")
    paper = sheets.render(sheets.gather(evening, Options(round=1)), None)
    if not paper.startswith(b"%PDF"):
        raise ValueError("the score sheet is no PDF")


if __name__ == "__main__":
    django.setup()
    play_and_print()
