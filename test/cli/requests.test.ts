import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Vote } from "../../src/core/model/change-request.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { type Shell, startShell, words } from "./in-memory-shell.ts";

const now = 1_700_000_000_000;

async function arrange(): Promise<{
  shell: Shell;
  run: (line: string) => ReturnType<Shell["run"]>;
}> {
  const shell = await startShell(() => now);
  const run = (line: string) => shell.run(...words(line));
  for (const line of [
    "feature create search",
    "environment create Staging",
    "feature enable search --environment staging",
    "member add grace@example.com --name Grace --role admin",
    "policy set --approvals 1 --from role:admin",
    "policy set --environment staging --approvals 1 --from role:admin",
  ]) {
    const ran = await run(line);
    expect([line, ran.code, ran.err]).toEqual([line, 0, ""]);
  }
  return { shell, run };
}

/** Approves a request as the member Grace, who is no command. */
function approve({ writer }: Shell, id: number): Promise<void> {
  return writer.submit((draft) => {
    const request = draft.state.requests.get(id);
    const grace = draft.state.users.find(({ name }) => name === "Grace");
    if (request === undefined || grace === undefined) {
      throw new Error("there is no such request, or no Grace");
    }
    const vote: Vote = {
      voter: { type: "User", id: grace.id },
      userId: grace.id,
      kind: "approve",
      text: null,
      at: now,
    };
    draft.record({ kind: "request.saved", request: { ...request, votes: [vote] } });
  });
}

/** Commands that a policy of Production or staging refuses, with the first command of their request. */
const writes: readonly (readonly [line: string, kind: string | null])[] = [
  ["feature enable search", "enable"],
  ["feature enable search -p 5 -a User;1", "set"],
  ["feature enable search -a User;1", "actors"],
  ["feature clear search --environment staging", "clear"],
  ["feature copy search --from staging --to production", "enable"],
  ["feature delete search --yes", "remove"],
  ["feature rollback search --environment staging --to 1 --yes", null],
  ["environment mirror staging", "mirror"],
  ["policy set --none", "policy"],
];

test("commands are refused in a protected environment, and open a request with --request", async () => {
  const { shell, run } = await arrange();
  for (const [line, kind] of writes) {
    if (kind === null) {
      continue;
    }
    const { toggles, features, policies } = shell.writer.state;
    const refused = await run(line);
    expect([line, refused.code]).toEqual([line, 1]);
    expect(refused.err).toContain("is protected");
    const opened = await run(`${line} --request --why launch`);
    const id = shell.writer.state.lastIds.request;
    expect([line, opened.code, opened.err]).toEqual([line, 4, ""]);
    expect(opened.out).toStartWith(`opened request ${id}: `);
    const request = shell.writer.state.requests.get(id);
    expect([line, request?.commands[0]?.kind, request?.reason]).toEqual([line, kind, "launch"]);
    expect(shell.writer.state).toMatchObject({ toggles, features, policies });
  }
});

test("an import opens a request too, and prints it as JSON", async () => {
  using directory = new TemporaryDirectory();
  const { run } = await arrange();
  const file = join(directory.path, "features.json");
  writeFileSync(file, JSON.stringify({ version: 1, features: { search: { boolean: true } } }));
  const opened = await run(`import ${file} --yes --request --json`);
  expect(opened.code).toBe(4);
  expect(JSON.parse(opened.out)).toEqual({ request: { id: 1, title: 'Enable "search"' } });
});

test("a command bypasses a policy with a reason", async () => {
  const { shell, run } = await arrange();
  const short = await run("feature enable search --bypass fire");
  expect([short.code, short.err]).toEqual([1, expect.stringContaining("at least 10 characters")]);
  const both = await run("feature enable search --bypass 'The pager has rung' --request");
  expect(both.code).toBe(2);
  const done = await run("feature enable search --bypass 'The pager has rung'");
  expect([done.code, done.err]).toEqual([0, ""]);
  expect(shell.writer.state.policies.get(1)?.bypasses).toMatchObject([
    { reason: "The pager has rung" },
  ]);
});

test("a request is shown, rebased, applied and withdrawn", async () => {
  const { shell, run } = await arrange();
  await run("feature enable search --request");
  await run("feature enable search -p 5 --request");
  const shown = await run("request show 1");
  expect(shown.out).toContain('request 1: Enable "search"\nstate      waiting\n');
  expect(shown.out).toContain("approvals  0 of 1\n");
  expect((await run("request apply 1")).err).toContain("does not have the approvals");
  await approve(shell, 1);
  const applied = await run("request apply 1");
  expect([applied.code, applied.out]).toEqual([0, "request 1: applied\n"]);
  expect((await run("request list --ended")).out).toContain("applied");
  expect((await run("request list")).out).toContain("drifted");
  expect((await run("request rebase 2")).out).toBe("request 2: waiting\n");
  expect((await run("request withdraw 2")).out).toBe("request 2: withdrawn\n");
  expect((await run("request apply 2")).err).toContain("has ended already");
});

test("a request is opened from a file, and approved only with the hash that was seen", async () => {
  using directory = new TemporaryDirectory();
  const { run } = await arrange();
  const file = join(directory.path, "request.json");
  const commands = [{ kind: "percentage_of_actors", key: "search", value: 5 }];
  writeFileSync(file, JSON.stringify({ title: "Begin", commands }));
  expect((await run(`request new ${file}`)).out).toBe("opened request 1: Begin\n");
  const { requests } = JSON.parse((await run("request list --json")).out);
  expect(requests).toMatchObject([{ id: 1, state: "waiting", approvals: 0, needed: 1 }]);
  expect((await run("request approve 1")).code).toBe(2);
  const other = await run("request approve 1 --hash 000000000000");
  expect(other.err).toContain("has changed since");
  // A command on the server's machine is nobody who could vote.
  const nobody = await run(`request approve 1 --hash ${requests[0].hash}`);
  expect(nobody.err).toContain("has no vote");
});

test("a policy is shown as sentences, and as JSON that policy set reads", async () => {
  using directory = new TemporaryDirectory();
  const { run } = await arrange();
  expect((await run("policy show")).out).toStartWith("1 approval from role admin\n");
  const { policy } = JSON.parse((await run("policy show --json")).out);
  const file = join(directory.path, "policy.json");
  writeFileSync(file, JSON.stringify({ ...policy, rules: [{ ...policy.rules[0], count: 2 }] }));
  const set = await run(`policy set --file ${file}`);
  expect([set.code, set.out]).toEqual([
    0,
    expect.stringContaining("2 approvals from role admin\n"),
  ]);
});
