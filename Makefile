# The two commands are `make demo` and `make test`. `make help` lists the others.
SHELL := /bin/bash
.DEFAULT_GOAL := help
VENV := .venv
PYTHON := $(VENV)/bin/python

.PHONY: help demo test check format bench compiled image lock clean

help: ## Show this list
	@grep -E '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):[^#]*## /  make \1\t/' | expand -t 20

demo: ## Play a tournament on this machine and serve it, until Ctrl-C
	@requirements/install $(VENV) demo
	@exec $(PYTHON) manage.py demo

test: ## Run all tests; what this machine lacks is skipped by name
	@requirements/install $(VENV) test
	@exec $(PYTHON) tests/run.py $(ARGS)

check: ## Lint, format, types, import directions, migrations, requirements
	@requirements/install $(VENV) dev
	@requirements/lock check
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy
	PYTHONPATH=.:platform $(VENV)/bin/lint-imports
	$(PYTHON) manage.py makemigrations --check --dry-run
	$(PYTHON) manage.py check

format: ## Format the code, and mend what the linter can mend
	@requirements/install $(VENV) dev
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

bench: ## Measure the games beside OpenSpiel and RLCard; see bench/README.md
	@requirements/install $(VENV)-bench bench
	@exec $(VENV)-bench/bin/python bench/games.py $(ARGS)

compiled: ## Compile the rules by mypyc into build/compiled; optional, see bench/README.md
	@requirements/install $(VENV) dev
	QUINTET_COMPILE=1 $(PYTHON) setup.py -q build --build-base build --build-lib build/compiled

image: ## Build the image that bots run in, for the Docker backend
	@requirements/install $(VENV) demo
	@exec sandbox/image/build

lock: ## Compile requirements/*.in to pinned, hashed *.txt
	@requirements/install $(VENV) dev
	@UV=$(CURDIR)/$(VENV)/bin/uv requirements/lock

clean: ## Remove the environment, and all that was made here
	rm -rf $(VENV) $(VENV)-bench build var staticfiles test-results
