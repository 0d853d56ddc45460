# Everything a contributor types. Uses uv when it is there, plain venv and pip when not.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.PHONY: demo test test-real check format bench docs clean

demo: $(STAMP)  ## run the quickstart suite against the built-in mock
	$(BIN)/mcptest run examples/quickstart.mcptest.yml

test: check  ## every gate, then every test that needs no registry
	$(BIN)/pytest -n auto --cov --cov-report=term

check: $(STAMP)  ## format, lint, types, import contracts, generated files
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python scripts/generate.py --check

test-real: $(STAMP)  ## servers that we did not write, from the package registries
	$(BIN)/python scripts/install_real_servers.py
	$(BIN)/pytest -m real tests/real

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP)  ## ratios against peers and the raw limit
	$(BIN)/python benches/run.py

docs: $(STAMP)  ## write the generated reference pages
	$(BIN)/python scripts/generate.py

$(STAMP): pyproject.toml
	@if command -v uv >/dev/null 2>&1; then \
		uv venv --quiet --allow-existing --python $(PYTHON) $(VENV) && \
		uv pip install --quiet --python $(BIN)/python -e '.[dev]'; \
	else \
		$(PYTHON) -m venv $(VENV) && \
		$(BIN)/python -m pip install --quiet --upgrade pip && \
		$(BIN)/python -m pip install --quiet -e '.[dev]'; \
	fi
	@touch $(STAMP)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage* site
