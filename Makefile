# `make help` lists what people call. Existing results are not made again.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
SHELL := /bin/sh

# Arguments for `make run` and for the benchmarks, as in `make run ARGS="--port 0"`.
ARGS :=

# A checkout of Flipper's repository for `make bench-peers`, unless its gems are installed.
FLIPPER ?=

# The targets and the directory of `make release`. Bun downloads missing parts for other targets.
TARGETS ?= linux-x64 linux-arm64 linux-x64-musl linux-arm64-musl darwin-x64 darwin-arm64 \
	windows-x64 windows-arm64
RELEASE ?= dist/release

# How many times longer than on every day random tests and rounds of faults take in `make fuzz` and
# `make nightly`, and the seed of their random inputs; a random one unless given.
TIMES ?= 20
SEED ?=

# With HISTORY, `make test-cluster` only records and checks a history with faults, for this time. The seed
# of the faults is a random one unless HISTORY_SEED is given.
HISTORY ?=
HISTORY_SECONDS ?= 600
HISTORY_SEED ?=

# Shows failures only. A run is too short for the slowest of the compilers to pay. The timeout, in
# milliseconds, ends a test that hangs; it suits slow machines.
BUN_TEST = BUN_JSC_useFTLJIT=0 $(BUN) test --only-failures --timeout=180000
# One process per core runs the test files; with the second flag it loads shared modules once.
NIGHTLY_TEST = $(BUN) test --only-failures --timeout=3600000
HISTORY_TEST = HISTORY_SECONDS="$(HISTORY_SECONDS)" HISTORY_SEED="$(HISTORY_SEED)" $(NIGHTLY_TEST) $(EVERY) \
	./test/cluster/histories/histories.nightly.test.ts
IN_PARALLEL := --parallel=2
# Browsers, databases and processes of other programs have times of their own on a busy machine. A test of
# them that fails runs once more, with the same random inputs; the output keeps its first failure.
RANDOM_SEED := $$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')
TEST_TWICE = FUZZ_SEED="$${FUZZ_SEED:-$(RANDOM_SEED)}" $(BUN_TEST) --retry=1
SHARING := --parallel --no-isolate
EVERY := --path-ignore-patterns=none
# Tests start the built program and its workers, which takes a third of the time of the sources. Their
# data is in memory if there is room: waiting for a disk proves nothing more.
BUILT_FOR_TESTS = export TESTED_PROGRAM="$(CURDIR)/$(EXECUTABLE)" TESTED_WORKERS="$(CURDIR)/$(WORKERS)"
IN_MEMORY := if [ -w /dev/shm ] && [ "$$(df --output=avail /dev/shm | tail -n 1)" -gt 2000000 ]; then \
	TMPDIR=$$(mktemp -d /dev/shm/tests-XXXXXX) && chmod 711 "$$TMPDIR"; export TMPDIR; \
	trap 'rm -rf "$$TMPDIR"' EXIT; trap 'exit 130' INT TERM; fi
QUICKLY = $(IN_MEMORY); $(BUILT_FOR_TESTS)

# Files by the end of their names, and those with random inputs.
named = $(patsubst %,./%,$(shell find $(wildcard test) -name '*.$(1).test.ts' | sort))
RANDOM_SUITES = $(patsubst %,./%,$(shell grep -rlE 'helpers/runs|(storage|moves)-contract|fuzz-run' \
	--include='*.test.ts' test | grep -vE '(cluster|long|nightly).test' | sort))
# The API as clients see it. `make test` calls it in process; a TESTED_SERVERS names other ways.
HOSTED_SUITES := ./test/hosted/conformance ./test/api/ofrep/ofrep-conformance.test.ts \
	./test/api/ofrep/stream-conformance.test.ts
CONFORMANCE_SUITES := ./test/conformance $(HOSTED_SUITES)
# One file shows that a way to run works at all.
SMOKE_SUITE := ./test/hosted/conformance/feature-object.test.ts

