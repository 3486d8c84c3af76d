# `make run` and `make test` set everything up by themselves: with uv where it is installed, else with venv and pip.

VENV := .venv
PYTHON := $(VENV)/bin/python
ifneq ($(shell command -v uv),)
CREATE := uv venv --quiet --allow-existing $(VENV)
INSTALL := uv pip install --quiet --python $(PYTHON)
else
CREATE := python3 -m venv $(VENV)
INSTALL := $(PYTHON) -m pip install --quiet --disable-pip-version-check
endif

# A database of PostgreSQL needs its driver.
ifneq ($(filter postgres%,$(SCOREKEEPER_DATABASE_URL)),)
EXTRAS := vision,postgres
READY := $(VENV)/ready-postgres
else
EXTRAS := vision
READY := $(VENV)/ready
endif

.PHONY: run test check bench playthroughs clean

run: $(READY)  ## open the app at the address it prints; more with ARGS, e.g. make run ARGS="--host 0.0.0.0"
	$(PYTHON) -m scorekeeper serve $(ARGS)

test: $(VENV)/ready-dev  ## everything that must hold before a commit
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy
	$(PYTHON) -m pytest $(ARGS)

bench: $(VENV)/ready-dev  ## the figures that the README claims
	$(PYTHON) benchmarks/engine.py
	$(PYTHON) benchmarks/web.py
	$(PYTHON) benchmarks/reader.py

playthroughs: $(VENV)/ready-dev  ## record the golden matches anew; read the difference before you commit it
	$(PYTHON) -m tests.test_playthroughs --write

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache

$(READY): pyproject.toml
	$(CREATE) || { echo "Setting up needs Python 3.11 or newer with venv; on Debian: apt install python3-venv" >&2; exit 1; }
	$(INSTALL) --editable ".[$(EXTRAS)]"
	touch $@ $(VENV)/ready

$(VENV)/ready-dev: pyproject.toml
	$(CREATE) || { echo "Setting up needs Python 3.11 or newer with venv; on Debian: apt install python3-venv" >&2; exit 1; }
	$(INSTALL) --editable ".[vision,postgres,dev]"
	touch $@ $(VENV)/ready $(VENV)/ready-postgres
