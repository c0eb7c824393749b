#!/usr/bin/env bash
# Chromium: after `localStorage.setItem` the value can be read back and other pages are notified, but it is not on the disk
# yet. If the browser ends abruptly two seconds later (SIGKILL, an empty battery) the value is lost. A completed transaction
# of IndexedDB survives. Seen with Debian's chromium-headless-shell 156; the script prints the version.
# Sites are affected that keep users' work in localStorage because it is synchronous: its return says nothing about the
# disk. Data that must not be lost belongs in IndexedDB, acknowledged on the event `complete`.
# Needs Debian's chromium-headless-shell or chromium. Each of four browsers has its own profile.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chromium=$(command -v chromium-headless-shell || command -v chromium) || { echo "There is no Chromium here."; exit 2; }
export chromium
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check playwright==1.61.0
cd "$folder"
mkdir site
echo '<!doctype html><title>keeps</title>' > site/index.html
venv/bin/python - <<'PYTHON'
import functools
import http.server
import os
import re
import signal
import subprocess
import sys
import threading
import time

from playwright.sync_api import sync_playwright

SWITCHES = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
TIMES = 4
WRITE = """() => new Promise((resolve, reject) => {
  localStorage.setItem("row", "typed");
  const opening = indexedDB.open("kept", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("rows");
  opening.onerror = reject;
  opening.onsuccess = () => {
    const work = opening.result.transaction("rows", "readwrite");
    work.objectStore("rows").put("typed", "row");
    work.oncomplete = () => resolve([localStorage.getItem("row"), "typed"]);
  };
})"""
READ = """() => new Promise((resolve) => {
  const opening = indexedDB.open("kept", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("rows");
  opening.onsuccess = () => {
    const asked = opening.result.transaction("rows").objectStore("rows").get("row");
    asked.onsuccess = () => resolve([localStorage.getItem("row"), asked.result || null]);
  };
})"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_words):
        pass


def start(profile):
    command = [os.environ["chromium"], *SWITCHES, f"--user-data-dir={profile}", "--remote-debugging-port=0"]
    process = subprocess.Popen(
        [*command, "about:blank"], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    for line in process.stderr:
        if found := re.search(r"DevTools listening on (ws://\S+)", line):
            return process, found[1]
    raise SystemExit("Chromium does not start.")


def kill(process):
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory="site"))
threading.Thread(target=server.serve_forever, daemon=True).start()
site = f"http://127.0.0.1:{server.server_port}/"
kept = [0, 0]
with sync_playwright() as playwright:
    for number in range(TIMES):
        for step in (WRITE, READ):
            process, address = start(f"profile{number}")
            browser = playwright.chromium.connect_over_cdp(address)
            page = browser.contexts[0].new_page()
            page.goto(site)
            values = page.evaluate(step)
            if step is WRITE:
                assert values == ["typed", "typed"]
                time.sleep(2)
            kill(process)
        kept = [count + (value == "typed") for count, value in zip(kept, values)]
server.shutdown()
print(subprocess.run([os.environ["chromium"], "--version"], capture_output=True, text=True).stdout.strip())
print(f"expected: a value that was set and read back two seconds ago is there after a kill: {TIMES} of {TIMES}")
print(f"seen:     localStorage {kept[0]} of {TIMES}, IndexedDB {kept[1]} of {TIMES}")
sys.exit(0 if kept == [0, TIMES] else "This has changed.")
PYTHON
