# `make help` lists the targets. Existing results are not made again.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
SHELL := /bin/sh

# Arguments for `make run`, as in `make run ARGS="--port 0"`.
ARGS :=

# The targets and the directory of `make release`. Bun downloads missing parts for other targets.
TARGETS ?= linux-x64 linux-arm64 linux-x64-musl linux-arm64-musl darwin-x64 darwin-arm64 \
	windows-x64 windows-arm64
RELEASE ?= dist/release

# Shows failures only. The timeout, in milliseconds, ends a test that hangs; it suits slow machines.
BUN_TEST = $(BUN) test --only-failures --timeout=60000
# One process per core runs the test files, and loads shared modules once.
IN_PARALLEL := --parallel --no-isolate
# A run of the whole suite is too short for the slowest of the compilers to pay.
BUN_TEST_QUICKLY = BUN_JSC_useFTLJIT=0 $(BUN_TEST) $(IN_PARALLEL)
# Tests start the built program and its workers, which takes a third of the time of the sources. Their
# data is in memory if there is room: waiting for a disk proves nothing more.
BUILT_FOR_TESTS = TESTED_PROGRAM="$(CURDIR)/$(EXECUTABLE)" TESTED_WORKERS="$(CURDIR)/$(WORKERS)"
IN_MEMORY := if [ -w /dev/shm ] && [ "$$(df --output=avail /dev/shm | tail -n 1)" -gt 2000000 ]; then \
	TMPDIR=$$(mktemp -d /dev/shm/tests-XXXXXX) && chmod 711 "$$TMPDIR"; export TMPDIR; \
	trap 'rm -rf "$$TMPDIR"' EXIT; trap 'exit 130' INT TERM; fi
# The suites of `make test-executable`; most run against the sources too, in `make unit`.
EXECUTABLE_SUITES := $(patsubst %,./%,$(wildcard test/executable test/conformance test/hosted/conformance))

# For `make test-sources`: suites that start processes on the sources (`make test-executable` runs their
# contract on the built program), and those that take longest.
SOURCE_SUITES := ./test/contract/process.test.ts ./test/server/serve.test.ts \
	$(patsubst %,./%,$(shell find $(wildcard test) -name '*.long.test.ts' | sort))

# For `make test-cluster`: suites that start PostgreSQL.
CLUSTER_SUITES := $(patsubst %,./%,$(shell find $(wildcard test) -name '*.cluster.test.ts' | sort))

# The suites of the wires, which also run on two servers that share a database, and on a replica.
HOSTED_SUITES := ./test/hosted/conformance ./test/ofrep/ofrep-conformance.test.ts \
	./test/ofrep/stream-conformance.test.ts
CONFORMANCE_SUITES := ./test/conformance $(HOSTED_SUITES)

# How often each fault of `make test-cluster` happens.
ROUNDS ?= 2
# How often `make test-crash` kills the server, and about how long each part of `make fuzz` takes.
KILLS ?= 25
SECONDS ?= 60
# The seed of the random inputs of `make fuzz`; a random one unless given.
SEED ?=

# The size of the data of `make bench-scale`: 1 is ten million telemetry rows.
SCALE ?= 1
# A part of the names of the attacks that `make bench-hostile` plays; all of them unless given.
ATTACKS ?=

# What `make profile` sends: get, gzip, 304, check, evaluation, write or telemetry.
SCENARIO ?= get

# Debian packages of programs that tests run; the tests are skipped where they are not installed.
DEBIAN_PACKAGES := ruby-flipper caddy nginx prometheus shellcheck unzip chromium \
	bash-completion zsh fish man-db mandoc postgresql pgbouncer

# The browser of `make test-ui` and `make screenshots`.
CHROMIUM := /usr/bin/chromium

# package.json pins Bun. The Bun on PATH is used unless it is older; npm installs the pinned one in build/.
BUN_PINNED := $(shell sed -n 's/.*"bun": ">=\([0-9.]*\)".*/\1/p' package.json)
BUN_ON_PATH := $(shell found=$$(command -v bun) && version=$$("$$found" --version 2>/dev/null) && \
	printf '%s\n' "$(BUN_PINNED)" "$$version" | sort --version-sort --check=quiet && echo "$$found")
BUN_STAMP := $(if $(BUN_ON_PATH),,build/bun/$(BUN_PINNED).stamp)
BUN := "$(or $(BUN_ON_PATH),$(CURDIR)/build/bun/node_modules/.bin/bun)"
BIN := node_modules/.bin

