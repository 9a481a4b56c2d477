# `make play` and `make test` only need Python 3.11 and make. The page is built with the system's Node
# or, if there is none, with the one from PyPI.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed
PLAYABLE := $(VENV)/playable
CONSTRAINTS := requirements/constraints.txt
# The variables also pin the build backend, which pip installs in an environment of its own.
PIP_INSTALL := PIP_CONSTRAINT=$(CONSTRAINTS) PIP_BUILD_CONSTRAINT=$(CONSTRAINTS) $(BIN)/python -m pip install --quiet --disable-pip-version-check
PAGE := src/underdeck/serve/page/index.html
WEB := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/generated/*' 2>/dev/null) $(wildcard src/underdeck/say/*/*.toml docs/rules/*.md)
ARGS ?=
GAME ?= tomb

.DEFAULT_GOAL := help
.PHONY: help install prepare play terminal test suite coverage beside check format types browser docs lighthouse fuzz bench campaign mutants lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-12s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(STAMP) ## install everything into .venv (other targets do it when needed)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Underdeck needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 ..." >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV)

$(PLAYABLE): pyproject.toml $(CONSTRAINTS) | $(VENV)/bin/python
	@echo "Installing the packages needed to play into $(VENV) (once) ..." >&2
	@$(PIP_INSTALL) --editable '.[minds,serve]'
	@touch $@

$(STAMP): pyproject.toml $(CONSTRAINTS) | $(VENV)/bin/python
	@echo "Installing everything into $(VENV) (once, takes some minutes) ..." >&2
	@$(PIP_INSTALL) --no-compile --editable '.[dev]'
	@$(BIN)/python -m compileall -q -j 0 -x '/tests?/' $(VENV)/lib >/dev/null || true  # on all cores, which pip can't
	@touch $@ $(PLAYABLE)

$(PAGE): $(WEB) | $(VENV)/bin/python
	@echo "Building the page ..." >&2
	@$(BIN)/python web/build.py
	@touch $@

play: $(PLAYABLE) $(PAGE) ## play in the browser (make play ARGS="--port 9000 --lang es")
	@$(BIN)/underdeck serve --open $(ARGS)

terminal: $(PLAYABLE) ## play in the terminal (make terminal GAME=dungeon ARGS="--lang es")
	@$(BIN)/underdeck play $(GAME) $(ARGS)

prepare: ## install the packages, build the page and find a browser for the tests, in parallel
	@$(MAKE) --no-print-directory -j3 $(STAMP) $(PAGE) browser
	@$(BIN)/python tests/e2e/browser.py

test: prepare ## run all tests, and beside them the checks and the coverage of the rules
	@$(MAKE) --no-print-directory -j2 suite beside

suite: $(STAMP) $(PAGE) ## run all tests except those of the rules (ARGS="tests/cli -k play" for some)
	$(BIN)/python -m pytest -n auto --dist worksteal --ignore=tests/games $(ARGS)

coverage: $(STAMP) ## run the tests of the rules, which must cover them completely
	$(BIN)/python -m pytest --quiet --cov --cov-report= tests/games
	$(BIN)/python -m coverage report --fail-under=100

# What runs beside the suite prints its output at the end, in one piece.
beside:
	@for target in coverage check; do \
		$(MAKE) --no-print-directory $$target > $(VENV)/$$target.log 2>&1 || failed=1; \
		cat $(VENV)/$$target.log; \
	done; exit $${failed:-0}

check: $(STAMP) ## check style, formatting, types and the direction of imports, and test the page's modules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy tests bench
	$(BIN)/lint-imports
	$(BIN)/python web/build.py check test

browser: | $(VENV)/bin/python ## find or install a browser for the tests of the page
	@$(BIN)/python tests/e2e/browser.py

types: $(STAMP) ## generate the page's types and its data about the games from what the server publishes
	$(BIN)/python web/schemas.py > web/schemas.json
	$(BIN)/python web/build.py types
	rm web/schemas.json
	$(BIN)/python web/schemas.py games > web/src/core/games.json
	$(BIN)/python web/record_tomb_views.py > web/src/games/tomb/recorded_views.json
	$(BIN)/python web/record_dungeon_views.py > web/src/games/dungeon/recorded_views.json

lighthouse: $(STAMP) $(PAGE) ## measure the page with Lighthouse
	cd tests && ../$(BIN)/python -m e2e.lighthouse $(ARGS)

docs: $(STAMP) ## build the documentation into site/ (make docs ARGS=serve to read it while you edit)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs $(or $(ARGS),build)

format: $(STAMP) ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python web/build.py format

fuzz: $(STAMP) ## compare both games with their oracles and search for leaks (ARGS="--what leaks --pairs 100" for less)
	$(BIN)/python tests/fuzz.py $(ARGS)

bench: $(STAMP) ## run all benchmarks, as ratios in one run (ARGS="--only tomb" for a part)
	-@$(PIP_INSTALL) --editable '.[bench]'
	$(BIN)/python -m bench $(ARGS)

campaign: $(STAMP) ## stress the server: make campaign ARGS="kill --times 100" (kill, faults, reconnect, races, abuse, fuzz_wire, wire_leaks, clicks)
	cd tests && ../$(BIN)/python -m campaign $(ARGS)

mutants: $(STAMP) ## run mutation tests of the rules
	rm -rf mutants
	HYPOTHESIS_PROFILE=mutants ORACLE_GAMES=1000 LEAK_GAMES=1 $(BIN)/mutmut run $(ARGS)
	$(BIN)/mutmut results

lock: $(STAMP) ## add missing versions to requirements/constraints.txt (ARGS=--upgrade for the newest of all)
	$(BIN)/python requirements/lock.py $(ARGS)

clean: ## remove everything that the other targets created
	rm -rf $(VENV) web/node_modules web/generated src/underdeck/serve/page site mutants build dist .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
