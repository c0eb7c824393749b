"""One HTTP request in a separate process. The server may be slow or hostile; so it blocks a process
for seconds, not a thread of the site.
"""

import json
import urllib.error
import urllib.request
from typing import Any, NamedTuple

from ground.isolation import ReadError, answer, ask

SECONDS_OF_WORK = 2
NO_NETWORK, TOO_LARGE = "no_network", "answer_too_large"


class Answer(NamedTuple):
    status: int
    body: bytes


class _Here(urllib.request.HTTPRedirectHandler):
    """Handler that follows no redirect, because only the one address may be asked."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def fetch(
    address: str, body: bytes | None, headers: dict[str, str], *, most: int, seconds: float
) -> Answer:
    """Send the request and return the answer, of at most ``most`` bytes, within ``seconds``. Raises
    ``ReadError``.
    """
    question = {"address": address, "headers": headers, "most": most, "seconds": seconds}
    head = json.dumps(question | {"posts": body is not None}).encode()
    try:
        content = ask(
            "ground.isolation.http_request",
            b"\n".join((head, body or b"")),
            seconds,
            late=NO_NETWORK,
        )
    except ReadError as refusal:
        raise ReadError(TOO_LARGE if str(refusal) == TOO_LARGE else NO_NETWORK) from None
    status, _newline, content = content.partition(b"\n")
    return Answer(int(status), content)


def read(content: bytes) -> bytes:
    head, _newline, body = content.partition(b"\n")
    question = json.loads(head)
    request = urllib.request.Request(
        question["address"], body if question["posts"] else None, question["headers"]
    )
    opener = urllib.request.build_opener(_Here)
    most = question["most"]
    try:
        with opener.open(request, timeout=question["seconds"]) as reply:
            status, text = reply.status, reply.read(most + 1)
    except urllib.error.HTTPError as error:
        status, text = error.code, error.read(most + 1)
    if len(text) > most:
        raise ReadError(TOO_LARGE)
    return b"%d\n%s" % (status, text)


if __name__ == "__main__":
    answer(read, SECONDS_OF_WORK)
