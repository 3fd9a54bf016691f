# Duelpost: `make run` and `make test` are all a newcomer needs. `make help` lists the rest.

PYTHON ?= python3
BIN := .venv/bin
COMPILE := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate --quiet

.DEFAULT_GOAL := help
.PHONY: help run test check format bench messages lock audit

help:  ## list these targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-10s %s\n", $$1, $$2 }'

run:  ## set everything up and play on this machine: site, worker, scheduler, mailbox
	@$(PYTHON) config/bootstrap.py runtime
	@$(BIN)/python manage.py up

test:  ## run the whole suite (ARGS="tests/engine -k undo" narrows it)
	@$(PYTHON) config/bootstrap.py dev
	@$(BIN)/python -m tests $(ARGS)

check:  ## lint, formats, types, arrows between the rooms, migrations, templates, deployment
	@$(PYTHON) config/bootstrap.py dev
	@$(BIN)/python -m tests.check

format:  ## rewrite Python, templates, scripts and style sheets in the house format
	@$(PYTHON) config/bootstrap.py dev
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format . ; $(BIN)/djlint templates locale --reformat --quiet ; $(BIN)/deno fmt --quiet

bench:  ## measure speed (ARGS=engine for one group); writes build/bench.json
	@$(PYTHON) config/bootstrap.py dev
	@$(BIN)/python -m bench $(ARGS)

messages:  ## gather the sentences to translate into locale/ (needs GNU gettext)
	@$(BIN)/python manage.py makemessages --exclude en --no-obsolete --add-location file --ignore .venv --ignore build --ignore tests

lock:  ## resolve the pinned requirements anew from pyproject.toml
	@$(PYTHON) config/bootstrap.py dev
	@$(COMPILE) pyproject.toml -o requirements.txt
	@$(COMPILE) pyproject.toml --group dev -c requirements.txt -o requirements-dev.txt

audit:  ## look the pinned packages up among known vulnerabilities (needs the network)
	@$(PYTHON) config/bootstrap.py dev
	@$(BIN)/uv tool run --quiet pip-audit==2.10.1 --strict --vulnerability-service osv \
		--disable-pip --require-hashes -r requirements-dev.txt
