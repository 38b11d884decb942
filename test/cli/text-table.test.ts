import { describe, expect, test } from "bun:test";
import { textTable } from "../../src/cli/output/text-table.ts";
import { type Shell, startShell } from "./in-memory-shell.ts";

const moment = Date.UTC(2026, 0, 2, 3, 4);
const longName =
  "the servers of the second floor, with their-very-long-host-names.example 日本語の名前です";
const slug = "the-environment-of-all-people-who-review-changes";

/** A shell with everything in its tables that makes them wide. */
async function filledShell(columns?: number): Promise<Shell> {
  const shell = await startShell(() => moment, columns);
  await shell.run("environment", "create", slug);
  await shell.run(
    "member",
    "add",
    "someone.with.a.long.name@department.company.example",
    "--project=Default",
  );
  await shell.run(
    ...["token", "create", "--name", longName, "--environment", slug, "--expires", "90d"],
    ...["--owner", "someone.with.a.long.name@department.company.example"],
    ...["--access", "read_and_write", "--manage-environments"],
  );
  await shell.run("token", "revoke", "1");
  return shell;
}

const tables = [
  ["token", "list", "--revoked"],
  ["environment", "list"],
  ["member", "list"],
  ["project", "list"],
  ["limits", "show"],
];

describe.each(tables)("%s %s", (...argv) => {
  test.each([
    [80, 80],
    [50, 50],
    [120, 120],
  ])("on a terminal of %p columns fits %p", async (columns, widthMax) => {
    const { run } = await filledShell(columns);
    const { code, out } = await run(...argv);
    expect(code).toBe(0);
    const widths = out.split("\n").map((line) => Bun.stringWidth(line));
    expect(Math.max(...widths)).toBeLessThanOrEqual(widthMax);
  });
});

test("a cell that is too wide continues on the next lines, and loses nothing", async () => {
  const { run } = await filledShell(80);
  const { out } = await run("environment", "list");
  const lines = out.trimEnd().split("\n");
  const [header = "", first = "", ...others] = lines;
  expect(header).toStartWith("ID  SLUG ");
  expect(first).toStartWith("1   production ");
  expect(others.length).toBeGreaterThan(1);
  const [start, end] = [header.indexOf("SLUG"), header.indexOf("NAME")];
  const slugs = others.map((line) => line.slice(start, end).trim()).join("");
  expect(slugs).toBe(`${slug}someone-with-a-long-name`);
  const { out: json } = await run("token", "list", "--revoked", "--json");
  expect(JSON.parse(json).tokens).toMatchObject([{ name: longName, environment: slug }]);
});

test.each([400, undefined])("a row is one line in %p columns", async (columns) => {
  const { run } = await filledShell(columns);
  const { out } = await run("token", "list", "--revoked");
  const [header, row, ...others] = out.trimEnd().split("\n");
  expect(header?.split(/ {2,}/)).toEqual([
    ...["ID", "NAME", "ENVIRONMENT", "ACCESS", "MANAGES", "OWNER", "CREATED", "EXPIRES"],
    "REVOKED",
  ]);
  expect(row).toContain(`${longName}  ${slug}  read_and_write  yes  `);
  expect(others).toEqual([]);
});

test("columns of tokens in which nothing is told are left out", async () => {
  const { run } = await startShell(() => moment);
  expect((await run("token", "list")).out).toStartWith("ID  NAME  ENVIRONMENT  ACCESS  MANAGES");
  await run(
    ...["token", "create", "--name", "ci", "--environment", "production"],
    "--access=evaluate",
  );
  expect((await run("token", "list")).out).toBe(
    "ID  NAME  ENVIRONMENT  ACCESS    OWNER            CREATED\n" +
      "1   ci    production   evaluate  owner@localhost  2026-01-02 03:04\n",
  );
});

test("numbers and times are divided last", () => {
  const header = ["ID", "TIME (UTC)", "BY", "FEATURE"];
  const row = [1234567, "2026-01-02 03:04:05", "someone@example.com", "a-long-name-of-a-feature"];
  const linesIn = (columns: number) => textTable(header, [row], columns).split("\n");
  for (const columns of [60, 50, 45]) {
    expect(linesIn(columns)[1]).toStartWith("1234567  2026-01-02 03:04:05  s");
  }
  // Too narrow for all of that: the time is divided before a word of it is.
  expect(linesIn(34).slice(1, 3)).toEqual([
    expect.stringMatching(/^1234567 {2}2026-01-02 {2,}\S/),
    expect.stringMatching(/^ {9}03:04:05 /),
  ]);
});
