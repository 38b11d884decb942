# `make help` lists the targets. All set-up is incremental: what is there is not made again.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
SHELL := /bin/sh

# Arguments for `make run`, as in `make run ARGS="--port 0"`.
ARGS :=

# What `make release` makes, and where. Parts of Bun for other machines are fetched when they lack.
TARGETS ?= linux-x64 linux-arm64 darwin-arm64 windows-x64
RELEASE ?= dist/release

# Only shows what failed. Bounds a test that hangs: slow machines get all the time they need.
BUN_TEST = $(BUN) test --only-failures --timeout=60000
# A process for each core takes one file after the other, and loads what they share once.
IN_PARALLEL := --parallel --no-isolate
# Suites that run against the sources in `unit`, and again against the executable.
EXECUTABLE_SUITES := $(patsubst %,./%,$(wildcard test/executable test/conformance test/hosted/conformance))

# How often `make test-crash` kills, and how long each part of `make fuzz` takes, about.
KILLS ?= 25
SECONDS ?= 60
# What `make fuzz` makes its inputs of, in each of its parts; any unless given.
SEED ?=

# How large `make bench-scale` makes its data: 1 is ten million telemetry rows.
SCALE ?= 1

# Debian packages of clients that tests run where they are installed, and pass over where they are not.
DEBIAN_PACKAGES := ruby-flipper

# package.json pins Bun. One on PATH serves if it is no older, else npm puts the pinned one under build/.
BUN_PINNED := $(shell sed -n 's/.*"bun": ">=\([0-9.]*\)".*/\1/p' package.json)
BUN_ON_PATH := $(shell found=$$(command -v bun) && version=$$("$$found" --version 2>/dev/null) && \
	printf '%s\n' "$(BUN_PINNED)" "$$version" | sort --version-sort --check=quiet && echo "$$found")
BUN_STAMP := $(if $(BUN_ON_PATH),,build/bun/$(BUN_PINNED).stamp)
BUN := "$(or $(BUN_ON_PATH),$(CURDIR)/build/bun/node_modules/.bin/bun)"
BIN := node_modules/.bin

DEPENDENCIES := build/dependencies.stamp
EXECUTABLE := dist/gatehouse
# The telemetry worker is an entry of its own as soon as there is one: a worker is not found otherwise.
ENTRIES := src/main.ts $(wildcard src/telemetry/worker/worker.ts)
SOURCES := $(shell find $(wildcard src drizzle) -type f)
# The two --no- flags keep the executable from running what it finds in the current directory.
BUILD_FLAGS := --compile --minify --sourcemap --bytecode --format=esm \
	--no-compile-autoload-dotenv --no-compile-autoload-bunfig
PROMISE_RULES := -A all -D typescript/no-floating-promises -D typescript/no-misused-promises

.PHONY: help setup run build test test-executable test-crash fuzz check types lint promises unit changed \
	migrations picture settings bench bench-scale release packages clean FORCE

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r target text; do \
		printf '%-16s %s\n' "$$target" "$$text"; done

setup: $(DEPENDENCIES) ## Install Bun (unless PATH has it) and the dependencies
	@:

# `exec`, so that a signal to make reaches the server and not a shell in between.
run: setup ## Start the server, as in make run ARGS="--port 0"
	exec $(BUN) --no-env-file src/main.ts serve $(ARGS)

build: $(EXECUTABLE) ## Write the executable to dist/gatehouse
	@:

test: types lint promises unit ## Check types, lint, format and promises, and run every test

test-executable: $(EXECUTABLE) ## Build, then run the suites that need the executable
	GATEHOUSE_EXECUTABLE="$(CURDIR)/$(EXECUTABLE)" $(BUN_TEST) \
		--path-ignore-patterns=none $(EXECUTABLE_SUITES)

