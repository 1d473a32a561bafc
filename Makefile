# make play   play in the terminal            make test    every test
# make check  style, types, layers, spelling  make bench   measure, beside peers
# make build  the WebAssembly and the wheel   make clean   remove what was made here

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: play test check bench build clean

play: .venv/ready
	$(BIN)/outcry

test: .venv/ready-dev
	$(BIN)/python -m openoutcry.targets.native
	$(BIN)/python -m pytest -n 2 -q
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 -q tests/engine tests/games tests/table

check: .venv/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/codespell

bench: .venv/ready-bench
	$(BIN)/python bench/run.py

build: .venv/ready-dev
	$(BIN)/python -m openoutcry.targets.wasm build/wasm
	$(PIP) build
	$(BIN)/python -m build --wheel --outdir dist

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Open Outcry needs Python 3.11 or newer, and none was found." >&2; exit 1; }
	$(PYTHON) -m venv .venv

.venv/ready: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) --editable .
	@touch $@

.venv/ready-%: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) --editable '.[$*]'
	@touch $@ .venv/ready