# Those of the web UI that are not in nightly.
UI_SUITES := $(filter-out %.nightly.test.ts,$(patsubst %,./%,$(wildcard test/ui/*.test.ts)))

# The suites of `.ci/run` in addition to `make test`, and those of `make nightly`.
# The longest first, so that all lanes end at about the same time.
SUITES := test-ui test-cluster test-long test-executable test-package simulate test-openapi
NIGHTLY := nightly-long nightly-executable nightly-cluster nightly-conformance nightly-package nightly-simulate test-peers test-site test-mcp fuzz mutate
WITHOUT_POSTGRES := [ ! -x "$$(command -v pg_lsclusters)" ] && [ "$$CI" != true ]

# What `make written` writes, one by one.
WRITTEN := permissions prices openapi cli-docs settings man repository schema
BENCHMARKS := bench bench-scale bench-changes bench-cluster bench-hostile bench-mounts bench-page bench-peers

# Debian packages of programs that tests run; the tests are skipped where they are not installed.
DEBIAN_PACKAGES := minisign ruby-flipper ruby-sqlite3 caddy nginx prometheus shellcheck unzip chromium-headless-shell firefox-esr \
	bash-completion zsh fish man-db mandoc postgresql pgbouncer \
	ruby-rack puma python3-fastapi python3-httpx uvicorn
# The same for `make nightly` only: Go has 464 MB.
NIGHTLY_PACKAGES := golang-go

install = dpkg-query --show --showformat='$${Status}\n' $(1) 2>&1 | grep -qv '^install ok installed$$' || exit 0; \
	apt-get update -qq && apt-get install -qq --yes --no-install-recommends $(1)

# The browser of `make test-ui` and `make screenshots`.
CHROMIUM := /usr/bin/chromium-headless-shell

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
PACKAGING := $(wildcard packaging/*.ts packaging/*.json) packaging/npm-readme.md CHANGELOG.md LICENSE docs/client.md docs/library.md
WORKERS := build/workers
OPENAPI_TOOLS := build/openapi-tools/package.json
PEER_TOOLS := build/peer-tools/package.json
MCP_TOOLS := build/mcp-tools/package.json
BENCH_PEERS_TOOLS := build/bench-peers-tools/package.json
# A worker must be an entry of its own; the executable does not find it otherwise.
WORKER_ENTRIES := src/storage/sqlite/commit-worker.ts src/telemetry/worker/worker.ts
ENTRIES := src/executable-entry.ts $(WORKER_ENTRIES)
SOURCES := $(shell find $(wildcard src drizzle) -type f -not -path 'src/ui/*') packaging/repository.json
UI_SOURCES := $(shell find $(wildcard src/ui src/api/admin/contract src/api/admin/calls) -type f) packaging/build-ui.ts packaging/bundle-ui.ts packaging/pack-page.ts
# The two --no- flags keep the executable from loading files of the current directory.
BUILD_FLAGS := --compile --minify --sourcemap --bytecode --format=esm --splitting \
	--no-compile-autoload-dotenv --no-compile-autoload-bunfig
PROMISE_RULES := -A all -D typescript/no-floating-promises -D typescript/no-misused-promises

.PHONY: help setup run ui-dev build site test check types lint promises unit changed nightly fuzz mutate simulate suites \
	$(SUITES) $(NIGHTLY) $(WRITTEN) $(BENCHMARKS) profile written migrations screenshots release release-all release-image \
	release-check package packages \
	nightly-packages clean FORCE

help: ## List what people call
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r target text; do \
		printf '%-12s %s\n' "$$target" "$$text"; done

setup: $(DEPENDENCIES) $(PACKS) ## Install Bun (unless PATH has it) and the dependencies, and build the web UI
	@:

# `exec`, so that a signal to make reaches the server and not a shell in between.
run: setup ## Start the server, as in make run ARGS="--port 0"
	exec $(BUN) --no-env-file src/main.ts serve $(ARGS)

ui-dev: setup ## Start the server, and build the web UI again and reload its pages at every change
	exec $(BUN) --no-env-file packaging/ui-dev.ts $(UI_PACK) $(ARGS)

build: $(EXECUTABLE) ## Write the executable to dist/gatehouse
	@:

test: types lint promises unit ## Check types, lint, format and promises, and run the everyday tests

check: types lint promises changed ## Like test, but only with the tests that changes affect

changed: $(EXECUTABLE) $(WORKERS) ## Run only the tests that changes since the last commit affect
	@$(QUICKLY); outcome=0; $(BUN_TEST) $(SHARING) --changed || outcome=1; \
	files=$$($(BUN) --no-env-file packaging/list-changed-texts.ts); \
	[ -z "$$files" ] || $(BUN_TEST) $(IN_PARALLEL) $(EVERY) $$files || outcome=1; exit $$outcome

nightly: $(NIGHTLY) ## Run what takes long: many random inputs, kills and faults, all mutations, all servers

fuzz: setup ## Run the random tests for longer, as in make fuzz TIMES=200 SEED=42
	@seed=$(or $(SEED),$(RANDOM_SEED)); \
	echo "seed $$seed: make fuzz TIMES=$(TIMES) SEED=$$seed repeats these inputs"; \
	FUZZ_SEED="$$seed" TEST_TIMES=$(TIMES) $(NIGHTLY_TEST) $(IN_PARALLEL) $(EVERY) \
	$(RANDOM_SUITES)

simulate: $(PACKS) ## Run random faults in virtual time, as in make simulate SEED=42 SECONDS=600 WORLD=cluster
	@$(IN_MEMORY); SEED="$(or $(SEED),$(RANDOM_SEED))" SECONDS="$(SECONDS)" $(if $(WORLD),WORLD=$(WORLD)) \
	$(BUN) --no-env-file test/simulation/run-seeds.ts

mutate: setup ## Bring each threat back and expect red tests; MUTATIONS=restore for those with that word
	$(BUN) --no-env-file test/mutation/mutate.ts $(if $(MUTATIONS),"$(MUTATIONS)")

written: $(WRITTEN) ## Write what documents take from the code: tables, commands, OpenAPI, manual pages

migrations: setup ## Write migrations for changes of the schemas
	$(BIN)/drizzle-kit generate --config drizzle.config.ts
	$(BIN)/drizzle-kit generate --config drizzle.postgres.config.ts
	$(BIN)/drizzle-kit generate --dialect sqlite --schema ./src/telemetry/worker/store/telemetry-schema.ts --out ./drizzle/telemetry
	$(BIN)/drizzle-kit generate --dialect postgresql --schema ./src/telemetry/worker/postgres/postgres-telemetry-schema.ts --out ./drizzle/postgres-telemetry

bench: ## Compare the executable with minimal servers; bench-scale and others are in docs/performance.md

screenshots: $(EXECUTABLE) ## Write pictures of every screen of the web UI to build/screenshots
	TESTED_PROGRAM="$(CURDIR)/$(EXECUTABLE)" $(BUN) --no-env-file test/ui/screenshots.ts build/screenshots $(PICTURES)

package: $(PACKAGE) ## Write the npm package of the library and the server to dist/
	@:

site: setup ## Write the site of the documents to build/site, and site.tar.gz to dist/
	cd site && $(BUN) install --frozen-lockfile && $(BUN) --no-env-file sync.ts && \
	ASTRO_TELEMETRY_DISABLED=1 $(BUN) --bun node_modules/.bin/astro build
	@mkdir -p dist
	tar --create --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --directory=build/site . | gzip -n9 > dist/site.tar.gz

release: setup ## Write executables and archives for all targets, a bill of materials and SHA256SUMS to dist/release
	$(BUN) --no-env-file packaging/make-release.ts $(RELEASE) $(TARGETS) -- $(BUILD_FLAGS) $(ENTRIES)

# Needs dpkg-deb, rpmbuild, mmdebstrap, root and Debian's servers, and minisign if MINISIGN_SECRET_KEY_FILE
# names a key to sign with.
release-all: release site $(PACKAGE) ## Write all files of a release: those of make release, packages for Linux and npm, the image, notes and sums
	$(BUN) --no-env-file packaging/linux/make-linux-packages.ts $(RELEASE)
	$(BUN) --no-env-file packaging/image/make-image.ts $(RELEASE)
	cp $(PACKAGE) dist/site.tar.gz $(RELEASE)
	$(BUN) --no-env-file packaging/finish-release.ts $(RELEASE) $(MINISIGN_SECRET_KEY_FILE)

# Needs mmdebstrap, root and Debian's servers.
release-image: setup ## Write the container image of the archives in dist/release, for both Linux architectures
	$(BUN) --no-env-file packaging/image/make-image.ts $(RELEASE)

release-check: setup ## Check the packages and the image in dist/release on a clean Debian; needs root
	$(BUN) --no-env-file packaging/check/release-check.ts $(RELEASE)

packages: ## Install the Debian packages of programs that tests run, unless they are there; needs root
	@$(call install,$(DEBIAN_PACKAGES))

nightly-packages: packages
	@$(call install,$(NIGHTLY_PACKAGES))

clean: ## Remove everything that make made, including the dependencies
	rm -rf build dist node_modules

types: setup
	$(BUN) check
	$(BUN) check -p src/ui
	$(BUN) check -p test/ui-rules

lint: setup
	$(BIN)/biome ci --error-on-warnings --colors=$(if $(MAKE_TERMOUT),force,off) .

# Finds promises that are not awaited.
promises: setup
	$(BIN)/oxlint --quiet --type-aware $(PROMISE_RULES) src test packaging bench

unit: $(EXECUTABLE) $(WORKERS)
	@$(QUICKLY); $(BUN_TEST) $(SHARING)

suites: $(SUITES)

test-long: $(EXECUTABLE) $(WORKERS)
	@$(QUICKLY); $(TEST_TWICE) $(IN_PARALLEL) --no-isolate $(EVERY) $(call named,long)

test-executable: $(EXECUTABLE) $(WORKERS)
	@$(QUICKLY); outcome=0; $(TEST_TWICE) $(IN_PARALLEL) $(EVERY) ./test/executable || outcome=1; \
	TESTED_SERVERS=executable $(BUN_TEST) $(SHARING) $(EVERY) $(CONFORMANCE_SUITES) || outcome=1; \
	TESTED_SERVERS=replica $(BUN_TEST) $(EVERY) $(SMOKE_SUITE) || outcome=1; exit $$outcome

# Two files at once, each with the browser of its process.
test-ui: $(EXECUTABLE) $(WORKERS)
	@if [ -x $(CHROMIUM) ] || [ "$$CI" = true ]; then $(QUICKLY); $(TEST_TWICE) $(IN_PARALLEL) --no-isolate $(EVERY) $(UI_SUITES); \
	else echo "The tests of the web UI are left out: $(CHROMIUM) is not installed (make packages)"; fi

# Without Debian's PostgreSQL the tests are left out, and in CI they fail.
test-cluster: $(EXECUTABLE) $(WORKERS)
	@if $(WITHOUT_POSTGRES); then echo "The tests of PostgreSQL are left out: it is not installed (make packages)"; exit 0; fi; \
	$(QUICKLY); outcome=0; $(if $(HISTORY),$(HISTORY_TEST) || outcome=1; exit $$outcome;) \
	$(TEST_TWICE) $(IN_PARALLEL) $(EVERY) $(call named,cluster) || outcome=1; \
	TESTED_SERVERS=nodes $(BUN_TEST) $(EVERY) $(SMOKE_SUITE) || outcome=1; exit $$outcome

# Packs the library, and installs, compiles and runs it in hosts.
test-package: $(PACKAGE)
	GATEHOUSE_PACKAGE="$(CURDIR)/$(PACKAGE)" $(TEST_TWICE) $(EVERY) ./test/package/package.test.ts ./test/package/client.test.ts

# As many applications still compile with the compiler before.
nightly-package: $(PACKAGE)
	HOST_TYPESCRIPT=$$(sed -n 's/.*"typescript": "\(.*\)".*/\1/p' package.json) $(MAKE) test-package

# Other tools read the OpenAPI documents. They need many packages, so they are installed apart.
test-openapi: $(OPENAPI_TOOLS)
	OPENAPI_TOOLS="$(CURDIR)/$(<D)" $(BUN_TEST) $(EVERY) ./test/openapi-tools

# Imports from other systems are compared with the evaluators of those systems, which are installed apart.
test-peers: $(PEER_TOOLS)
	PEER_TOOLS="$(CURDIR)/$(<D)" $(BUN_TEST) $(EVERY) ./test/peer-tools

# Assistants use the reference client of MCP, which is installed apart.
test-mcp: $(MCP_TOOLS) $(EXECUTABLE) $(WORKERS)
	@$(QUICKLY); MCP_TOOLS="$(CURDIR)/$(<D)" $(BUN_TEST) $(EVERY) ./test/mcp-tools

# Every page in a browser, and every link of it.
test-site: site
	BUILT_SITE="$(CURDIR)/build/site" $(BUN_TEST) $(EVERY) ./test/site

$(NIGHTLY): export CI := true
$(filter nightly-%,$(NIGHTLY)): export TEST_TIMES := $(TIMES)

nightly-long: $(EXECUTABLE) $(WORKERS) $(PACKAGE)
	@$(QUICKLY); TESTED_PACKAGE="$(CURDIR)/$(PACKAGE)" $(NIGHTLY_TEST) $(EVERY) $(call named,nightly) $(call named,long)

nightly-executable: $(EXECUTABLE) $(WORKERS)
	@$(QUICKLY); $(NIGHTLY_TEST) $(EVERY) ./test/executable

nightly-simulate: setup
	@$(MAKE) simulate SECONDS=600

nightly-cluster: $(EXECUTABLE) $(WORKERS)
	@$(QUICKLY); $(NIGHTLY_TEST) $(EVERY) $(call named,cluster)

nightly-conformance: $(EXECUTABLE) $(WORKERS)
	@$(QUICKLY); outcome=0; for servers in handlers replica nodes; do echo "$$servers:"; \
		suites="$(CONFORMANCE_SUITES)"; [ $$servers = replica ] && suites="$(HOSTED_SUITES)"; \
		TESTED_SERVERS=$$servers $(NIGHTLY_TEST) $(IN_PARALLEL) $(EVERY) $$suites || outcome=1; done; exit $$outcome

# The table of permissions is from the OpenAPI document.
permissions: openapi

$(WRITTEN): setup
	$(BUN) --no-env-file packaging/write-$@.ts

bench-page: export TESTED_PROGRAM = $(abspath $(EXECUTABLE))
bench-peers: $(BENCH_PEERS_TOOLS)
bench-peers: export BENCH_PEERS_TOOLS := $(CURDIR)/$(dir $(BENCH_PEERS_TOOLS))
bench-peers: export FLIPPER := $(FLIPPER)
$(BENCHMARKS): $(EXECUTABLE)
	$(BUN) --no-env-file bench/$@.ts $(EXECUTABLE) $(ARGS)

profile: setup
	$(BUN) --no-env-file bench/bench-profile.ts $(or $(ARGS),get) build/profile

$(UI_PACK): $(UI_SOURCES) $(DEPENDENCIES)
	$(BUN) --no-env-file packaging/build-ui.ts $@

$(DOCS_PACK): packaging/build-docs.ts packaging/documentation-files.ts packaging/pack-page.ts $(DEPENDENCIES)
	$(BUN) --no-env-file packaging/build-docs.ts $@

# Each chunk has a source map, with a name that depends on its text.
$(EXECUTABLE): $(SOURCES) $(PACKS) $(DEPENDENCIES)
	@rm -f $(@D)/*.map
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

$(OPENAPI_TOOLS): $(wildcard packaging/openapi-tools/*)
$(PEER_TOOLS): $(wildcard packaging/peer-tools/*)
$(MCP_TOOLS): $(wildcard packaging/mcp-tools/*)
$(BENCH_PEERS_TOOLS): $(wildcard packaging/bench-peers-tools/*)
$(OPENAPI_TOOLS) $(PEER_TOOLS) $(MCP_TOOLS) $(BENCH_PEERS_TOOLS): $(DEPENDENCIES)
	@mkdir -p $(@D)
	cp packaging/$(notdir $(@D))/* $(@D)
	$(BUN) install --frozen-lockfile --cwd $(@D)
	@touch $@

# npm may refuse to run the package's install script, so check that Bun works.
build/bun/%.stamp:
	npm install --prefix build/bun --no-save --no-audit --no-fund --loglevel=error bun@$*
	build/bun/node_modules/.bin/bun --version
	@touch $@
