"""The documentation's own reading of the schema: one line an operation, in the order of the addresses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Field:
    """A parameter, or a key of a body: its name, its kind, what it says."""

    name: str
    kind: str
    text: str


@dataclass(frozen=True)
class Answer:
    """A status and the keys that come with it."""

    status: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Operation:
    """What may be asked of an address."""

    method: str
    path: str
    summary: str
    text: str
    parameters: tuple[Field, ...]
    body: tuple[Field, ...]
    answers: tuple[Answer, ...]


def operations(schema: Mapping[str, Any]) -> list[Operation]:
    """Every operation of an OpenAPI schema."""
    return [
        _operation(schema, method, path, described)
        for path, methods in schema["paths"].items()
        for method, described in methods.items()
    ]


def _operation(schema: Mapping[str, Any], method: str, path: str, described: Mapping[str, Any]) -> Operation:
    content = described.get("requestBody", {}).get("content", {})
    return Operation(
        method=method.upper(),
        path=path,
        summary=described.get("summary", ""),
        text=described.get("description", ""),
        parameters=tuple(
            Field(each["name"], _kind(each.get("schema", {})), each.get("description", ""))
            for each in described.get("parameters", ())
        ),
        body=_fields(schema, next((each["schema"] for each in content.values()), {})),
        answers=tuple(
            Answer(status, _fields(schema, next((c["schema"] for c in each.get("content", {}).values()), {})))
            for status, each in described["responses"].items()
        ),
    )


def _fields(schema: Mapping[str, Any], shape: Mapping[str, Any]) -> tuple[Field, ...]:
    properties = _resolved(schema, shape).get("properties", {})
    return tuple(Field(name, _kind(each), each.get("description", "")) for name, each in properties.items())


def _resolved(schema: Mapping[str, Any], shape: Mapping[str, Any]) -> Mapping[str, Any]:
    reference = shape.get("$ref")
    return schema["components"]["schemas"][reference.rpartition("/")[2]] if reference else shape


def _kind(shape: Mapping[str, Any]) -> str:
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    for several in ("allOf", "oneOf", "anyOf"):
        if several in shape:
            return _kind(shape[several][0])
    if shape.get("type") == "array":
        return f"[{_kind(shape['items'])}]"
    return str(shape.get("format") or shape.get("type") or "")
