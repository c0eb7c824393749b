"""The verbs of ``python -m king``, of ``boards``, ``halls``, ``hands``, ``robots`` and ``sheets``:
for each ``VERB_arguments(parser)`` and ``run_VERB(arguments) -> exit status``.
"""

import json


def print_json(answer: object) -> None:
    print(json.dumps(answer, ensure_ascii=False, indent=1))
