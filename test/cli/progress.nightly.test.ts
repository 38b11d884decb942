import { expect, test } from "bun:test";
import { join } from "node:path";
import { run, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { dataIn, lockDatabase, OnTerminal } from "./on-terminal.ts";

const timeoutMs = 180_000;

/** Commands that take less show nothing. */
const quietMs = 1_000;
const cleared = "\r\u001b[K";

test(
  "a backup that waits shows its step on a terminal, before its thread is blocked, and a pipe gets nothing",
  async () => {
    using place = new TemporaryDirectory();
    const data = await dataIn(place.path);
    const lock = lockDatabase(join(data, "gatehouse.db"));
    const piped = run(testedProgram, ["backup", "--data", data, join(place.path, "a.tar.gz")], {
      cwd: place.path,
    });
    const shown = new OnTerminal(["backup", "--data", data, join(place.path, "b.tar.gz")]);
    await shown.shows(/copying gatehouse\.db/);
    lock.release();
    const { code, shown: text } = await shown.ended();
    expect(code).toBe(0);
    // The line is removed before the result is printed.
    expect(text.split(cleared).at(-1)).toMatch(/^backed up telemetry\.db and gatehouse\.db, /);
    expect(await piped).toMatchObject({ code: 0, err: "" });
    expect((await piped).out).not.toContain("\r");
  },
  timeoutMs,
);

test(
  "a start that waits for a database shows it on a terminal",
  async () => {
    using place = new TemporaryDirectory();
    const data = await dataIn(place.path);
    const lock = lockDatabase(join(data, "gatehouse.db"));
    const server = new OnTerminal(["serve", "--port", "0", "--data", data]);
    await server.shows(/opening gatehouse\.db/);
    lock.release();
    await server.shows(/listening on http/);
    await server.interrupt();
    const { code, shown } = await server.ended();
    expect(code).toBe(0);
    expect(shown.split(cleared).at(-1)).toContain("listening on ");
  },
  timeoutMs,
);

test(
  "an import that waits for its input shows it with the seconds, in a line that fits the terminal",
  async () => {
    using place = new TemporaryDirectory();
    const data = await dataIn(place.path);
    const argv = ["import", "-", "--data", data];
    const wide = new OnTerminal(argv);
    await wide.shows(/reading the input, 2 s/);
    wide.interruptByKey();
    await wide.ended();
    const command = new OnTerminal(argv, 20);
    await command.shows(/reading the inpu…/);
    command.write('{"features":{"search":{}}}\n\u0004');
    const { code, shown } = await command.ended();
    expect(code).toBe(0);
    expect(shown).toContain("imported 1 feature into production\r\n");
    expect(shown).not.toContain("reading the input");
  },
  timeoutMs,
);

test(
  "a short command shows no progress on a terminal, and its table has the terminal's width",
  async () => {
    using place = new TemporaryDirectory();
    const data = await dataIn(place.path);
    const name = "a name that is longer than a terminal of eighty columns has room for in a table";
    const wide = ["environment", "create", name, "--data", data];
    const startedMs = performance.now();
    const created = (await new OnTerminal(wide).ended()).shown;
    // Only a slow machine may show the progress of it.
    if (performance.now() - startedMs < quietMs) {
      expect(created).not.toContain(cleared);
    }
    expect(created.split(cleared).at(-1)).toMatch(/^created environment /);
    const list = ["environment", "list", "--data", data];
    const { shown } = await new OnTerminal(list, 300).ended();
    expect(shown.split("\r\n").some((line) => line.includes(name))).toBe(true);
    const narrow = (await new OnTerminal(list).ended()).shown;
    expect(Math.max(...narrow.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  },
  timeoutMs,
);
