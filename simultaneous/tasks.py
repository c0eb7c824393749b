"""Ranking as the worker's work."""

from celery import shared_task

from simultaneous import ranking
from simultaneous.models import Event


@shared_task(name="simultaneous.rank_event")
def rank_event(event_pk: int) -> None:
    """Given to a second worker, it finds that nothing has changed since."""
    event = Event.objects.filter(pk=event_pk).first()
    if event is not None and ranking.is_behind(event):
        ranking.post(event=event)
