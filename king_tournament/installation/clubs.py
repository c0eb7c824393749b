"""Making a club on a machine of many, and running a command in each of them (``ground.clubs``)."""

import contextlib
import errno
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zoneinfo
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from ground import system
from ground.clubs import (
    DATA,
    PROGRAM,
    STATIC,
    VARIABLES,
    Club,
    UnreadableVariables,
    clubs_in,
    run,
    write_variables,
)
from ground.folder import trouble_of
from wording.sentences import refusal

NAME = re.compile(r"[a-z][a-z0-9-]{0,23}(?<!-)")
HOST_LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")
ACCOUNT = "king-%s"


@dataclass(frozen=True)
class NewClub:
    """Facts on a club that is to be made."""

    root: Path
    name: str
    host: str
    language: str
    zone: str
    has_https: bool = True
    owner: str = ""
    further: Mapping[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"{'https' if self.has_https else 'http'}://{self.host}"

    @property
    def hosts(self) -> set[str]:
        return {self.host, *_hosts_of(self.variables())}

    def variables(self) -> dict[str, str]:
        folder = self.root / self.name
        return {
            "KING_DATA_DIR": str(folder / DATA),
            "KING_STATIC_DIR": str(self.root / STATIC),
            "KING_ADDRESS": self.address,
            "KING_HOSTS": self.host,
            **({"KING_HTTPS": "1"} if self.has_https else {}),
            "KING_PROXIES": "1",
            "KING_LANGUAGE": self.language,
            "TIME_ZONE": self.zone,
            "KING_WEB_PROCESSES": "1",
            **self.further,
        }


def check(new: NewClub) -> None:
    """Refuse a club that cannot be made as it is asked for."""
    if not NAME.fullmatch(new.name):
        raise refusal(
            _(
                "“%(name)s” cannot be a club's name here: up to 24 small letters, digits and "
                "hyphens, with a letter first."
            ),
            "bad_name",
            name=new.name,
        )
    _check_host(new)
    if new.language not in dict(settings.LANGUAGES):
        raise refusal(
            _("There is no language “%(language)s”. There are: %(languages)s"),
            "no_language",
            language=new.language,
            languages=", ".join(dict(settings.LANGUAGES)),
        )
    if new.zone not in zoneinfo.available_timezones():
        raise refusal(
            _("There is no time zone “%(zone)s”. One is written like Europe/Rome."),
            "no_zone",
            zone=new.zone,
        )
    _check_folder(new)
    if new.owner and not system.account_exists(new.owner):
        raise refusal(
            _(
                "This machine has no account %(owner)s. Make it with “useradd --system "
                "--user-group --shell /usr/sbin/nologin %(owner)s”, or name another with --owner."
            ),
            "no_owner",
            owner=new.owner,
        )


def _check_host(new: NewClub) -> None:
    labels = new.host.split(".")
    if len(new.host) > 253 or len(labels) < 2 or not all(map(HOST_LABEL.fullmatch, labels)):
        raise refusal(
            _(
                "“%(host)s” is no host name: write it in small letters, without https:// and "
                "without a path, such as rossa.example.org."
            ),
            "bad_host",
            host=new.host,
        )


def _check_folder(new: NewClub) -> None:
    if not new.root.is_dir():
        raise refusal(
            _("There is no folder %(root)s. Make it, or name another with --root."),
            "no_root",
            root=new.root,
        )
    if not os.access(new.root, os.R_OK | os.W_OK | os.X_OK):
        raise refusal(
            _("This account may not write in the folder %(root)s."), "not_writable", root=new.root
        )
    if (new.root / new.name).exists():
        raise refusal(
            _("There is a folder %(folder)s already: choose another name."),
            "name_taken",
            folder=new.root / new.name,
        )
    for club in clubs_in(new.root):
        try:
            shared_hosts = new.hosts & _hosts_of(club.variables())
        except (OSError, UnreadableVariables):
            continue  # what :func:`sentences_on_unreadable` says
        if shared_hosts:
            raise refusal(
                _("The club %(club)s has the host name %(host)s already."),
                "host_taken",
                club=club.name,
                host=", ".join(sorted(shared_hosts)),
            )


def _hosts_of(variables: Mapping[str, str]) -> set[str]:
    """Host names that lead to a club with these variables."""
    names = {name.strip().lower() for name in variables.get("KING_HOSTS", "").split(",")}
    with contextlib.suppress(ValueError):
        names.add(urlsplit(variables.get("KING_ADDRESS", "")).hostname or "")
    return names - {""}


def sentences_on_unreadable(root: Path) -> Iterator[str]:
    """Sentences on clubs whose variables cannot be read, so that nobody knows their host names."""
    for club in clubs_in(root):
        try:
            club.variables()
        except (OSError, UnreadableVariables) as error:
            yield f"{club.name}: {_reason(error)}"


def _reason(error: Exception) -> str:
    if isinstance(error, UnreadableVariables):
        sentence = _(
            "%(file)s, line %(line)d, cannot be read: is a quotation mark not closed, or a letter "
            "not of UTF-8?"
        )
        return sentence % {"file": error.path, "line": error.line}
    return str(error)


def make_club(new: NewClub) -> str:
    """Make the club's folder, variables, keys and tables, and return the link for its first
    account. If something fails, everything is removed again.
    """
    check(new)
    with contextlib.ExitStack() as undone:
        try:
            if not (new.root / STATIC).exists():
                undone.callback(shutil.rmtree, new.root / STATIC, ignore_errors=True)
            make_shared_static_files(new.root)
            club = Club(new.root / new.name)
            club.folder.mkdir(mode=0o750)
            undone.callback(shutil.rmtree, club.folder, ignore_errors=True)
            link = _fill(club, new)
        except OSError as error:
            raise refusal(
                _("The club could not be made: %(reason)s"),
                "not_made",
                reason=_(trouble_of(error)) % {"place": error.filename or new.root}
                if error.errno in OF_THE_DISK
                else error,
            ) from None
        undone.pop_all()
    return link


OF_THE_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)


