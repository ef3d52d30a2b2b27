"""Every call of the REST API as a page shows it: read out of the machine-readable description."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator

TYPES = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
    "array": "list",
}
FORMATS = {
    "date-time": "time",
    "uri": "address",
    "binary": "file",
    "uuid": "text",
}
PAGED = ("next", "results")
"""Fields by which an answer that comes in pages is known."""


@dataclass(frozen=True)
class Field:
    """A parameter, or a field of a request or an answer. kind: its type in words."""

    name: str
    kind: str
    is_required: bool
    note: str = ""


@dataclass(frozen=True)
class Call:
    """One method of one address. answer: the fields of the object, or of each row of the list."""

    method: str
    path: str
    summary: str
    needs_token: bool
    status: str
    parameters: list[Field]
    body: list[Field]
    sends_form: bool
    answer: list[Field]
    answers_list: bool

    @property
    def anchor(self) -> str:
        return f"{self.method}-{self.path.strip('/').replace('/', '-')}".translate(
            {ord("{"): None, ord("}"): None}
        )


@dataclass
class Topic:
    """Calls that belong together: those below one first part of the address."""

    name: str
    calls: list[Call] = field(default_factory=list)


@cache
def topics() -> list[Topic]:
    """All calls by topic, in alphabetical order; the installed code can't change under a process."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    found: dict[str, Topic] = {}
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            name = operation["tags"][0]
            call = _call(method, path, operation, schema)
            found.setdefault(name, Topic(name)).calls.append(call)
    return [found[name] for name in sorted(found)]


def _call(method: str, path: str, operation: dict[str, Any], schema: dict[str, Any]) -> Call:
    status, response = next(iter(operation["responses"].items()))
    answer = next(iter(response.get("content", {}).values()), {}).get("schema", {})
    answer, answers_list = _row(answer, schema)
    bodies = operation.get("requestBody", {}).get("content", {})
    body = next(iter(bodies.values()), {}).get("schema", {})
    return Call(
        method=method.upper(),
        path=path,
        summary=" ".join(operation.get("description", "").replace("`", "").split()),
        needs_token={} not in operation.get("security", [{}]),
        status=status,
        parameters=[
            Field(
                one["name"],
                _kind(one["schema"], schema),
                one.get("required", False),
                one.get("description", ""),
            )
            for one in operation.get("parameters", [])
        ],
        body=list(_fields(body, schema, answers=False)),
        sends_form="application/json" not in bodies and bool(bodies),
        answer=list(_fields(answer, schema, answers=True)),
        answers_list=answers_list,
    )


def _row(answer: dict[str, Any], schema: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """What one row of an answer is, and whether the answer is a list of such."""
    answer = _resolved(answer, schema)
    if answer.get("type") == "array":
        return answer["items"], True
    properties = answer.get("properties", {})
    if all(name in properties for name in PAGED):
        return properties["results"]["items"], True
    return answer, False


def _resolved(part: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The part itself where it is only a reference; what stands beside the reference is kept."""
    beside = {key: value for key, value in part.items() if key not in ("$ref", "allOf", "oneOf")}
    inner = [part] if "$ref" in part else part.get("allOf") or part.get("oneOf") or []
    for one in inner:
        if "$ref" in one:
            name = one["$ref"].rpartition("/")[2]
            return _resolved(schema["components"]["schemas"][name], schema) | beside
    return part


def _fields(part: dict[str, Any], schema: dict[str, Any], *, answers: bool) -> Iterator[Field]:
    part = _resolved(part, schema)
    for name, one in part.get("properties", {}).items():
        whole = _resolved(one, schema)
        if whole.get("writeOnly" if answers else "readOnly"):
            continue
        is_required = not answers and name in part.get("required", [])
        # The description of a choice lists its values, which its kind does already.
        note = "" if whole.get("enum") else whole.get("description", "")
        yield Field(name, _kind(one, schema), is_required, " ".join(note.split()))


def _kind(part: dict[str, Any], schema: dict[str, Any]) -> str:
    whole = _resolved(part, schema)
    if whole.get("enum"):
        return " or ".join(f"“{value}”" for value in whole["enum"] if value not in ("", None))
    if whole.get("type") == "array":
        return f"list: {_kind(whole.get('items', {}), schema)}"
    if "properties" in whole:
        return f"object: {', '.join(whole['properties'])}"
    kind = FORMATS.get(whole.get("format", "")) or TYPES.get(whole.get("type", ""), "JSON")
    return kind + (" or null" if whole.get("nullable") else "")
