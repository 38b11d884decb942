/*
 * Runs before the tests (bunfig.toml). Elysia starts a full collection for each API, and long work
 * does too. In a process that runs hundreds of files each one marks up to 600 MB, which took a fifth
 * of the time of `make test`. Tests that measure memory collect with `Bun.gc(true)`.
 */
const collect = Bun.gc;
Bun.gc = (waits?: boolean) => (waits === true ? collect(true) : undefined);
