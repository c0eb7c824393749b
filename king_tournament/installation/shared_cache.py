"""The cache of several machines (``CACHE_URL``): Redis, which may be away. Its content may always
be lost.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


class SharedCache(RedisCache):
    """One that does not answer is an empty one: nobody waits for it and no page fails."""

    def _or(self, otherwise: Any, ask: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        try:
            return ask(*args, **kwargs)
        except (RedisError, OSError) as error:
            logger.warning("the shared cache does not answer: %s", type(error).__name__)
            return otherwise

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._or(default, super().get, key, default, version=version)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._or(None, super().set, *args, **kwargs)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Whether it was not there: what is claimed by it is rather done twice than never."""
        return bool(self._or(True, super().add, *args, **kwargs))

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._or(False, super().delete, *args, **kwargs))

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._or(False, super().has_key, *args, **kwargs))

    def clear(self) -> None:
        """Redis' own way takes along a print queue in the same database."""
        self._or(None, self._clear)

    def _clear(self) -> None:
        client = self._cache.get_client(None, write=True)
        for key in client.scan_iter(match=f"{self.key_prefix}:*", count=500):
            client.delete(key)
