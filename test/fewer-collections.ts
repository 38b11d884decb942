/*
 * Runs before the tests (bunfig.toml). Elysia starts a full collection for each API, and so does long
 * work (src/core/scheduling/count-long-work.ts). In a process with hundreds of test files, one collection
 * marks up to 600 MB. They took a fifth of the time of `make test`. Tests of memory call `Bun.gc(true)`.
 */
const collect = Bun.gc;
Bun.gc = (waits?: boolean) => (waits === true ? collect(true) : undefined);
