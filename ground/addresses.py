"""Addresses of this machine in the hall's network, and warnings if an address has changed."""

import contextlib
import ipaddress
import json
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.urls import URLPattern, path, register_converter
from django.urls.converters import StringConverter
from django.utils.translation import gettext as _

from ground import system
from ground.program import start_command


def at(address: str, view: Callable[..., Any], name: str = "", **arguments: object) -> URLPattern:
    """Make the pattern of an address, named after its view unless ``name`` is given. ``arguments``
    are passed to the view.
    """
    return path(address, view, arguments, name=name or view.__name__)


def lan_address() -> str | None:
    """Address of this machine in its network, or None without a network. Nothing is sent: the
    system is asked which address it would use for a place outside.
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
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        system.claim(probe)
        try:
            probe.bind(("0.0.0.0", port))
        except OSError:
            return False
    return True


def public_address(request: HttpRequest) -> str:
    """Address that readers can use, without a final slash: ``http://192.168.1.20:8000``. If the
    request came by ``localhost``, which is of no use to phones, it is the machine's address in the
    hall's network.
    """
    if settings.KING_ADDRESS:
        return str(settings.KING_ADDRESS)
    address = f"{request.scheme}://{request.get_host()}"
    lan = lan_address() if only_this_machine(address) else None
    if lan is None:
        return address
    port = address.rpartition(":")[2]
    return f"{request.scheme}://{lan}:{port}" if port.isdigit() else f"{request.scheme}://{lan}"


FORWARDED = (
    "Forwarded",
    "Via",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-IP",
)


def is_from_this_machine(request: HttpRequest) -> bool:
    """Whether the request comes from this machine. A request that mentions a proxy does not count,
    because a proxy here makes everybody's requests its own.
    """
    if _came_through_a_proxy(request):
        return False
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return address.is_loopback or str(address) == lan_address()


def only_this_machine(address: str) -> bool:
    name = urlsplit(address).hostname or ""
    return name in ("localhost", "::1", "0.0.0.0") or name.startswith("127.")


def own_address(request: HttpRequest) -> str:
    """Return the :func:`public_address` if it is known to lead to this machine, else an empty text,
    because clients choose the host name that they send.
    """
    address = public_address(request)
    if settings.KING_ADDRESS:
        return address
    parts = urlsplit(address)
    host = parts.hostname or ""
    if parts.port is not None and str(parts.port) != request.META.get("SERVER_PORT"):
        return ""
    try:
        leads_here = _is_this_machine(ipaddress.ip_address(host))
    except ValueError:
        leads_here = (
            host in settings.ALLOWED_HOSTS or host == f"{socket.gethostname()}.local".lower()
        )
    return address if leads_here else ""


def readers_address(request: HttpRequest) -> str:
    """Address to show to everybody. If the requested host name is not known to lead here, return
    the machine's own number, or an empty text if it has none.
    """
    if own := own_address(request):
        return own
    lan = None if _came_through_a_proxy(request) else lan_address()
    return "" if lan is None else f"{request.scheme}://{lan}:{request.META.get('SERVER_PORT')}"


def _came_through_a_proxy(request: HttpRequest) -> bool:
    return any(name in request.headers for name in FORWARDED)


def outside_address(request: HttpRequest) -> str:
    """Return the :func:`public_address` if it can be reached from outside the hall, else an empty
    text.
    """
    address = public_address(request)
    name = urlsplit(address).hostname or ""
    try:
        return address if ipaddress.ip_address(name).is_global else ""
    except ValueError:
        return address if "." in name and not name.endswith((".local", ".localhost")) else ""


# --- another address than before


def address_change_sentences(port: int) -> tuple[str, ...]:
    """Sentences to show if phones reach this site at another address than at the last start; empty
    if not. Without a network nothing is reported or forgotten.
    """
    place, lan = Path(settings.DATA_DIR) / "address", lan_address()
    now = settings.KING_ADDRESS or (f"http://{lan}:{port}" if lan else "")
    before = _stored_addresses(place).get("now", "")
    if not now or before == now or not (settings.KING_ADDRESS or leads_nowhere(before, now)):
        return ()
    draft = place.with_name(f"address.{os.getpid()}")
    with contextlib.suppress(OSError):
        draft.write_text(json.dumps({"now": now}), encoding="utf-8")
        draft.replace(place)
    return moved_in_words(before, now) if before else ()


def _stored_addresses(place: Path) -> dict[str, Any]:
    try:
        addresses = json.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return addresses if isinstance(addresses, dict) else {}


def leads_nowhere(address: str, now: str) -> bool:
    """Whether a numeric address is not of this machine, or has another port. Host names are
    accepted, because only the network knows where they lead. The address ``now`` is accepted too,
    because it may be a router's.
    """
    if address == now:
        return not address
    try:
        host = ipaddress.ip_address(urlsplit(address).hostname or "")
    except ValueError:
        return not address
    return _port(address) != _port(now) or not _is_this_machine(host)


def _is_this_machine(host: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether the address is one of this machine's. In two networks it has two, whichever the
    system would use now.
    """
    with socket.socket(
        socket.AF_INET6 if host.version == 6 else socket.AF_INET, socket.SOCK_DGRAM
    ) as probe:
        try:
            probe.bind((str(host), 0))
        except OSError:
            return False
    return True


def _port(address: str) -> int:
    parts = urlsplit(address)
    return parts.port or (443 if parts.scheme == "https" else 80)


def moved_in_words(before: str, now: str) -> tuple[str, ...]:
    old, new = urlsplit(before), urlsplit(now)
    codes = _(
        "Codes printed earlier lead to the old address: print table cards and score sheets again, "
        "or let the tables type the new one."
    )
    if old.hostname == new.hostname and old.port:
        codes = _(
            "Codes printed earlier lead to the old port. Start again on that port, and everything "
            "works as before: %(command)s; or print table cards and score sheets again."
        ) % {"command": start_command(old.port)}
    return (
        _("Phones now reach this site at %(now)s; before it was %(before)s.")
        % {"now": now, "before": before},
        codes,
        _(
            "Rows that a phone could not send are on its page that is still open: do not close or "
            "reload it. “Another address?” on that page takes them along to the new one."
        ),
    )


class CodeConverter(StringConverter):
    """Code in an address, as a person may type it. Other texts do not match, so that no query is
    made for them.
    """

    regex = "[0-9A-Za-z]{1,12}"

    def to_python(self, value: str) -> str:
        return value.lower()


register_converter(CodeConverter, "code")