test-crash: $(EXECUTABLE) ## Kill the executable at random moments, as in make test-crash KILLS=200
	GATEHOUSE_EXECUTABLE="$(CURDIR)/$(EXECUTABLE)" CRASH_KILLS=$(KILLS) $(BUN_TEST) \
		--path-ignore-patterns=none --test-name-pattern=killed ./test/executable/process.test.ts

fuzz: setup ## Send random requests and operations, as in make fuzz SECONDS=600 SEED=42
	@seed=$(or $(SEED),$$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')); \
	echo "seed $$seed: make fuzz SECONDS=$(SECONDS) SEED=$$seed makes these inputs again"; \
	FUZZ_SEED="$$seed" FUZZ_SECONDS=$(SECONDS) MODEL_RUNS=$$(($(SECONDS) * 5)) \
	BAD_INPUT_RUNS=$$(($(SECONDS) * 20)) MIRRORING_RUNS=$$(($(SECONDS) * 5)) \
	$(BUN) test --timeout=3600000 ./test/fuzz ./test/model \
		./test/hosted/bad-input.property.test.ts ./test/hosted/mirroring.property.test.ts

check: types lint promises changed ## The inner loop: everything but the tests no change touches

types: setup ## Check the types
	$(BUN) check

lint: setup ## Lint, and check the format
	$(BIN)/biome ci --error-on-warnings --colors=$(if $(MAKE_TERMOUT),force,off) .

promises: setup ## Find promises nobody waits for
	$(BIN)/oxlint --quiet --type-aware $(PROMISE_RULES) src test packaging

unit: setup ## Run every test that needs no executable
	$(BUN_TEST) $(IN_PARALLEL)

changed: setup ## Run the tests that changes since the last commit touch
	$(BUN_TEST) $(IN_PARALLEL) --changed

migrations: setup ## Write migrations for what changed in the schemas
	$(BIN)/drizzle-kit generate --config drizzle.config.ts
	$(BIN)/drizzle-kit generate --dialect sqlite --schema ./src/telemetry/worker/store/telemetry-schema.ts --out ./drizzle/telemetry

picture: setup ## Draw the imports between folders in docs/architecture.md
	$(BUN) packaging/write-picture.ts

settings: setup ## Write the table of settings in docs/operations.md
	$(BUN) packaging/write-settings.ts

bench: $(EXECUTABLE) ## Measure the executable beside bare servers, in less than two minutes
	$(BUN) --no-env-file test/bench/bench.ts $(EXECUTABLE)

bench-scale: $(EXECUTABLE) ## Measure it on large data directories, as in make bench-scale SCALE=0.1
	$(BUN) --no-env-file test/bench/bench-scale.ts $(EXECUTABLE) $(SCALE)

release: setup ## Write executables for all targets, a bill of materials and SHA256SUMS to dist/release
	$(BUN) --no-env-file packaging/make-release.ts $(RELEASE) $(TARGETS) -- $(BUILD_FLAGS) $(ENTRIES)

packages: ## Install the Debian packages of clients that tests run; for root
	apt-get update -qq
	apt-get install -qq --yes --no-install-recommends $(DEBIAN_PACKAGES)

clean: ## Remove all that make has made, the dependencies too
	rm -rf build dist node_modules

$(EXECUTABLE): $(SOURCES) $(DEPENDENCIES)
	$(BUN) build $(BUILD_FLAGS) $(ENTRIES) --outfile $@

# A node_modules that someone removed is installed again, whatever the stamp says.
$(DEPENDENCIES): package.json bun.lock $(BUN_STAMP) $(if $(wildcard $(BIN)/biome),,FORCE)
	$(BUN) install --frozen-lockfile
	@mkdir -p $(@D) && touch $@

# npm may refuse to run the package's install script, so ask the Bun it leaves whether it works.
build/bun/%.stamp:
	npm install --prefix build/bun --no-save --no-audit --no-fund --loglevel=error bun@$*
	build/bun/node_modules/.bin/bun --version
	@touch $@
