"""The addresses at which this machine can be reached on the hall's network."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def lan_address() -> str | None:
    """The address of this machine on its local network, ``None`` when it has none. Nothing is sent: the system is only
    asked which of its own addresses it would use to reach a place outside, and then which ones its name has.
    """
    for outside in ("192.0.2.1", "10.255.255.255", "192.168.255.255"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((outside, 9))
            except OSError:
                continue
            address: str = probe.getsockname()[0]
        if not address.startswith(("127.", "0.")):
            return address
    try:
        own = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return None
    return next((address for address in own if not address.startswith("127.")), None)


def port_is_free(port: int) -> bool:
    """Whether a server may listen on ``port`` on all addresses."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", port))
        except OSError:
            return False
    return True


def public_address(request: HttpRequest) -> str:
    """Where phones in the hall reach this site, without a slash at the end: ``http://192.168.1.20:8000``.

    ``KING_ADDRESS`` where it is set; else the address at which the reader came, which on the laptop itself is
    ``localhost`` and of no use to anybody else: then this machine's own on the hall's network.
    """
    if settings.KING_ADDRESS:
        return settings.KING_ADDRESS
    scheme, host = request.scheme, request.get_host()
    name, port = urlsplit(f"//{host}").hostname or "", request.get_port()
    if name in ("localhost", "::1") or name.startswith("127."):
        lan = lan_address()
        if lan is not None:
            return f"{scheme}://{lan}:{port}"
    return f"{scheme}://{host}"
