import { expect, test } from "bun:test";
import { calledOf } from "../api/mcp/mcp-site.ts";
import { type Shell, startShell } from "./in-memory-shell.ts";

const now = 1_700_000_000_000;

interface Line {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

/** The answers of `gatehouse mcp` to lines of input, by the ids of the requests. */
async function session(shell: Shell, lines: readonly unknown[], ...flags: readonly string[]) {
  const input = lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  const { code, out, err } = await shell.runWithInput(input.join(""), "mcp", ...flags);
  const answers: readonly Line[] = out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return { code, err, answers: new Map(answers.map((answer) => [answer.id, answer])) };
}

const call = (id: number, name: string, sent: object) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: sent },
});

test("an assistant reads and plans on the data of this machine", async () => {
  const shell = await startShell(() => now);
  await shell.run("feature", "create", "search");
  await shell.run("environment", "create", "Staging");
  const { code, err, answers } = await session(
    shell,
    [
      { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18" } },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      "",
      "no JSON",
      call(2, "list_features", {}),
      call(3, "enable_feature", { name: "search", confirm: "search" }),
      call(4, "list_features", { environment: "production" }),
      call(5, "list_features", { environment: "nowhere" }),
    ],
    "--environment",
    "staging",
  );
  expect([code, err]).toEqual([0, ""]);
  expect([...answers.keys()].sort()).toEqual([1, 2, 3, 4, 5, null]);
  expect(answers.get(1)?.result).toMatchObject({ protocolVersion: "2025-06-18" });
  expect(answers.get(null)?.error).toMatchObject({ code: -32_700 });
  const content = (id: number) => calledOf(answers.get(id)?.result).content;
  expect(content(2)).toMatchObject({ environment: "staging", features: [{ key: "search" }] });
  expect(content(3)).toMatchObject({ applied: false, plan: { after: { state: "on" } } });
  expect(content(4)).toMatchObject({ environment: "production" });
  expect(content(5)).toContain('there is no environment "nowhere"');
  expect((await shell.run("feature", "list")).out).toContain("off");
});

test("--allow-writes lets it change features", async () => {
  const shell = await startShell(() => now);
  await shell.run("feature", "create", "search");
  const { answers } = await session(
    shell,
    [
      call(1, "enable_feature", { name: "search" }),
      call(2, "enable_feature", { name: "search", confirm: "search", reason: "A test" }),
    ],
    "--allow-writes",
  );
  const content = (id: number) => calledOf(answers.get(id)?.result).content;
  expect(content(1)).toMatchObject({ applied: false });
  expect(content(2)).toMatchObject({ applied: true, audit: 2 });
  expect((await shell.run("audit", "list")).out).toContain("A test");
});

test("in a protected environment it asks for approval", async () => {
  const shell = await startShell(() => now);
  for (const line of [
    ["feature", "create", "search"],
    ["member", "add", "grace@example.com", "--name", "Grace", "--role", "admin"],
    ["policy", "set", "--approvals", "1", "--from", "role:admin"],
  ]) {
    expect(await shell.run(...line)).toMatchObject({ code: 0 });
  }
  const change = { name: "search", actor: "User;1" };
  const { answers } = await session(
    shell,
    [
      call(1, "enable_actor", change),
      call(2, "enable_actor", { ...change, request: true, reason: "For a test" }),
    ],
    "--allow-writes",
  );
  expect(calledOf(answers.get(1)?.result)).toMatchObject({
    isError: true,
    content: expect.stringContaining('"request": true and a "reason"'),
  });
  expect(calledOf(answers.get(2)?.result).content).toMatchObject({ applied: false, request: 1 });
});

test("a message of more than a mebibyte ends the command", async () => {
  const shell = await startShell(() => now);
  const { code, err } = await session(shell, [`"${"x".repeat(1_048_577)}"`]);
  expect([code, err]).toEqual([1, expect.stringContaining("more than 1048576 characters")]);
});
