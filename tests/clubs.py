"""Folders of clubs on a machine that hosts several."""

from __future__ import annotations

from pathlib import Path

from ground.clubs import Club, write_variables


def a_club(root: Path, name: str, **variables: str) -> Club:
    """Make a club with these variables and an empty data folder."""
    club = Club(root / name)
    club.data.mkdir(parents=True)
    write_variables(club.folder / "club.env", variables)
    return club


def hanging(club: Club) -> Path:
    """Return a folder of modules that makes each of the club's programs hang with a child process:
    Python imports ``sitecustomize`` first.
    """
    place = club.folder / "modules"
    place.mkdir()
    (place / "sitecustomize.py").write_text(
        "import subprocess, os\n"
        "child = subprocess.Popen(['sleep', '300'])\n"
        f"open({str(club.folder / 'pids')!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
        "print('it began', flush=True)\n"
        "child.wait()\n"
    )
    with (club.folder / "club.env").open("a") as file:
        file.write(f"PYTHONPATH={place}\n")
    return club.folder / "pids"


def is_running(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
