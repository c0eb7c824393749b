"""Celery looks for the work of each app here."""

from simultaneous.letters import send_letters
from simultaneous.ranking import rank_event

__all__ = ["rank_event", "send_letters"]
