# Commands for contributors. Uses uv if it is installed, otherwise venv and pip.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
MINUTES ?= 4
STAMP  := $(VENV)/.installed
# Tests wait for processes as much as they compute: tests/conftest.py says how many workers that takes.
WORKERS ?= auto
# Failed tests run again, one at a time. A test that passes only then is flaky and needs a fix.
AGAIN  := echo "Running the failed tests again, one at a time:" && \
	$(BIN)/pytest -n 0 --last-failed --last-failed-no-failures none -rA

.PHONY: bench-peers changelog release-dry-run demo test test-real test-hostile lab check format bench mutants fuzz-targets docs picture site clean

demo: $(STAMP)  ## run the quickstart suite against the built-in mock
	$(BIN)/mcptest run examples/quickstart.mcptest.yml

test: check  ## run all checks, then all tests that need no registry
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --cov --cov-report=term || \
		{ $(AGAIN) --no-cov && $(BIN)/coverage report --format=total; }

check: $(STAMP)  ## check format, lint, types, import contracts and generated files
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python scripts/generate.py --check

test-real: $(STAMP) $(VENV)/.docs  ## test published servers from the package registries
	$(BIN)/python scripts/install_real_servers.py
	$(BIN)/pytest -m real -n 2 --dist worksteal tests/real || { $(AGAIN) -m real tests/real; }

fuzz-targets: $(STAMP)  ## fuzz our parsers, MINUTES each
	@$(BIN)/python -c 'import atheris' 2>/dev/null || uv pip install --quiet --python $(BIN)/python --group fuzzing || $(BIN)/python -m pip install --quiet --group fuzzing
	@for name in loader frames events paths; do \
		$(BIN)/python -m tests.fuzz_targets.drive $$name --minutes $(MINUTES) || exit 1; \
	done

test-hostile: $(STAMP)  ## run the longer commands against hostile servers
	$(BIN)/pytest -n auto --dist worksteal -m hostile tests/hostile

lab: $(STAMP)  ## change correct servers one message at a time and check the verdicts (an hour)
	$(BIN)/python scripts/install_real_servers.py
	$(BIN)/python -m tests.lab.run --json lab.json

changelog: $(STAMP)  ## move the fragments of changelog.d/ into CHANGELOG.md
	$(BIN)/python scripts/changelog.py

release-dry-run: $(STAMP)  ## build, check and install a release, and run the demo from it; TAG=v1.2.3 checks the tag
	@if command -v uv >/dev/null 2>&1; then \
		uv pip install --quiet --python $(BIN)/python --group release; \
	else \
		$(BIN)/python -m pip install --quiet --group release; \
	fi
	$(BIN)/python scripts/release_dry_run.py --tag "$(TAG)"

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP)  ## measure mcptest against other tools and bare clients
	$(BIN)/python benches/run.py

mutants: $(STAMP)  ## mutate the code and check that a test fails (an hour; see pyproject.toml)
	$(PYTHON) -m venv .mutants
	.mutants/bin/python -m pip install --quiet -e '.[dev]' 'mutmut>=3.8' 'pytest<9'
	.mutants/bin/mutmut run
	.mutants/bin/mutmut results

bench-peers: $(STAMP)  ## run other graders from the package registries on the same servers
	$(BIN)/python scripts/install_real_servers.py
	$(BIN)/python scripts/install_peers.py
	$(BIN)/python -m benches.peers

docs: $(STAMP)  ## write the generated reference pages
	$(BIN)/python scripts/generate.py

picture: $(STAMP)  ## draw docs/audit.svg, the picture in the README, from a real audit
	$(BIN)/python scripts/audit_picture.py

site: $(VENV)/.docs  ## build docs/ as a site with search, into site/
	$(BIN)/python scripts/build_site.py

$(VENV)/.docs: $(STAMP)
	@if command -v uv >/dev/null 2>&1; then \
		uv pip install --quiet --python $(BIN)/python --group docs; \
	else \
		$(BIN)/python -m pip install --quiet --group docs; \
	fi
	@touch $@

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
	rm -rf $(VENV) .mutants mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage* site
