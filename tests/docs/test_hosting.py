"""Many clubs on one machine as in docs/hosting.md: its commands are run, its systemd units and its
nginx configuration are checked.
"""

from __future__ import annotations

import contextlib
import getpass
import http.client
import os
import re
import shutil
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.clubs.holder import Holder, environment_of
from ground.clubs import Club
from tests.docs.reading import DOCS, ROOT
from tests.real_servers import PATIENCE, free_port, until

PAGE = (DOCS / "hosting.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```bash\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
FILES = DOCS / "hosting"
UNITS = sorted(path.name for path in FILES.glob("king-*"))
OF_THE_MACHINE = (
    "apt-get",
    "useradd",
    "userdel",
    "systemctl",
    "certbot",
    "git",
    "chown",
    "rsync",
    "nginx",
    "setquota",
)
"""Commands that would change the machine; their arguments are recorded instead."""


class Machine:
    """A folder that takes the place of a whole machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.call_log = folder / "told.txt"
        for place in ("bin", "etc/systemd/system", "etc/nginx/sites-enabled", "srv", "root"):
            (folder / place).mkdir(parents=True)
        for name in OF_THE_MACHINE:
            program = folder / "bin" / name
            program.write_text(f'#!/bin/sh\necho "{name} $*" >> {self.call_log}\n')
            program.chmod(0o755)
        self._link_the_program()

    def _link_the_program(self) -> None:
        """Stand in for ``git clone`` and for ``start.py``, which installs the libraries."""
        (self.folder / "opt/king").mkdir(parents=True)
        for path in ROOT.iterdir():
            if path.name not in {".git", "var", "node_modules", "start.py", "build"}:
                (self.folder / "opt/king" / path.name).symlink_to(path)
        (self.folder / "opt/king/start.py").write_text("")

    def run(self, block: str) -> None:
        for place in ("/opt/king", "/srv/king", "/srv/copies", "/etc/", "/root/"):
            block = block.replace(place, f"{self.folder}{place}")
        # These would compile and change the mode of the tests' own files.
        block = re.sub(r"^.*(?:compileall|chmod --recursive).*\n", "", block, flags=re.MULTILINE)
        # Only root can give files to another account.
        block = block.replace("new_club rossa ", f"new_club rossa --owner {getpass.getuser()} ")
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", block],
            cwd=self.folder,
            env={
                "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
                "KING_CLUBS": f"{self.folder}/srv/king",
                "KING_LANGUAGE": "en",
            },
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"


@pytest.mark.at_length
def test_every_command_of_the_page_is_run_in_its_order(tmp_path: Path) -> None:
    machine, club = Machine(tmp_path), tmp_path / "srv/king/rossa"
    there = []
    for block in BLOCKS:
        if "extract" in block:  # on the other machine
            shutil.rmtree(club)
        machine.run(block)
        there.append(club.exists())
        if block.startswith("useradd"):
            assert Club(club).variables()["KING_ADDRESS"] == "https://rossa.example.org"
            assert [*(club / "data").glob("backups/*.zip")] == []
        if "--if-changed" in block:
            assert [*(club / "data").glob("backups/*.zip")] != []
    assert there[0] is False
    assert there[-1] is False
    assert all(there[1:-1])
    assert sorted(path.name for path in (tmp_path / "etc/systemd/system").iterdir()) == UNITS
    calls = machine.call_log.read_text()
    named = set(re.findall(r"king-[a-z]+@?(?:rossa|\*)?\.(?:service|socket|timer)", calls))
    assert {re.sub(r"@(rossa|\*)", "@", unit) for unit in named} <= set(UNITS)
    assert "--system --user-group --shell /usr/sbin/nologin king-rossa" in calls


def test_every_place_of_the_units_is_one_of_the_page() -> None:
    for name in UNITS:
        text = (FILES / name).read_text()
        places = set(re.findall(r"/(?:opt|srv|run)/king(?:/[\w%.]+)*", text))
        assert {"/".join(place.split("/")[:3]) for place in places} <= {
            "/opt/king",
            "/srv/king",
            "/run/king",
        }, name
    service = (FILES / "king-club@.service").read_text()
    for line in (
        "User=king-%i",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "TemporaryFileSystem=/srv/king:ro",
        "BindPaths=/srv/king/%i/data",
        "EnvironmentFile=/srv/king/%i/club.env",
    ):
        assert line in service.splitlines()
    assert re.search(r"^MemoryMax=\d+M$", service, re.MULTILINE)
    assert "SocketMode=0660" in (FILES / "king-club@.socket").read_text()


@pytest.mark.at_length
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is missing (Debian: systemd)")
    for name in UNITS:
        text = (FILES / name).read_text().replace("/opt/king/.venv/bin/python", sys.executable)
        (tmp_path / name.replace("@.", "@rossa.")).write_text(text)
    for path in sorted(tmp_path.iterdir()):
        done = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", str(path)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), path.name


class Proxy:
    """The page's nginx configuration, with a certificate and paths for this run."""

    def __init__(self, folder: Path, clubs: dict[str, str]) -> None:
        self.port, self.folder = free_port(), folder
        key, certificate = folder / "privkey.pem", folder / "fullchain.pem"
        request = f"req -x509 -newkey rsa:2048 -nodes -days 2 -keyout {key} -out {certificate}"
        command = ["openssl", *request.split(), "-subj", "/CN=example.org"]
        subprocess.run(command, check=True, capture_output=True)
        self.plain_port = free_port()
        written = (FILES / "nginx-default.conf").read_text()
        for club, host in clubs.items():
            one = (FILES / "nginx-club.conf").read_text()
            one = one.replace("CLUB", club).replace("HOST", host)
            one = one.replace(f"/etc/letsencrypt/live/{host}", str(folder))
            written += one.replace("/run/king/", f"{folder}/")
        # Not every machine has IPv6.
        written = re.sub(r"^ *listen \[::\].*\n", "", written, flags=re.MULTILINE)
        written = written.replace("listen 80", f"listen {self.plain_port}")
        written = written.replace("listen 443 ssl", f"listen {self.port} ssl")
        whole = (
            f"pid {folder}/nginx.pid; error_log {folder}/error.log; events {{ }}\n"
            f"http {{ access_log off; client_body_temp_path {folder}/body; "
            f"proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f; "
            f"uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n{written} }}"
        )
        if os.getuid() == 0:
            whole = f"user root;\n{whole}"
        (folder / "nginx.conf").write_text(whole)

    def _command(self, *more: str) -> list[str]:
        return ["nginx", "-c", str(self.folder / "nginx.conf"), *more]

    def check(self) -> str:
        done = subprocess.run(self._command("-t"), capture_output=True, text=True, check=False)
        return done.stderr

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        program = subprocess.Popen(self._command("-g", "daemon off;"), stderr=subprocess.DEVNULL)
        try:
            until((self.folder / "nginx.pid").exists)
            yield
        finally:
            program.terminate()
            program.wait(PATIENCE)

    def ask(self, host: str, path: str) -> tuple[int, str]:
        trusting = ssl._create_unverified_context()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.connect()
            connection.sock = trusting.wrap_socket(connection.sock, server_hostname=host)
            connection.request("GET", path, headers={"Host": host})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def ask_plainly(self, host: str) -> str | None:
        """Address to which a request without TLS is redirected."""
        connection = http.client.HTTPConnection("127.0.0.1", self.plain_port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request("GET", "/", headers={"Host": host})
            return connection.getresponse().getheader("Location")


@pytest.mark.at_length
def test_nginx_chooses_the_club_by_its_host_name(tmp_path: Path, installation: Path) -> None:
    if shutil.which("nginx") is None:
        pytest.skip("nginx is missing (Debian: nginx-light)")
    hosts = {"rossa": "rossa.example.org", "blu": "blu.example.org"}
    proxy = Proxy(tmp_path, hosts)
    assert "syntax is ok" in proxy.check()
    with Holder() as holder, proxy.running():
        for name, host in hosts.items():
            data = tmp_path / "clubs" / name
            shutil.copytree(installation, data)
            environment = environment_of(
                {
                    "KING_DATA_DIR": str(data),
                    "KING_ADDRESS": f"https://{host}",
                    "KING_HOSTS": host,
                    "KING_HTTPS": "1",
                    "KING_PROXIES": "1",
                    "KING_LANGUAGE": "en",
                    "KING_WEB_PROCESSES": "1",
                }
            )
            holder.hold(name, tmp_path / f"{name}.sock", environment, tmp_path / f"{name}.txt")
        status, page = proxy.ask("rossa.example.org", "/")
        assert status == 200
        # A visitor through the proxy is not at the machine itself, so the page asks for the word.
        assert 'name="word"' in page
        assert holder.held["rossa"].starts == 1
        assert holder.held["blu"].starts == 0
        assert proxy.ask("blu.example.org", "/health")[0] == 200
        assert holder.held["blu"].starts == 1
        assert proxy.ask("rossa.example.org", "/metrics")[0] == 404
        with pytest.raises(ssl.SSLError):
            proxy.ask("verde.example.org", "/")
        with pytest.raises(ConnectionError):
            proxy.ask_plainly("verde.example.org")
        assert proxy.ask_plainly("blu.example.org") == "https://blu.example.org/"


def test_the_proxy_listens_on_both_kinds_of_addresses() -> None:
    for name in ("nginx-club.conf", "nginx-default.conf"):
        listened = re.findall(r"listen (\[::\]:)?(\d+)", (FILES / name).read_text())
        assert listened == [("", "80"), ("[::]:", "80"), ("", "443"), ("[::]:", "443")], name
