# Entry points. Everything else is in CMakeLists.txt and tools/.
#
#   make                    the libraries and the command build/tenon, with build/tenon-bench for `tenon bench`
#   make run                simulates an example: a table, a picture and a movie in out/
#   make test               all tests, with both compilers and the sanitizers: 12 minutes of processor time, after compiling
#   make test-long          the same in full length, and with the thread sanitizer and valgrind; fuzzers run for a minute each;
#                           the core by narrower SIMD, and for aarch64 by qemu
#   make fuzz               searches for bad inputs, FUZZ_SECONDS (600) for each reader; findings in out/fuzz/ (needs clang)
#   make bench              all benchmarks against other engines (25 minutes on a quiet machine): a table, out/bench.json and plots
#   make bench QUICK=1      the same in about four minutes; tools/bench_page.sh writes the result into docs/benchmarks.md
#   make gallery            draws the scenes of examples/gallery.list and writes examples/README.md
#   make install PREFIX=DIR
#   make format             formats the sources; make check-format only checks
#   make clean              removes everything built

PREFIX ?= /usr/local
BUILD ?= build
FUZZ_SECONDS ?= 600
SCENE ?= examples/barzel-barr-1988/towers.tn
RESULT = out/$(basename $(notdir $(SCENE)))

.PHONY: all setup setup-web run test test-long fuzz bench gallery format check-format install clean

all: setup
	@test -f $(BUILD)/build.ninja || cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Release -DTENON_TESTS=OFF
	@cmake --build $(BUILD)

setup:
	@tools/setup.sh

# Optional: without these the tests of the studio's page are skipped.
setup-web:
	@tools/setup.sh packages-web.txt || echo "setup: the tests of the studio's page will be skipped"

run: all
	@mkdir -p out
	$(BUILD)/tenon run $(SCENE) --csv $(RESULT).csv --movie $(RESULT).mp4
	$(BUILD)/tenon picture $(SCENE) --output $(RESULT).png
	@echo "Look at $(RESULT).mp4 and $(RESULT).png. $(RESULT).csv has one row per frame: first the time, then the probes and every object."
	@echo "$(BUILD)/tenon studio $(SCENE) opens it in the browser, to grab and to change."

test: setup setup-web
	@tools/test.sh

test-long: setup setup-web
	@tools/setup.sh packages-long.txt
	@tools/test.sh --long

fuzz: setup
	@tools/fuzz.sh $(FUZZ_SECONDS)

# Other engines are optional: those that cannot be installed or built are left out.
bench: all
	@tools/setup.sh packages-peers.txt || echo "bench: continuing with the engines that are available"
	@cmake -S . -B $(BUILD) -DTENON_PEERS=ON >/dev/null
	@cmake --build $(BUILD) --target benches
	@mkdir -p out
	@for b in linear_bench formula_bench; do echo "== $$b"; $(BUILD)/bench/$$b || exit 1; done
	@$(BUILD)/tenon bench $(if $(QUICK),--quick) --json out/bench.json --plots out

gallery: all
	@tools/gallery.sh --pictures $(BUILD)/tenon

format: setup
	@tools/format.sh

check-format: setup
	@tools/format.sh --check

# The loader's cache is refreshed if we are root.
install: all
	@cmake --install $(BUILD) --prefix $(abspath $(PREFIX))
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ]; then case "$(PREFIX)" in /usr|/usr/local) ldconfig ;; esac; fi

clean:
	rm -rf build build-gcc build-clang build-tsan build-fuzz build-aarch64 out
