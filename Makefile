# The two commands: `make demo` and `make test`. Everything else is for developers: `make help`.
SHELL := /bin/bash
.DEFAULT_GOAL := help
VENV ?= .venv
PYTHON := $(VENV)/bin/python

.PHONY: help demo test check
help:  ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo:  ## Start everything here, play matches, serve the site until Ctrl-C
	@exec $(PYTHON) manage.py demo

test:  ## Run all tests
	@exec $(PYTHON) -m pytest

check:  ## Lint, format, types, imports, migrations, requirements
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy
	cd platform && PYTHONPATH=..:. ../$(VENV)/bin/lint-imports --config ../pyproject.toml
	$(PYTHON) manage.py makemigrations --check --dry-run
