"""The worker's application: ``celery --app king_tournament worker``. Tasks are declared with
``ground.task_queue.task``, in the modules that it includes.
"""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "king_tournament.settings")

from ground.task_queue import celery_app

app = celery_app()
app.conf.include = [
    "king_tournament.replay.robot_games",
    "king_tournament.webhooks",
    "printing.tasks",
    "simultaneous.letters",
    "simultaneous.ranking",
]
