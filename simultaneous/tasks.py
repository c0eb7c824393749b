"""Tasks of this app, in the module in which Celery looks for them."""

from simultaneous.letters import send_letters
from simultaneous.ranking import rank_event

__all__ = ["rank_event", "send_letters"]