def _fill(club: Club, new: NewClub) -> str:
    club.data.mkdir(mode=0o700)
    write_variables(club.folder / VARIABLES, new.variables())
    for path in (club.folder, club.folder / VARIABLES):
        # The variables are the administrator's, so that the club cannot make them lead to a
        # file that it may not read itself.
        system.open_to_group(path, new.owner)
    system.give_to(club.data, new.owner)
    try:
        done = run(club, ["prepare", "--json"])
    except PermissionError:
        raise refusal(
            _(
                "The account %(owner)s may not run the program in %(place)s: put it and its "
                "Python where every account may read them, such as /opt/king."
            ),
            "not_readable",
            owner=new.owner,
            place=PROGRAM,
        ) from None
    if done.returncode:
        raise refusal(
            _("The club could not be prepared: %(reason)s"),
            "not_prepared",
            reason=_last_lines(done.stdout),
        )
    return str(json.loads(done.stdout.splitlines()[-1])["first_account"])


def _last_lines(output: str) -> str:
    """Output of a program, without the path to its error through the code."""
    before, traceback, rest = output.strip().partition("Traceback (most recent call last):")
    return rest.splitlines()[-1] if traceback else before


def make_shared_static_files(root: Path) -> None:
    """Make the static files that all clubs serve, if they are not those of this version."""
    with contextlib.suppress(FileExistsError):
        (root / STATIC).mkdir(mode=0o755)
    with tempfile.TemporaryDirectory() as nowhere:
        finished = subprocess.run(
            [sys.executable, str(PROGRAM / "manage.py"), "prepare", "--static"],
            cwd=PROGRAM,
            env={
                **os.environ,
                "KING_DATA_DIR": nowhere,
                "KING_STATIC_DIR": str(root / STATIC),
                "DJANGO_SETTINGS_MODULE": "king_tournament.settings",
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    if finished.returncode:
        raise refusal(
            _("The static files could not be made: %(reason)s"),
            "no_static_files",
            reason=_last_lines(finished.stderr),
        )


@dataclass(frozen=True)
class Done:
    """Outcome of a command in one club."""

    club: str
    status: int
    seconds: float
    output: str

    def as_json(self) -> dict[str, Any]:
        return {
            "club": self.club,
            "ok": not self.status,
            "status": self.status,
            "seconds": round(self.seconds, 2),
            "output": self.output,
        }


def chosen_clubs(root: Path, names: Sequence[str]) -> list[Club]:
    """Return the clubs that are named, or else all of the root that are not stopped."""
    try:
        clubs = {club.name: club for club in clubs_in(root)}
    except OSError as error:
        raise refusal(
            _("The folder %(root)s cannot be listed (%(reason)s)."),
            "no_root",
            root=root,
            reason=error.strerror,
        ) from None
    if not clubs:
        raise refusal(_("There is no club in %(root)s."), "no_club", root=root)
    for name in names:
        if name not in clubs:
            raise refusal(
                _("There is no club %(name)s in %(root)s. There are: %(clubs)s"),
                "unknown_club",
                name=name,
                root=root,
                clubs=", ".join(clubs),
            )
    chosen = [clubs[name] for name in names]
    return chosen or [club for club in clubs.values() if not club.is_stopped]


def run_in_each(clubs: Sequence[Club], command: Sequence[str], *, seconds: float) -> Iterator[Done]:
    """Run a command in each club, whatever it did in the one before; in each it is ended after
    ``seconds``. ``{club}`` in an argument stands for the club's name.
    """
    for club in clubs:
        began = time.monotonic()
        try:
            done = run(
                club, [part.replace("{club}", club.name) for part in command], seconds=seconds
            )
            status, output = done.returncode, done.stdout.strip()
        except subprocess.TimeoutExpired as late:
            sentence = _("It was not done within %(seconds)d seconds and was ended.")
            status, output = 1, f"{sentence % {'seconds': seconds}}\n{late.output}".strip()
        except (OSError, ValueError) as error:
            status, output = 1, _reason(error)
        yield Done(club.name, status, time.monotonic() - began, output)
