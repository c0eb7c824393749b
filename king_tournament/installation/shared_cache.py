"""Cache shared by several machines (``CACHE_URL``): Redis, which may be unreachable. Its content
may always be lost.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


def _or(ask: Callable[..., Any], otherwise: Any) -> Any:
    """Wrap a function of the cache so that it returns ``otherwise`` if the cache does not
    answer.
    """

    def guarded(*args: Any, **kwargs: Any) -> Any:
        try:
            return ask(*args, **kwargs)
        except (RedisError, OSError) as error:
            logger.warning("the shared cache does not answer: %s", type(error).__name__)
            return otherwise

    return guarded


def _clear(cache: Any) -> None:
    """Delete the keys of this cache one by one. Redis' own way would also delete a print queue in
    the same database.
    """
    client = cache._cache.get_client(None, write=True)
    for key in client.scan_iter(match=f"{cache.key_prefix}:*", count=500):
        client.delete(key)


class SharedCache(RedisCache):
    """Cache that acts as empty when it does not answer, so that no page waits or fails. A thing
    claimed by ``add`` may then be done twice, but never not at all.
    """

    set = _or(RedisCache.set, None)
    add = _or(RedisCache.add, True)
    delete = _or(RedisCache.delete, False)
    has_key = _or(RedisCache.has_key, False)
    clear = _or(_clear, None)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return _or(super().get, default)(key, default, version)
