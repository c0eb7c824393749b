"""Celery looks for the work of each app here."""

from simultaneous.ranking import rank_event

__all__ = ["rank_event"]
