"""The command line as a process, with any Python, folder and streams that another program gives it."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHEET = {
    "ruleset": "lab12",
    "rows": [{"hand": 2, "contract": "Q", "units": {"N": 3, "E": 0, "S": 0, "W": 0}}],
}
FULL = Path("/dev/full")


def king(
    *arguments: str, shell: str = "", text: str = "", folder: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run the command with a bare Python from a folder; ``shell`` may close or redirect streams."""
    command = [
        "sh",
        "-c",
        f'exec "$@" {shell}',
        "sh",
        sys.executable,
        "-S",
        "-W",
        "error",
        "-m",
        "king",
        *arguments,
    ]
    return subprocess.run(
        command,
        input=text,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "LC_ALL": "C"},
    )


def test_a_bare_python_in_any_folder_scores_a_sheet_from_standard_input(tmp_path: Path) -> None:
    done = king("score", "-", text=json.dumps(SHEET), folder=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert json.loads(done.stdout)["problems"] == [
        {
            "code": "units_short",
            "hand": 2,
            "expected": "4",
            "found": "3",
            "message": "No donne: one queen is missing (3 of 4)",
        }
    ]


def test_whatever_the_locale_the_answer_is_utf_8(tmp_path: Path) -> None:
    assert "−3 = −9" in king("score", "-", text=json.dumps(SHEET), folder=tmp_path).stdout


@pytest.mark.parametrize(
    "arguments",
    [(), ("bogus",), ("score",), ("score", "a", "b"), ("deal", "--seed"), ("seat", "x")],
)
def test_a_command_that_cannot_be_understood_is_one_line_and_status_2(
    arguments: tuple[str, ...],
) -> None:
    done = king(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe\x00", b"[[[[", b"null", b"\x00"])
@pytest.mark.parametrize("verb", ["score", "standings", "play"])
def test_a_file_that_is_no_document_is_one_line_that_names_it(
    tmp_path: Path, verb: str, content: bytes | None
) -> None:
    path = tmp_path / "folder.json"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    done = king(verb, str(path))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"king {verb}: {path}: ")


@pytest.mark.parametrize(
    ("arguments", "shell", "error"),
    [
        (
            ("rulesets",),
            ">&-",
            "king rulesets: standard output: expected an open file, found a closed one\n",
        ),
        (
            ("score", "-"),
            "<&-",
            "king score: standard input: expected an open file, found a closed one\n",
        ),
        (("score", "nowhere.json"), "2>&-", ""),
        (("score", "nowhere.json"), ">&- 2>&-", ""),
    ],
)
def test_a_closed_stream_makes_no_traceback(
    arguments: tuple[str, ...], shell: str, error: str
) -> None:
    done = king(*arguments, shell=shell)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", error)


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    "arguments",
    [("rulesets",), ("deal", "--ruleset", "lab12", "--seed", "5a" * 32, "--format", "pbn")],
)
def test_a_full_disk_is_told_in_one_line(arguments: tuple[str, ...]) -> None:
    done = king(*arguments, shell=f">{FULL}")
    assert done.returncode == 2
    assert (
        done.stderr
        == f"king {arguments[0]}: standard output: cannot be written: No space left on device\n"
    )


def test_a_reader_that_goes_away_is_no_error() -> None:
    done = king(shell="rulesets | head -c 1")
    assert (done.returncode, done.stdout, done.stderr) == (0, "[", "")


def test_a_short_command_takes_less_than_three_tenths_of_a_second() -> None:
    def seconds(status: int, *command: str) -> float:
        """Return the CPU time of a command, the least of five runs, so that other work on the
        machine does not count.
        """
        sheet = json.dumps(SHEET)
        times = []
        for _time in range(5):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run(
                command, input=sheet, text=True, capture_output=True, cwd=ROOT, check=False
            )
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            assert (done.returncode, done.stderr) == (status, "")
            times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return min(times)

    # Python's own start is the measure: on a slow machine it takes longer too.
    python = (sys.executable, "-S")
    assert seconds(1, *python, "-m", "king", "score", "-") < max(
        0.3, 25 * seconds(0, *python, "-c", "pass")
    )
