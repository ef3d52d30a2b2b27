"""Strict reading of the environment: every problem names the variable and says how to put it right."""

import difflib
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import unquote

import environ
from django.core.exceptions import ImproperlyConfigured

TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"0", "false", "no", "off"})
REQUIRED = object()


class Environment:
    """Typed access to environment variables, with the problems collected and raised together.

    An empty variable counts as one that is not set. A variable that cannot be read gives its default
    until `finish` raises ImproperlyConfigured with every problem found.
    """

    def __init__(self, variables: Mapping[str, str]) -> None:
        self.variables = variables
        self.problems: list[str] = []
        self.known: set[str] = set()

    def text(self, name: str, default: Any = REQUIRED, *, fix: str = "set it") -> Any:
        """Return the variable as it stands; `fix` tells what to set where it is required and absent."""
        self.known.add(name)
        value = self.variables.get(name, "").strip()
        if value:
            return value
        if default is REQUIRED:
            self.problems.append(f"{name} is not set: {fix}.")
            return ""
        return default

    def choice(self, name: str, choices: Iterable[str], default: str) -> str:
        """Return one of `choices`."""
        value = self.text(name, default)
        allowed = list(choices)
        if value not in allowed:
            self.problems.append(f"{name}={value!r}: use one of {', '.join(allowed)}.")
            return default
        return value

    def integer(self, name: str, default: int, *, at_least: int = 0) -> int:
        """Return a whole number of at least `at_least`."""
        value = self.text(name, str(default))
        try:
            number = int(value)
        except ValueError:
            number = at_least - 1
        if number < at_least:
            self.problems.append(f"{name}={value!r}: use a whole number, {at_least} or more.")
            return default
        return number

    def flag(self, name: str, default: bool = False) -> bool:
        """Return a yes or a no."""
        value = self.text(name, "yes" if default else "no").lower()
        if value not in TRUE | FALSE:
            self.problems.append(
                f"{name}={value!r}: use 1 or 0 (also true, false, yes, no, on, off)."
            )
            return default
        return value in TRUE

    def names(self, name: str, default: Any = REQUIRED, *, fix: str = "set it") -> list[str]:
        """Return a list of names that were written with commas between them."""
        if default is not REQUIRED:
            default = ",".join(default)
        return [
            part.strip() for part in self.text(name, default, fix=fix).split(",") if part.strip()
        ]

    def database(
        self, name: str, default: Any = REQUIRED, *, fix: str = "set it"
    ) -> dict[str, Any]:
        """Return Django's settings for a database that was written as an address."""
        value = self.text(name, default, fix=fix)
        scheme = value.partition("://")[0]
        if scheme not in ("postgres", "postgresql", "sqlite"):
            if value:
                self.problems.append(
                    f"{name}: use postgresql://user:password@host:5432/name or sqlite:////path/to/file."
                )
            return {}
        database = dict(environ.Env.db_url_config(value))
        # A folder with PostgreSQL's Unix socket is written as a host, with %2F for each slash.
        return database | {"HOST": unquote(database.get("HOST") or "")}

    def address(
        self, name: str, schemes: Iterable[str], default: Any = REQUIRED, *, fix: str = "set it"
    ) -> str:
        """Return an address (URL) of one of `schemes`."""
        value = self.text(name, default, fix=fix)
        allowed = list(schemes)
        if value and value.partition("://")[0] not in allowed:
            self.problems.append(f"{name}: the address has to start with {', '.join(allowed)}://.")
        return value

    def mail(self, name: str, *, fix: str) -> dict[str, Any]:
        """Return how mail is sent, of an address smtp://, smtp+tls:// or smtp+ssl://; empty: not at all."""
        value = self.text(name, "")
        scheme = value.partition("://")[0]
        if not value:
            return {}
        if scheme not in ("smtp", "smtp+tls", "smtp+ssl"):
            self.problems.append(f"{name}: {fix} (or smtp+tls://, smtp+ssl://).")
            return {}
        settings = dict(environ.Env.email_url_config(value))
        return {"EMAIL_USE_TLS": False, "EMAIL_USE_SSL": False, "EMAIL_PORT": 25} | settings

    def finish(self, prefix: str, *, also_known: Iterable[str] = ()) -> None:
        """Raise ImproperlyConfigured with all problems, misspelt variables of our own among them."""
        known = self.known | set(also_known)
        for name in sorted(self.variables):
            if not name.startswith(prefix) or name in known:
                continue
            near = difflib.get_close_matches(name, known, n=1, cutoff=0.8)
            if near:
                self.problems.append(f"{name} is not a setting: did you mean {near[0]}?")
        if self.problems:
            raise ImproperlyConfigured(
                "The environment needs a change.\n  " + "\n  ".join(self.problems)
            )
