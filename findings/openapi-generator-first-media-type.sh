#!/usr/bin/env bash
# openapi-generator, generator python: if an answer has two media types, the first one in the schema determines the return
# type, although the keys of a JSON object have no order. With application/pdf before application/json the operation returns
# `bytes`, otherwise the object. Seen with 7.26.0. openapi-python-client uses the type of the actual answer.
# APIs are affected that offer a file in two forms, or whose schema comes from a program that sorts its keys: the same API
# gets a different client, and JSON arrives as bytes.
# Needs Java.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check openapi-generator-cli==7.26.0
cd "$folder"
venv/bin/python - <<'PYTHON'
import json
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

CONTENT = {
    "application/json": {"schema": {"$ref": "#/components/schemas/Thing"}},
    "application/pdf": {"schema": {"type": "string", "format": "binary"}},
}


def returned(name, order):
    schema = {
        "openapi": "3.0.3",
        "info": {"title": "Things", "version": "1"},
        "paths": {
            "/thing/": {
                "get": {
                    "operationId": "read",
                    "responses": {
                        "200": {"description": "", "content": {kind: CONTENT[kind] for kind in order}}
                    },
                }
            }
        },
        "components": {
            "schemas": {"Thing": {"type": "object", "properties": {"name": {"type": "string"}}}}
        },
    }
    Path(f"{name}.json").write_text(json.dumps(schema))
    made = ["generate", "-g", "python", "-i", f"{name}.json", "-o", name, "--package-name", "things"]
    subprocess.run(["venv/bin/openapi-generator-cli", *made], check=True, stdout=subprocess.DEVNULL)
    source = Path(name, "things/api/default_api.py").read_text()
    return re.search(r"def read\(.*?\) -> (\w+):", source, re.S)[1]


first = returned("first", ["application/json", "application/pdf"])
last = returned("last", ["application/pdf", "application/json"])
print("openapi-generator", version("openapi-generator-cli"))
print("expected: one schema, whatever the order of its keys, has one client")
print(f"seen:     JSON written first: read() -> {first}; PDF written first: read() -> {last}")
sys.exit(0 if (first, last) == ("Thing", "bytes") else "This has changed.")
PYTHON
