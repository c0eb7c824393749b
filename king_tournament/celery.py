"""The worker's application. Tasks are ``@shared_task`` in each app's ``tasks.py``; settings begin
with ``CELERY_``.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "king_tournament.settings")

app = Celery("king_tournament")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["king_tournament"], related_name="webhooks")
app.autodiscover_tasks(["king_tournament.replay"], related_name="thirty")
