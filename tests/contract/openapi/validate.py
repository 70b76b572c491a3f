"""Reads the OpenAPI document as a client in Python would: with Debian's python3-jsonschema, and Python's own patterns.

Prints every fault on a line of its own. What has to hold: each schema is one (2020-12), each pattern compiles, each reference
leads somewhere, and each example is what its schema takes.
"""

import json
import re
import sys

from jsonschema import Draft202012Validator, RefResolver
from jsonschema.exceptions import SchemaError

with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)

resolver = RefResolver("", document)
counts = {"schemas": 0, "patterns": 0, "references": 0, "examples": 0}


def schema_faults(schema, at):
    counts["schemas"] += 1
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        yield f"{at}: {error.message}"


def example_faults(schema, value, at):
    counts["examples"] += 1
    for error in Draft202012Validator(schema, resolver=resolver).iter_errors(value):
        yield f"{at}: {list(error.absolute_path)}: {error.message[:200]}"


def walk(value, at):
    """Everything in the document, with what stands where a media type, a parameter, or a header has its schema."""
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from walk(inner, f"{at}/{index}")
        return
    if not isinstance(value, dict):
        return
    if isinstance(value.get("$ref"), str):
        counts["references"] += 1
        try:
            resolver.resolve(value["$ref"])
        except Exception as error:
            yield f"{at}: {error}"
    if isinstance(value.get("pattern"), str):
        counts["patterns"] += 1
        try:
            re.compile(value["pattern"])
        except re.error as error:
            yield f"{at}: {value['pattern']}: {error}"
    if isinstance(value.get("schema"), dict):
        yield from schema_faults(value["schema"], f"{at}/schema")
        if "example" in value:
            yield from example_faults(value["schema"], value["example"], f"{at}/example")
        for name, example in value.get("examples", {}).items():
            yield from example_faults(value["schema"], example["value"], f"{at}/examples/{name}")
    for name, inner in value.items():
        # Examples are data: what looks like a schema in them is none.
        if name not in ("example", "examples"):
            yield from walk(inner, f"{at}/{name}")


faults = list(walk(document, "#"))
for name, schema in document["components"]["schemas"].items():
    faults += schema_faults(schema, f"#/components/schemas/{name}")
print(json.dumps({"faults": faults, "counts": counts}))
