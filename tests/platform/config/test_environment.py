"""Settings come from the environment, and a mistake is named together with its remedy."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import Environment


def problems_of(env: Environment) -> str:
    with pytest.raises(ImproperlyConfigured) as refused:
        env.finish("QUINTET_")
    return str(refused.value)


def test_an_empty_variable_counts_as_not_set():
    env = Environment({"QUINTET_MODE": " "})
    assert env.choice("QUINTET_MODE", ["embedded", "production"], "embedded") == "embedded"
    env.finish("QUINTET_")


def test_a_required_variable_that_is_missing_is_named_with_what_to_set():
    env = Environment({})
    env.text("QUINTET_SECRET_KEY", fix="set it to a long random text")
    assert "QUINTET_SECRET_KEY is not set: set it to a long random text." in problems_of(env)


def test_all_problems_are_told_at_once():
    env = Environment({"QUINTET_LEASE_S": "soon", "QUINTET_HTTPS": "maybe"})
    assert env.integer("QUINTET_LEASE_S", 120) == 120
    assert env.flag("QUINTET_HTTPS") is False
    told = problems_of(env)
    assert "QUINTET_LEASE_S='soon': use a whole number, 0 or more." in told
    assert "QUINTET_HTTPS='maybe': use 1 or 0" in told


@pytest.mark.parametrize(("text", "number"), [("1", 1), ("7200", 7200)])
def test_a_whole_number_is_read(text, number):
    env = Environment({"QUINTET_LEASE_S": text})
    assert env.integer("QUINTET_LEASE_S", 120, at_least=1) == number
    env.finish("QUINTET_")


@pytest.mark.parametrize("text", ["0", "-3", "1.5", "1e3", ""])
def test_a_number_below_the_least_or_not_whole_is_refused(text):
    env = Environment({"QUINTET_LEASE_S": text or "x"})
    env.integer("QUINTET_LEASE_S", 120, at_least=1)
    assert "QUINTET_LEASE_S" in problems_of(env)


def test_names_are_split_at_commas():
    env = Environment({"QUINTET_HOSTS": "a.example, b.example,"})
    assert env.names("QUINTET_HOSTS") == ["a.example", "b.example"]


def test_a_database_is_read_from_its_address():
    env = Environment({"DATABASE_URL": "postgresql://q:secret@db:5433/league"})
    database = env.database("DATABASE_URL")
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db", 5433, "league")


def test_a_database_on_a_unix_socket_is_read_as_libpq_writes_it():
    env = Environment({"DATABASE_URL": "postgresql://quintet@%2Ftmp%2Fpg-x/postgres"})
    assert env.database("DATABASE_URL")["HOST"] == "/tmp/pg-x"


def test_a_database_of_another_kind_is_refused_without_repeating_its_password():
    env = Environment({"DATABASE_URL": "mysql://q:secret@db/league"})
    env.database("DATABASE_URL")
    told = problems_of(env)
    assert "DATABASE_URL: use postgresql://" in told
    assert "secret" not in told


def test_an_address_of_a_wrong_kind_is_refused_without_repeating_its_password():
    env = Environment({"REDIS_URL": "amqp://:secret@host"})
    env.address("REDIS_URL", ["redis", "unix"])
    told = problems_of(env)
    assert "REDIS_URL: the address has to start with redis, unix://." in told
    assert "secret" not in told


def test_a_misspelt_setting_of_ours_is_pointed_out():
    env = Environment({"QUINTET_LEASES_S": "5"})
    env.integer("QUINTET_LEASE_S", 120)
    assert "QUINTET_LEASES_S is not a setting: did you mean QUINTET_LEASE_S?" in problems_of(env)


def test_variables_of_others_are_none_of_our_business():
    env = Environment({"LEASE_S": "x", "QUINTET_SOMETHING_ELSE": "x"})
    env.integer("QUINTET_LEASE_S", 120)
    env.finish("QUINTET_")
