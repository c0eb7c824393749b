"""The API's description, written for one reader at a time."""

from threading import Lock
from typing import Any

from drf_spectacular.generators import SchemaGenerator

_WRITING = Lock()


class Description(SchemaGenerator):
    """drf-spectacular 0.30.0 finds the classes of its extensions as it writes its first description,
    and marks each as absent while it looks: a second thread that writes meanwhile ends in an
    AttributeError. So one writes at a time.
    """

    def get_schema(self, *args: Any, **kwargs: Any) -> Any:
        with _WRITING:
            return super().get_schema(*args, **kwargs)  # type: ignore[no-untyped-call]
