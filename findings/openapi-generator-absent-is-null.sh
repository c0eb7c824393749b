#!/usr/bin/env bash
# openapi-generator, generator python: an object that is read and written again has a null for each optional nullable
# field that was not there. `Thing.from_dict({"name": "a"}).to_dict()` is `{"name": "a", "note": None}`; made by hand,
# `Thing(name="a").to_dict()`, it has none. So with 7.26.0. openapi-python-client keeps what was there.
# It matters to every API in which "not there" and "null" are two things, as where changes are sent and what is not named
# stays: a client that sends back what it has read empties the fields that were never set.
# Needs Java.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check \
    openapi-generator-cli==7.26.0 pydantic==2.14.4 python-dateutil==2.9.0.post0 urllib3==2.8.0 typing-extensions==4.16.0
cd "$folder"
cat > schema.json <<'JSON'
{
  "openapi": "3.0.3",
  "info": { "title": "Things", "version": "1" },
  "paths": {
    "/things/": {
      "post": {
        "operationId": "keep",
        "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Thing" } } } },
        "responses": { "204": { "description": "kept" } }
      }
    }
  },
  "components": {
    "schemas": {
      "Thing": {
        "type": "object",
        "required": ["name"],
        "properties": { "name": { "type": "string" }, "note": { "type": "string", "nullable": true } }
      }
    }
  }
}
JSON
venv/bin/openapi-generator-cli generate -g python -i schema.json -o made --package-name things > generator.log
PYTHONPATH=made venv/bin/python - <<'PYTHON'
import sys
from importlib.metadata import version

from things.models.thing import Thing

read, made = Thing.from_dict({"name": "a"}).to_dict(), Thing(name="a").to_dict()
print("openapi-generator", version("openapi-generator-cli"))
print("expected: {'name': 'a'} read and written again is the same, as one made by hand is:", made)
print("seen:    ", read)
sys.exit(0 if (made, read) == ({"name": "a"}, {"name": "a", "note": None}) else "This has changed.")
PYTHON
