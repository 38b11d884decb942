import { expect, test } from "bun:test";
import { startShell, words } from "./in-memory-shell.ts";

test("audit acts shows the changes with a reason, and why they were made", async () => {
  const shell = await startShell(() => 1_700_000_000_000);
  const run = (line: string) => shell.run(...words(line));
  await run("feature create search");
  expect((await run("audit acts --kind change")).out).toBe("no acts\n");
  await run("feature enable search -p 5 --why Launch --link https://example.com/91");
  const { out } = await run("audit acts --kind change");
  expect(out).toContain('change  {"command":');
  expect(out).toMatch(/WHY\n.* Launch\n1 act\n$/);
  const { acts } = JSON.parse((await run("audit acts --kind change --json")).out);
  expect(acts).toMatchObject([
    {
      details: { keys: ["search"], first_audit: 2, last_audit: 2 },
      ...{ reason: "Launch", links: ["https://example.com/91"] },
    },
  ]);
});

test("audit acts --text searches reasons, links, details and names, in any letter case", async () => {
  const shell = await startShell(() => 1_700_000_000_000);
  const run = (line: string) => shell.run(...words(line));
  await run("feature create search");
  await run("feature enable search -p 5 --why Launch --link https://example.com/91");
  await run("member add grace@example.com --name Grace --role member");
  await run("member set-role grace@example.com viewer");
  const kinds = async (text: string) => {
    const { acts } = JSON.parse((await run(`audit acts --json --text ${text}`)).out);
    return acts.map(({ kind }: { kind: string }) => kind);
  };
  expect(await kinds("LAUNCH")).toEqual(["change"]);
  expect(await kinds("example.com/91")).toEqual(["change"]);
  expect(await kinds("grace")).toContain("member.role_changed");
  expect((await run("audit acts --text nothing-like-it")).out).toBe("no acts\n");
  const empty = await shell.run("audit", "acts", "--text", "");
  expect(empty).toMatchObject({ code: 2, out: "" });
});
