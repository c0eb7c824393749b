"""What the terminal shows as one object a line (``LOG_FORMAT=json``); read before there are models."""

from __future__ import annotations

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime

request_mark: ContextVar[str] = ContextVar("request_mark", default="")


class AsJSON(logging.Formatter):
    """One object a line: moment, level, logger, message, the request's mark, and a traceback where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname, "logger": record.name, "message": record.getMessage(),
            **({"request": request_mark.get()} if request_mark.get() else {}), **getattr(record, "fields", {}),
        }  # fmt: skip
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
