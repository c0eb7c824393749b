"""The API's description, written for one reader at a time."""

from threading import Lock
from typing import Any

from drf_spectacular.generators import SchemaGenerator

_WRITING = Lock()


class Description(SchemaGenerator):
    """Schema generator with a lock. drf-spectacular 0.30.0 looks up its extension classes during
    the first run and marks each as absent meanwhile, so a second thread would fail with
    AttributeError.
    """

    def get_schema(self, *args: Any, **kwargs: Any) -> Any:
        with _WRITING:
            return super().get_schema(*args, **kwargs)  # type: ignore[no-untyped-call]
