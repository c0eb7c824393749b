"""The API's description, written for one reader at a time."""

from threading import Lock
from typing import Any

from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response

_WRITING = Lock()


class SchemaView(SpectacularAPIView):
    """drf-spectacular 0.30.0 finds the classes of its extensions as it writes its first description,
    and marks each as absent while it looks: a second thread that writes meanwhile ends in an
    AttributeError. So one writes at a time.
    """

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        with _WRITING:
            answer: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        return answer
