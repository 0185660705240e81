# Every target sets up all it needs, from nothing, in a private virtual environment (.venv).
PYTHON ?= python3
BIN := .venv/bin
# All that can be added to the package: tests that need one of them are to run, and not to be skipped.
EXTRAS := parquet,plots,ja,ja-mecab,ko,ko-mecab,syntax,embed
SOURCES := pyproject.toml CMakeLists.txt README.md LICENSE $(shell find cpp src -type f -not -name '*.pyc')
# How long `make fuzz` takes.
SECONDS ?= 60

.PHONY: demo test test-long debian sanitize fuzz bench lint clean

demo: .venv/.package          ## the tour on the built-in sample
	$(BIN)/steelyard demo

test: lint debian            ## lint, types, all tests but those marked long, and the wheel in a clean environment
	$(BIN)/python -m pytest -n auto -rs
	rm -rf build/clean
	$(PYTHON) -m venv build/clean
	build/clean/bin/pip install --quiet --disable-pip-version-check dist/*.whl
	cd build/clean && bin/steelyard demo > demo.txt && tail -n 3 demo.txt

test-long: build/long/.ready   ## the tests marked long, in an environment of their own, and those under sanitizers
	build/long/venv/bin/python -m pytest -m long -n auto -rs
	$(MAKE) sanitize

# What tests take from Debian, where it may be installed: Chromium for pages, the parser Link Grammar, and WordNet, from
# which our table is made. Without them their tests are skipped, or fail where CI is set.
debian:
	@mkdir -p build
	@missing=""; \
	command -v chromium > /dev/null || missing="$$missing chromium"; \
	ldconfig -p 2> /dev/null | grep -q "liblink-grammar.so.5" || missing="$$missing liblink-grammar5"; \
	[ -d /usr/share/link-grammar/en ] || missing="$$missing link-grammar-dictionaries-en"; \
	[ -f /usr/share/wordnet/index.noun ] || missing="$$missing wordnet-base"; \
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

# The tests that run the kernels, with a wheel of its own whose kernels stop at the first access outside their memory and
# at the first undefined operation. It lies beside .venv, and comes before what is installed there. Standard error is not
# captured, because that is where sanitizers speak. Parsers are left out: they are other people's code, in other processes.
KERNEL_TESTS := tests/corpus tests/text tests/measures tests/laws tests/statistics tests/inference tests/meta \
  tests/test_core_refusals.py tests/test_fuzz.py
sanitize: .venv/.develop build/sanitize/.built  ## tests of the kernels under sanitizers
	LD_PRELOAD="$$(g++ -print-file-name=libasan.so):$$(g++ -print-file-name=libstdc++.so)" \
	  ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
	  PYTHONPATH=$(CURDIR)/build/sanitize/package \
	  $(BIN)/python -m pytest -n auto --capture=sys --max-worker-restart=0 -m "not long or fuzz" $(KERNEL_TESTS)

fuzz: .venv/.develop          ## random calls and damaged files for SECONDS; what broke is printed with its seed
	$(BIN)/python -m fuzz --seconds $(SECONDS)

bench: .venv/.develop         ## our speed and memory beside the peers', as ratios
	$(BIN)/python -m benchmarks

lint: .venv/.develop          ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	find cpp -name '*.[ch]pp' | xargs $(BIN)/clang-format --dry-run --Werror
	$(BIN)/mypy

clean:
	rm -rf .venv build dist

.venv/.created:
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip
	touch $@

build/sanitize/.built: .venv/.created $(SOURCES)
	rm -rf build/sanitize/package build/sanitize/*.whl
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir build/sanitize --config-settings=build-dir=build/sanitize/{wheel_tag} \
	  --config-settings=cmake.define.STEELYARD_SANITIZE=ON --config-settings=cmake.build-type=RelWithDebInfo \
	  --config-settings=install.strip=false .
	$(BIN)/pip install --quiet --no-deps --target build/sanitize/package build/sanitize/*.whl
	touch $@

# One wheel serves all other targets; warnings in the kernels are errors here, and only here.
dist/.built: .venv/.created $(SOURCES)
	rm -rf dist
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist --config-settings=cmake.define.STEELYARD_WERROR=ON .
	touch $@

.venv/.package: dist/.built
	$(BIN)/pip install --quiet --upgrade --upgrade-strategy only-if-needed dist/*.whl
	$(BIN)/pip install --quiet --no-deps --force-reinstall dist/*.whl
	touch $@

build/long/.ready: dist/.built requirements/syntax.txt
	rm -rf build/long
	$(PYTHON) -m venv build/long/venv
	build/long/venv/bin/pip install --quiet --disable-pip-version-check --upgrade pip
	build/long/venv/bin/pip install --quiet --no-deps --require-hashes -r requirements/syntax.txt
	build/long/venv/bin/pip install --quiet "$$(echo dist/*.whl)[$(EXTRAS)]" --group test-long
	touch $@

.venv/.develop: .venv/.package requirements/syntax.txt
	$(BIN)/pip install --quiet --no-deps --require-hashes -r requirements/syntax.txt
	$(BIN)/pip install --quiet "$$(echo dist/*.whl)[$(EXTRAS)]" --group test --group lint
	touch $@
