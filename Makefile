# `make run` plays or serves, `make test` checks everything. Both set themselves up in .venv.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help run playground test explore check lint types layers words bench soak screens clean

help: ## Show what there is
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1|\2/' | column -t -s '|' 2>/dev/null \
		|| grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST)

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Tapis needs Python 3.11 or newer."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing (Debian: apt install python3-venv)."; exit 1; }

$(VENV)/.runtime: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing Tapis into $(VENV) ..."
	@$(PIP) --editable '.[pictures]'
	@touch $@

$(VENV)/.playground: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing Tapis and its playground into $(VENV) ..."
	@$(PIP) --editable '.[playground]'
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing Tapis and its development tools into $(VENV) ..."
	@$(PIP) --editable '.[playground,dev]'
	@touch $@

run: ## Run the bot (DISCORD_TOKEN in the environment or .env), or open the playground
	@if [ -n "$$DISCORD_TOKEN" ] || grep -qsE '^ *(export +)?DISCORD_TOKEN *= *[^ #]' .env; then \
		$(MAKE) --no-print-directory $(VENV)/.runtime && exec $(BIN)/python -m bot; \
	else \
		echo "No DISCORD_TOKEN: opening the playground (the real bot on a simulated Discord)."; \
		$(MAKE) --no-print-directory $(VENV)/.playground && exec $(BIN)/python -m bot playground; \
	fi

playground: $(VENV)/.playground ## Open the playground, token or not
	@exec $(BIN)/python -m bot playground

test: $(VENV)/.dev ## Check everything a change must pass
	@$(MAKE) --no-print-directory --jobs 2 types lint layers words
	$(BIN)/python -m pytest --numprocesses 2 --dist worksteal

explore: $(VENV)/.dev ## Run the tests on deals and examples that were never tried before
	$(BIN)/python -m pytest --numprocesses 2 --dist worksteal --deal-seed new --hypothesis-profile explore

SLOW := tests/render/test_played.py tests/i18n/test_refusals.py tests/rules/test_tarot_laws.py
check: $(VENV)/.dev ## The quick part of `make test`: one to two minutes on two cores
	@$(MAKE) --no-print-directory --jobs 2 types lint layers words
	$(BIN)/python -m pytest --numprocesses 2 --dist worksteal -k 'not test_a_run_' $(SLOW:%=--ignore=%) \
		tests/core tests/rules tests/i18n tests/render tests/engine tests/project tests/ui/test_documents.py

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

layers: $(VENV)/.dev
	$(BIN)/lint-imports

words: $(VENV)/.dev ## Check that every sentence exists in every language
	$(BIN)/python -m bot.i18n.check

bench: $(VENV)/.dev ## Print every measurement
	@for file in bench/*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

DEALS ?= 1000
soak: $(VENV)/.dev ## Play DEALS deals (1000) and look for trouble: for an hour rather than a minute; SEED=… comes again
	$(BIN)/python -m tests.soak --deals $(DEALS) $(if $(SEED),--seed $(SEED))

screens: $(VENV)/.dev ## Photograph the bot in the playground (build/screens, docs/pictures); needs Chromium
	$(BIN)/python -m tests.shots --book

clean: ## Remove everything that was installed or cached
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache *.egg-info