DEPENDENCIES := build/dependencies.stamp
EXECUTABLE := dist/gatehouse
UI_PACK := build/ui.pack
DOCS_PACK := build/docs.pack
PACKS := $(UI_PACK) $(DOCS_PACK)
VERSION := $(shell sed -n 's/.*"version": "\(.*\)".*/\1/p' package.json)
PACKAGE := dist/gatehouse-flags-$(VERSION).tgz
PACKAGING := $(wildcard packaging/*.ts packaging/*.json) README.md CHANGELOG.md LICENSE docs/client.md docs/library.md
WORKERS := build/workers
OPENAPI_TOOLS := build/openapi-tools/package.json
# A worker must be an entry of its own; the executable does not find it otherwise.
WORKER_ENTRIES := src/storage/sqlite/commit-worker.ts src/telemetry/worker/worker.ts
ENTRIES := src/main.ts $(WORKER_ENTRIES)
SOURCES := $(shell find $(wildcard src drizzle) -type f -not -path 'src/ui/*')
UI_SOURCES := $(shell find $(wildcard src/ui src/api/admin/contract src/api/admin/calls) -type f) packaging/build-ui.ts packaging/bundle-ui.ts packaging/minified.ts packaging/pack-page.ts
# The two --no- flags keep the executable from loading files of the current directory.
BUILD_FLAGS := --compile --minify --sourcemap --bytecode --format=esm \
	--no-compile-autoload-dotenv --no-compile-autoload-bunfig
PROMISE_RULES := -A all -D typescript/no-floating-promises -D typescript/no-misused-promises

.PHONY: help setup run ui-dev build test test-sources test-executable test-cluster test-crash fuzz mutate check types lint promises unit changed \
	test-openapi test-ui screenshots migrations man cli-docs settings permissions prices openapi bench bench-scale bench-changes bench-cluster bench-hostile bench-mounts profile release package \
	test-package packages clean FORCE

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r target text; do \
		printf '%-16s %s\n' "$$target" "$$text"; done

setup: $(DEPENDENCIES) $(PACKS) ## Install Bun (unless PATH has it) and the dependencies, and build the web UI
	@:

# `exec`, so that a signal to make reaches the server and not a shell in between.
run: setup ## Start the server, as in make run ARGS="--port 0"
	exec $(BUN) --no-env-file src/main.ts serve $(ARGS)

ui-dev: setup ## Start the server, and build the web UI again and reload its pages at every change
	exec $(BUN) --no-env-file packaging/ui-dev.ts $(UI_PACK) $(ARGS)

build: $(EXECUTABLE) ## Write the executable to dist/gatehouse
	@:

test: types lint promises unit ## Check types, lint, format and promises, and run all tests

test-sources: setup $(UI_PACK) ## Run the suites of processes on the sources, without a build, and those with the most data
	$(BUN_TEST) --path-ignore-patterns=none $(SOURCE_SUITES)

test-executable: $(EXECUTABLE) ## Build, then run the suites that need the executable
	GATEHOUSE_EXECUTABLE="$(CURDIR)/$(EXECUTABLE)" $(BUN_TEST) \
		--path-ignore-patterns=none $(EXECUTABLE_SUITES)
	TESTED_SERVERS=replica TESTED_PROGRAM="$(CURDIR)/$(EXECUTABLE)" $(BUN_TEST) --parallel=2 \
		--path-ignore-patterns=none $(HOSTED_SUITES)

# Two files at once: a page waits for its server and its browser most of the time.
test-ui: $(EXECUTABLE) ## Build, then use the web UI in Chromium, as people do
	@if [ -x $(CHROMIUM) ] || [ "$$CI" = true ]; then $(IN_MEMORY); \
		TESTED_PROGRAM="$(CURDIR)/$(EXECUTABLE)" $(BUN_TEST) --parallel=2 --path-ignore-patterns=none ./test/ui; \
	else echo "The tests of the web UI are left out: $(CHROMIUM) is not installed (make packages)"; fi

screenshots: $(EXECUTABLE) ## Write pictures of every screen of the web UI to build/screenshots
	TESTED_PROGRAM="$(CURDIR)/$(EXECUTABLE)" $(BUN) --no-env-file test/ui/screenshots.ts build/screenshots

test-package: $(PACKAGE) ## Pack the library, and install, compile and run it in hosts
	GATEHOUSE_PACKAGE="$(CURDIR)/$(PACKAGE)" $(BUN_TEST) --path-ignore-patterns=none ./test/package/package.test.ts ./test/package/client.test.ts

# Without Debian's PostgreSQL the tests are left out, and in CI they fail.
test-cluster: $(EXECUTABLE) ## Run the suites that need PostgreSQL, as in make test-cluster ROUNDS=50
	@if [ -x "$$(command -v pg_lsclusters)" ] || [ "$$CI" = true ]; then $(IN_MEMORY); \
		export TESTED_PROGRAM="$(CURDIR)/$(EXECUTABLE)" CLUSTER_ROUNDS=$(ROUNDS); outcome=0; \
		$(BUN_TEST) --path-ignore-patterns=none $(CLUSTER_SUITES) || outcome=1; \
		TESTED_SERVERS=nodes $(BUN_TEST) --parallel=2 --path-ignore-patterns=none $(CONFORMANCE_SUITES) || outcome=1; \
		exit $$outcome; \
	else echo "The tests of PostgreSQL are left out: it is not installed (make packages)"; fi

test-crash: $(EXECUTABLE) ## Kill the executable at random moments, as in make test-crash KILLS=200
	GATEHOUSE_EXECUTABLE="$(CURDIR)/$(EXECUTABLE)" CRASH_KILLS=$(KILLS) $(BUN_TEST) \
		--path-ignore-patterns=none --test-name-pattern=killed ./test/executable/process.test.ts

# The tools need many packages, so they are installed apart from the others.
test-openapi: $(OPENAPI_TOOLS) ## Check the OpenAPI documents with other tools, and with a generated client
	OPENAPI_TOOLS="$(CURDIR)/$(<D)" $(BUN_TEST) --path-ignore-patterns=none ./test/openapi-tools

fuzz: setup $(UI_PACK) ## Send random requests and operations, as in make fuzz SECONDS=600 SEED=42
	@seed=$(or $(SEED),$$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')); \
	echo "seed $$seed: make fuzz SECONDS=$(SECONDS) SEED=$$seed repeats these inputs"; \
	FUZZ_SEED="$$seed" FUZZ_SECONDS=$(SECONDS) MODEL_RUNS=$$(($(SECONDS) * 5)) \
	BAD_INPUT_RUNS=$$(($(SECONDS) * 20)) MIRRORING_RUNS=$$(($(SECONDS) * 5)) \
	QUOTA_RUNS=$$(($(SECONDS) * 2)) REFERENCE_RUNS=$$(($(SECONDS) * 200)) STORAGE_RUNS=$$(($(SECONDS) * 2)) \
	SAME_ANSWER_RUNS=$$(($(SECONDS) * 20)) AGREEMENT_CASES=$$(($(SECONDS) * 2000)) IMPORT_RUNS=$$(($(SECONDS) * 200)) UNDO_RUNS=$$(($(SECONDS) * 20)) LIST_RUNS=$$(($(SECONDS) * 2)) $(BUN) test --timeout=3600000 --path-ignore-patterns=none ./test/fuzz ./test/model-based ./test/imports \
		./test/hosted/bad-input.property.test.ts ./test/replica/same-answers.long.test.ts ./test/hosted/mirroring.property.test.ts \
		./test/hosted/quota-sums.property.test.ts ./test/toggles/feature-references.property.test.ts \
		./test/toggles/explain-check.test.ts ./test/services/explain.property.test.ts ./test/toggles/evaluation.test.ts ./test/client/agreement.test.ts ./test/services/rewind.property.test.ts ./test/ofrep/same-answers.property.test.ts ./test/flipper-api/answers/list-blocks.property.test.ts ./test/contract/storage.test.ts ./test/contract/storage-with-worker.long.test.ts

mutate: setup $(UI_PACK) ## Bring each threat back and expect red tests; MUTATIONS=quick for CI's, or a part of a name
	$(BUN) --no-env-file test/mutation/mutate.ts $(if $(MUTATIONS),"$(MUTATIONS)")

check: types lint promises changed ## Like test, but only with the tests that changes affect

types: setup ## Check the types
	$(BUN) check
	$(BUN) check -p src/ui
	$(BUN) check -p test/ui-rules

lint: setup ## Lint, and check the format
	$(BIN)/biome ci --error-on-warnings --colors=$(if $(MAKE_TERMOUT),force,off) .

promises: setup ## Find promises that are not awaited
	$(BIN)/oxlint --quiet --type-aware $(PROMISE_RULES) src test packaging

unit: $(EXECUTABLE) $(WORKERS) ## Run the everyday tests, on the built program
	@$(IN_MEMORY); $(BUILT_FOR_TESTS) $(BUN_TEST_QUICKLY)

changed: $(EXECUTABLE) $(WORKERS) ## Run the everyday tests that changes since the last commit affect
	@$(IN_MEMORY); $(BUILT_FOR_TESTS) $(BUN_TEST_QUICKLY) --changed

migrations: setup ## Write migrations for changes of the schemas
	$(BIN)/drizzle-kit generate --config drizzle.config.ts
	$(BIN)/drizzle-kit generate --config drizzle.postgres.config.ts
	$(BIN)/drizzle-kit generate --dialect sqlite --schema ./src/telemetry/worker/store/telemetry-schema.ts --out ./drizzle/telemetry
	$(BIN)/drizzle-kit generate --dialect postgresql --schema ./src/telemetry/worker/postgres/postgres-telemetry-schema.ts --out ./drizzle/postgres-telemetry

permissions: setup ## Write the table of the routes and roles of the web UI in docs/ui.md
	$(BUN) packaging/write-permissions.ts

prices: setup ## Write the price of each route in docs/performance.md
	$(BUN) packaging/write-prices.ts

openapi: setup ## Write the OpenAPI documents in docs/, and the types of the Admin API
	$(BUN) --no-env-file packaging/write-openapi.ts

man: setup ## Write the manual pages to dist/man
	$(BUN) --no-env-file packaging/write-man-pages.ts dist/man

cli-docs: setup ## Write the sections of the commands in docs/cli.md
	$(BUN) --no-env-file packaging/write-cli-docs.ts

settings: setup ## Write the table of settings in docs/operations.md
	$(BUN) packaging/write-settings.ts

bench: $(EXECUTABLE) ## Compare the executable with minimal servers, in less than two minutes
	$(BUN) --no-env-file test/bench/bench.ts $(EXECUTABLE)

bench-scale: $(EXECUTABLE) ## Measure large data directories, as in make bench-scale SCALE=0.1
	$(BUN) --no-env-file test/bench/bench-scale.ts $(EXECUTABLE) $(SCALE)

bench-changes: $(EXECUTABLE) ## Measure what one change costs with 10,000 features, and with 99,000 actors
	$(BUN) --no-env-file test/bench/bench-changes.ts $(EXECUTABLE)

bench-mounts: setup ## Measure how long a host waits for toggles in memory
	$(BUN) --no-env-file test/bench/bench-mounts.ts

bench-cluster: $(EXECUTABLE) ## Compare servers that share PostgreSQL, and a replica, with a data directory
	$(BUN) --no-env-file test/bench/bench-cluster.ts $(EXECUTABLE)

bench-hostile: $(EXECUTABLE) ## Measure what expensive requests do, as in make bench-hostile ATTACKS=import
	$(BUN) --no-env-file test/bench/bench-hostile.ts $(EXECUTABLE) "$(ATTACKS)"

profile: setup ## Show where the time of requests goes, as in make profile SCENARIO=check
	$(BUN) --no-env-file test/bench/bench-profile.ts "$(SCENARIO)" build/profile

release: setup ## Write executables and archives for all targets, a bill of materials and SHA256SUMS to dist/release
	$(BUN) --no-env-file packaging/make-release.ts $(RELEASE) $(TARGETS) -- $(BUILD_FLAGS) $(ENTRIES)

package: $(PACKAGE) ## Write the npm package of the library and the server to dist/
	@:

packages: ## Install the Debian packages of programs that tests run; needs root
	apt-get update -qq
	apt-get install -qq --yes --no-install-recommends $(DEBIAN_PACKAGES)

clean: ## Remove everything that make made, including the dependencies
	rm -rf build dist node_modules

$(UI_PACK): $(UI_SOURCES) $(DEPENDENCIES)
	$(BUN) --no-env-file packaging/build-ui.ts $@

$(DOCS_PACK): packaging/build-docs.ts packaging/documentation-files.ts packaging/minified.ts packaging/pack-page.ts $(DEPENDENCIES)
	$(BUN) --no-env-file packaging/build-docs.ts $@

$(EXECUTABLE): $(SOURCES) $(PACKS) $(DEPENDENCIES)
	$(BUN) build $(BUILD_FLAGS) $(ENTRIES) --outfile $@

$(PACKAGE): $(SOURCES) $(PACKS) $(PACKAGING) $(DEPENDENCIES)
	$(BUN) --no-env-file packaging/make-package.ts $(@D)

$(WORKERS): $(SOURCES) $(DEPENDENCIES)
	$(BUN) build --target=bun --root=src --entry-naming='[dir]/[name].ts' --outdir=$@ $(WORKER_ENTRIES)
	@touch $@

# A removed node_modules is installed again, even if the stamp is up to date.
$(DEPENDENCIES): package.json bun.lock $(BUN_STAMP) $(if $(wildcard $(BIN)/biome),,FORCE)
	$(BUN) install --frozen-lockfile
	@mkdir -p $(@D) && touch $@

$(OPENAPI_TOOLS): $(wildcard packaging/openapi-tools/*) $(DEPENDENCIES)
	@mkdir -p $(@D)
	cp packaging/openapi-tools/* $(@D)
	$(BUN) install --frozen-lockfile --cwd $(@D)
	@touch $@

# npm may refuse to run the package's install script, so check that Bun works.
build/bun/%.stamp:
	npm install --prefix build/bun --no-save --no-audit --no-fund --loglevel=error bun@$*
	build/bun/node_modules/.bin/bun --version
	@touch $@
