# Two commands matter: `make demo` judges real submissions, `make test` runs the whole suite. Both
# work as root and as an ordinary user.

CARGO ?= cargo
# Where rustup puts it, also before its user has logged in anew.
export PATH := $(or $(CARGO_HOME),$(HOME)/.cargo)/bin:$(PATH)
# Where cargo puts what it builds; the same variable that cargo itself reads.
CARGO_TARGET_DIR ?= target
export CARGO_TARGET_DIR

SANDGLASS = $(CARGO_TARGET_DIR)/release/sandglass

.PHONY: help
help:
	@echo 'make demo                  judge real submissions of every kind and print the verdicts'
	@echo 'make test                  run the whole suite (SANDGLASS_VM=no: without the virtual machine)'
	@echo 'make lint                  formatting, clippy, shell scripts, dependencies'
	@echo 'make bench                 measure Sandglass here, beside its peers'
	@echo 'make vm                    run what meets the kernel in a virtual machine with cgroup v2 and systemd'
	@echo 'make build                 build target/release/sandglass'
	@echo 'make generated             renew manual pages and completion scripts in docs/generated'
	@echo 'make install-dependencies  install what is missing on this machine'

.PHONY: install-dependencies
install-dependencies:
	scripts/bootstrap

.PHONY: build
build: install-dependencies
	$(CARGO) build --release --locked --package sandglass-cli

.PHONY: demo
demo: build
	scripts/demo $(SANDGLASS)

.PHONY: test
test: install-dependencies
	scripts/test

.PHONY: vm
vm: install-dependencies
	scripts/test-in-vm

.PHONY: lint
lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- --deny warnings
	scripts/lint-others

# On an idle machine; about twenty minutes. `lab overshoot` ends with 1 where it misses its goal, and
# the rest is measured all the same.
.PHONY: bench
bench: build
	$(SANDGLASS) lab spawn --output $(CARGO_TARGET_DIR)/bench
	$(SANDGLASS) lab reactive --output $(CARGO_TARGET_DIR)/bench
	$(SANDGLASS) lab compile --output $(CARGO_TARGET_DIR)/bench
	-$(SANDGLASS) lab overshoot --output $(CARGO_TARGET_DIR)/bench
	$(SANDGLASS) lab rpc --output $(CARGO_TARGET_DIR)/bench
	$(SANDGLASS) lab cave --doors 500 --work 170000 --output $(CARGO_TARGET_DIR)/bench
	$(CARGO) bench --locked --package sandglass-judge
	$(CARGO) bench --locked --package sandglass-cli --bench compiler

.PHONY: generated
generated: build
	scripts/generate $(SANDGLASS)
