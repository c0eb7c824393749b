"""The captain's page over https, which also opens without any network. A proxy with its own
certificate stands before the site, as on a federation's server.
"""

from __future__ import annotations

import contextlib
import shutil
import socket
import socketserver
import ssl
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from scoring.models import HandResult, Sheet
from tests.browser.conftest import FLAGS
from tests.browser.pages import at_the_desk, dot, open_sheet, play_hand
from tests.real_servers import until
from tests.services import chromium

ALL_KEPT = """async () => {
  const kept = (await (await caches.open('king-captain-1')).keys()).map(request => request.url);
  const heard = performance.getEntriesByType("resource").map(entry => entry.name);
  const parts = heard.filter(name => name.includes("/static/"));
  return parts.length > 5 && [location.href, ...parts].every(part => kept.includes(part));
}"""


def a_certificate(folder: Path) -> ssl.SSLContext:
    """Make a self-signed certificate."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl makes the certificate of this test, and it is not installed")
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=king.club",
            "-addext",
            "subjectAltName=DNS:king.club",
            "-keyout",
            str(key),
            "-out",
            str(certificate),
        ],
        check=True,
        capture_output=True,
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


class Proxy(socketserver.ThreadingTCPServer):
    """Terminates https and forwards to the site."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, context: ssl.SSLContext, target: tuple[str, int]) -> None:
        self.context, self.target = context, target
        super().__init__(("127.0.0.1", 0), HandOn)


class HandOn(socketserver.BaseRequestHandler):
    server: Proxy

    def handle(self) -> None:
        with contextlib.suppress(OSError), contextlib.ExitStack() as open_ends:
            near = open_ends.enter_context(
                self.server.context.wrap_socket(self.request, server_side=True)
            )
            far = open_ends.enter_context(socket.create_connection(self.server.target, timeout=60))
            back = threading.Thread(target=hand_on, args=(far, near), daemon=True)
            back.start()
            hand_on(near, far)
            back.join()


def hand_on(one: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while heard := one.recv(65_536):
            other.sendall(heard)
    with contextlib.suppress(OSError):
        other.shutdown(socket.SHUT_WR)


@pytest.fixture
def https(live_server, tmp_path: Path) -> Iterator[str]:
    """Address of the site over https."""
    site = urlsplit(live_server.url)
    proxy = Proxy(a_certificate(tmp_path), (str(site.hostname), int(site.port or 80)))
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    yield f"https://king.club:{proxy.server_address[1]}"
    proxy.shutdown()
    proxy.server_close()


@pytest.fixture
def phone(browser: Browser, https: str) -> Iterator[Page]:
    """A browser that accepts the certificate; otherwise it would store nothing of a page."""
    trusting = browser.browser_type.launch(
        executable_path=chromium(), args=[*FLAGS, "--ignore-certificate-errors"]
    )
    context = trusting.new_context(
        base_url=https, locale="it-IT", viewport={"width": 360, "height": 640}
    )
    yield context.new_page()
    trusting.close()


def test_opened_once_over_https_the_page_opens_again_without_any_network(
    phone: Page, sheet: Sheet
) -> None:
    open_sheet(phone, sheet)
    assert phone.evaluate("window.isSecureContext") is True
    until(lambda: phone.evaluate(ALL_KEPT))
    play_hand(phone, 1)
    at_the_desk(phone, 1)
    phone.context.set_offline(True)
    phone.reload()
    play_hand(phone, 2)
    expect(dot(phone, 2)).to_have_attribute("data-state", "phone")
    phone.goto(
        f"/t/{sheet.table.place.code}/"
    )  # The table card's code is scanned again, without network.
    expect(dot(phone, 2)).to_have_attribute("data-state", "phone")
    at_the_desk(phone, 1)
    phone.context.set_offline(False)
    at_the_desk(phone, 2)
    assert sorted(HandResult.objects.values_list("hand", "version")) == [(1, 1), (2, 1)]
