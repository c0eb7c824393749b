#!/usr/bin/env bash
# openapi-generator, generator python: if an object is read and written again, each optional nullable field that was absent
# becomes null. `Thing.from_dict({"name": "a"}).to_dict()` is `{"name": "a", "note": None}`, but
# `Thing(name="a").to_dict()` has no note. Seen with 7.26.0. openapi-python-client keeps absent fields absent.
# APIs are affected in which "absent" and "null" differ, for example if absent fields stay unchanged: a client that sends
# back an object that it has read clears the fields that were never set.
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
