"""The site: settings, urls, the worker and what each person sees. Stores nothing; ``king`` knows what it shows."""

from king_tournament.celery import app as celery_app

__all__ = ["celery_app"]
