import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema


@pytest.fixture(scope="module")
def schema() -> dict:
    return SchemaGenerator().get_schema(request=None, public=True)


def test_the_schema_is_valid_openapi(schema: dict) -> None:
    validate_schema(schema)


def test_every_address_is_below_the_version_and_described(schema: dict) -> None:
    assert schema["paths"]
    for path, operations in schema["paths"].items():
        assert path.startswith("/api/v1/")
        for operation in operations.values():
            assert operation["responses"]


def test_what_is_secret_is_in_no_schema(schema: dict) -> None:
    for component in schema["components"]["schemas"].values():
        assert not {"attempt_token", "password", "error"} & set(component.get("properties", {}))


def test_the_schema_is_served(client) -> None:
    assert client.get("/api/v1/schema/").status_code == 200
