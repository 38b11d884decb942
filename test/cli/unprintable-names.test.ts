import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { run, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { startShell } from "./in-memory-shell.ts";

/** Reverses the direction of writing, marks it, and is invisible. */
const hostile = "a\u202eb\u200f\u061c\ufeffc";
const shown = "a\\u202eb\\u200f\\u061c\\ufeffc";
const unprintable = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u;

/** Commands that print a name, each in its text, its table, and its JSON. */
const commands: readonly (readonly string[])[] = [
  ["project", "create", hostile],
  ["project", "list"],
  ["project", "list", "--json"],
  ["environment", "create", hostile],
  ["environment", "list"],
  ["environment", "list", "--json"],
  ["group", "add", hostile],
  ["group", "list"],
  ["group", "list", "--json"],
  ["group", "strict", "off", "--project", hostile],
  ["group", "remove", hostile],
  ["member", "add", `${hostile}@example.com`, "--name", hostile],
  ["member", "list"],
  ["member", "list", "--json"],
  ["member", "remove", `${hostile}@example.com`],
  ["environment", "list", "--project", `${hostile}-other`],
  ["group", "strict", hostile],
  ["unknown", hostile],
];

test("names are printed without what a terminal obeys or does not show", async () => {
  const { run: shell } = await startShell(() => 0);
  const printed: string[] = [];
  for (const argv of commands) {
    const { out, err } = await shell(...argv);
    expect([argv, unprintable.exec(out + err)]).toEqual([argv, null]);
    printed.push(out + err);
  }
  expect(printed.filter((text) => text.includes("\\u202eb")).length).toBeGreaterThan(12);
  expect(printed[1]).toContain(shown);
  expect(JSON.parse(printed[2] ?? "")).toMatchObject({ projects: [{}, { name: hostile }] });
});

test("an export on the standard output is printable, and has the same value", async () => {
  const { run: shell } = await startShell(() => 0);
  using directory = new TemporaryDirectory();
  const file = join(directory.path, "features.json");
  const document = { features: { search: { actors: [hostile, "\u009b"] } } };
  await Bun.write(file, JSON.stringify(document));
  expect(await shell("import", file)).toMatchObject({ code: 0 });
  const { out } = await shell("export");
  expect(unprintable.exec(out)).toBeNull();
  expect(JSON.parse(out).features.search.actors).toEqual([hostile, "\u009b"]);
});

test("messages of the executable are printable too", async () => {
  using directory = new TemporaryDirectory();
  const data = join(directory.path, hostile);
  mkdirSync(join(data, "gatehouse.db"), { recursive: true });
  const serve = ["serve", "--mode", "mountable", "--port", "0", "--data", data];
  for (const args of [serve, ["token", "list", "--data", data], ["backup", "x", "--data", data]]) {
    const { code, out, err } = await run(testedProgram, args, { cwd: directory.path });
    expect([code === 0, out]).toEqual([false, ""]);
    expect(unprintable.exec(err)).toBeNull();
    expect(err).toContain(shown);
  }
});
