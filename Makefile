# Every target sets up all it needs, from nothing, in a private virtual environment (.venv).
PYTHON ?= python3
BIN := .venv/bin
SOURCES := pyproject.toml CMakeLists.txt README.md LICENSE $(shell find cpp src -type f -not -name '*.pyc')

.PHONY: demo test debian bench lint clean

demo: .venv/.package          ## the tour on the built-in sample
	$(BIN)/steelyard demo

test: lint debian            ## everything: lint, types, all tests, and the wheel in a clean environment
	$(BIN)/python -m pytest -m "" -n auto -rs
	rm -rf build/clean
	$(PYTHON) -m venv build/clean
	build/clean/bin/pip install --quiet --disable-pip-version-check dist/*.whl
	cd build/clean && bin/steelyard demo > demo.txt && tail -n 3 demo.txt

# What tests take from Debian, where it may be installed: Chromium for pages, and the parser Link Grammar. Without them
# their tests are skipped, or fail where CI is set.
debian:
	@mkdir -p build
	@missing=""; \
	command -v chromium > /dev/null || missing="$$missing chromium"; \
	ldconfig -p 2> /dev/null | grep -q "liblink-grammar.so.5" || missing="$$missing liblink-grammar5"; \
	[ -d /usr/share/link-grammar/en ] || missing="$$missing link-grammar-dictionaries-en"; \
	if [ -z "$$missing" ]; then \
	  true; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
	  echo "installing$$missing for tests"; \
	  export DEBIAN_FRONTEND=noninteractive; \
	  { apt-get update -qq && apt-get install -y -qq -o DPkg::Lock::Timeout=300 $$missing; } \
	    > build/debian.log 2>&1 < /dev/null \
	    || echo "$$missing could not be installed, see build/debian.log: their tests cannot run"; \
	else \
	  echo "there is no$$missing, and it may not be installed here (that needs root and apt-get):" \
	    "their tests will be skipped"; \
	fi

bench: .venv/.develop         ## our speed and memory beside the peers', as ratios
	$(BIN)/python -m benchmarks

lint: .venv/.develop          ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

clean:
	rm -rf .venv build dist

.venv/.created:
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip
	touch $@

# One wheel serves all targets; warnings in the kernels are errors here, and only here.
dist/.built: .venv/.created $(SOURCES)
	rm -rf dist
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist --config-settings=cmake.define.STEELYARD_WERROR=ON .
	touch $@

.venv/.package: dist/.built
	$(BIN)/pip install --quiet --upgrade --upgrade-strategy only-if-needed dist/*.whl
	$(BIN)/pip install --quiet --no-deps --force-reinstall dist/*.whl
	touch $@

.venv/.develop: .venv/.package requirements/syntax.txt
	$(BIN)/pip install --quiet --no-deps --require-hashes -r requirements/syntax.txt
	$(BIN)/pip install --quiet "$$(echo dist/*.whl)[parquet,plots,ja,ko,syntax,embed]" --group test --group lint
	touch $@
