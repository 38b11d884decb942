import { expect, test } from "bun:test";
import type { Vote } from "../../src/core/model/change-request.ts";
import { type Ran, type Shell, startShell, words } from "./in-memory-shell.ts";

const now = Date.parse("2026-11-27T10:00:00Z");

interface Arranged {
  readonly shell: Shell;
  readonly run: (line: string) => Promise<Ran>;
  /** As `run`, for a command that must succeed. */
  readonly done: (line: string) => Promise<string>;
}

async function arrange(): Promise<Arranged> {
  const shell = await startShell(() => now);
  const run = (line: string) => shell.run(...words(line));
  const done = async (line: string) => {
    const { code, out, err } = await run(line);
    expect([line, code, err]).toEqual([line, 0, ""]);
    return out;
  };
  await done("feature create search");
  return { shell, run, done };
}

test("a rollout is started, shown, paused, resumed, skipped and stopped", async () => {
  const { shell, run, done } = await arrange();
  const started = await done(
    "rollout start search --steps 5%/1d,25%/6h/1000checks,on/approval --guard checkout:+10% --why launch",
  );
  expect(started).toBe("rollout 1: running, step 1 of 3, next step 2026-11-28 10:00 UTC\n");
  expect(await done("rollout list")).toBe(
    "ID  FEATURE  STATE    STEP    NEXT              HELD BY  AUTHOR  STARTED\n" +
      "1   search   running  1 of 3  2026-11-28 10:00           Owner   2026-11-27 10:00\n",
  );
  const shown = await done("rollout show 1");
  expect(shown).toContain("rollout 1: search in production\nstate    running, step 1 of 3\n");
  expect(shown).toContain("reason   launch\n");
  expect(shown).toContain(
    "STEP  CHANGE                MADE              PLANNED           THEN WAITS FOR\n" +
      "1 <   5% of actors          2026-11-27 10:00                    1d\n" +
      "2     25% of actors                           2026-11-28 10:00  6h, 1,000 checks\n" +
      "3     enabled for everyone                    2026-11-28 16:00  approval\n",
  );
  expect(shown).toEndWith(
    "GUARD     STATE    TOLERATES  ON ALARM  ENABLED  DISABLED  EVIDENCE\n" +
      "checkout  no data  +10%       return    none     none      1.00 of 20.0\n",
  );
  const other = await run("feature enable search");
  expect([other.code, other.err]).toEqual([1, expect.stringContaining("Rollout 1 changes")]);
  expect(await done("rollout pause 1")).toBe("rollout 1: paused, step 1 of 3\n");
  expect((await run("rollout skip 1 --why fine")).err).toContain("is held or paused");
  expect(await done("rollout resume 1")).toContain("running, step 1 of 3");
  expect((await run("rollout skip 1")).err).toContain("reason");
  expect(await done("rollout skip 1 --why fine")).toContain("running, step 2 of 3");
  expect(await done("feature enable search -p 30 --pause-rollout")).toContain("30% of actors");
  expect(shell.writer.state.rollouts.get(1)?.state).toBe("paused");
  expect(await done("rollout resume 1")).toContain("running, step 2 of 3");
  expect(await done('rollout stop 1 --why "Orders fail"')).toContain("stopped, step 2 of 3");
  expect((await run("rollout stop 1 --why again")).err).toContain("has ended already");
  expect(await done("rollout list --ended --feature search")).toContain("stopped");
  expect(await done("rollout list --ended --feature other")).not.toContain("stopped");
  const { rollout } = JSON.parse(await done("rollout show 1 --json"));
  expect(rollout).toMatchObject({
    ...{ state: "stopped", step: 2, ended_by: "Owner", next_at: null },
    steps: [
      { for: 86_400, sample: null, approval: false },
      { change: { kind: "percentage_of_actors", value: 25 }, for: 21_600, sample: 1000 },
      { change: { kind: "enable" }, entered_at: null },
    ],
    guards: [{ name: "checkout", tolerate: { relative: 0.1, absolute: 0 }, action: "return" }],
  });
});

test("a change is planned for a local time", async () => {
  const { shell, run, done } = await arrange();
  const planned = await done("feature enable search --at 2027-03-28T02:30 --zone Europe/Berlin");
  expect(planned).toBe(
    "search in production: enabled for everyone at 2027-03-28 01:30 UTC, rollout 1\n",
  );
  expect(shell.writer.state.rollouts.get(1)).toMatchObject({
    state: "waiting",
    start: { local: "2027-03-28T02:30", zone: "Europe/Berlin" },
  });
  const second = await run("feature enable search -p 5 --at 2027-04-01T09:00 --zone UTC");
  expect([second.code, second.err]).toEqual([1, expect.stringContaining("already")]);
  await done("rollout stop 1 --why again");
  const changes: readonly (readonly [options: string, change: object])[] = [
    ["disable search", { kind: "disable" }],
    ["enable search -p 25", { kind: "percentage_of_actors", value: 25 }],
    ["disable search -t 5", { kind: "percentage_of_time", value: 0 }],
    ["enable search -a User;1 -a User;2", { kind: "actors", add: ["User;1", "User;2"] }],
    ["disable search -g staff", { kind: "groups", add: [], remove: ["staff"] }],
    ["disable search -x {}", { kind: "expression", value: null }],
  ];
  await done("feature enable search -t 5 -g staff --allow-unregistered-groups -a User;3");
  await done('feature enable search -x {"Boolean":[true]}');
  for (const [options, change] of changes) {
    const line = `feature ${options} --at 2027-04-01T09:00 --zone UTC --json`;
    const { rollout } = JSON.parse(await done(line));
    expect([options, rollout.steps]).toMatchObject([options, [{ change }]]);
    await done(`rollout stop ${rollout.id} --why again`);
  }
});

test("what the options cannot mean is refused before anything is sent", async () => {
  const { shell, run } = await arrange();
  const refused: readonly (readonly [line: string, reason: string])[] = [
    ["rollout start search", "--steps"],
    ["rollout start search --steps 5%,,100%", 'the step ""'],
    ["rollout start search --steps 101%", 'the step "101%"'],
    ["rollout start search --steps 5%/1d/2d", '"2d"'],
    ["rollout start search --steps 5%/10s", '"10s"'],
    ["rollout start search --steps 5%/0checks", '"0checks"'],
    ["rollout start search --steps 5%/approval/approval", '"approval"'],
    ["rollout start search --steps on --guard :+10%", "must be a name"],
    ["rollout start search --steps on --guard checkout:10%,hold,back", "must be a name"],
    ["rollout start search --steps on --guard checkout:+10%,+20%", "must be a name"],
    ["rollout start search --steps on --at 2027-03-28T09:00", "need each other"],
    ["rollout start search --steps on --zone UTC", "need each other"],
    ["rollout start search --steps on --at tomorrow --zone UTC", "local time"],
    ["feature enable search -p 5 -a User;1 --at 2027-03-28T09:00 --zone UTC", "one gate"],
    ["rollout show x", "ID"],
  ];
  for (const [line, reason] of refused) {
    const { code, err } = await run(line);
    expect([line, code, err]).toEqual([line, 2, expect.stringContaining(reason)]);
  }
  const byServer: readonly (readonly [line: string, reason: string])[] = [
    ["rollout start search --steps on --at 2027-03-28T09:00 --zone Mars/Olympus", "Mars/Olympus"],
    ["rollout start search --steps on --at 2020-03-28T09:00 --zone UTC", "in the future"],
    ["rollout start search --steps off", "change nothing"],
    ["rollout start serach --steps on", "serach"],
    ["rollout show 7", "no such rollout"],
  ];
  for (const [line, reason] of byServer) {
    const { code, err } = await run(line);
    expect([line, code, err]).toEqual([line, 1, expect.stringContaining(reason)]);
  }
  expect(shell.writer.state.lastIds.rollout).toBe(0);
});

const guards: readonly (readonly [typed: string, sent: object])[] = [
  ["checkout", { bad: "errors", tolerate: { relative: 0, absolute: 0 }, confidence: 0.95 }],
  ["a:b:", { name: "a:b", action: "return" }],
  ["checkout:+10%,hold", { tolerate: { relative: 0.1, absolute: 0 }, action: "hold" }],
  ["checkout:+0.5pp,99%", { tolerate: { relative: 0, absolute: 0.005 }, confidence: 0.99 }],
  ["orders:rest,back,+5%", { name: "orders", bad: "rest", action: "back" }],
];

test("guards are read as they are typed", async () => {
  const { shell, done } = await arrange();
  for (const [index, [typed, sent]] of guards.entries()) {
    await done(`rollout start search --steps on/1d --guard ${typed}`);
    const id = index + 1;
    expect([typed, shell.writer.state.rollouts.get(id)?.guards]).toMatchObject([typed, [sent]]);
    await done(`rollout stop ${id} --why again`);
  }
});

test("in a protected environment a rollout becomes a request, whose approval covers all steps", async () => {
  const { shell, run, done } = await arrange();
  await done("member add grace@example.com --name Grace --role admin");
  await done("policy set --approvals 1 --from role:admin");
  const line = "rollout start search --steps 5%/1d,25% --guard checkout";
  expect((await run(line)).err).toContain("is protected");
  const opened = await run(`${line} --request --why launch`);
  expect([opened.code, opened.out]).toEqual([4, 'opened request 1: Roll out "search"\n']);
  expect(await done("request show 1")).toContain(
    'change     {"kind":"rollout","key":"search","steps":[{"change":{"kind":"percentage_of_actors","value":5},"for":86400,',
  );
  await approve(shell, 1);
  await done("request apply 1");
  expect(shell.writer.state.rollouts.get(1)).toMatchObject({ state: "running", requestId: 1 });
  expect(await done("rollout show 1")).toContain("request  1\n");
  await done("rollout pause 1");
  await done("rollout resume 1");
  expect((await run("rollout skip 1 --why fine")).code).toBe(1);
  await done("rollout stop 1 --why fire");
});

/** Approves a request as the member Grace, who is no command. */
function approve({ writer }: Shell, id: number): Promise<void> {
  return writer.submit((draft) => {
    const request = draft.state.requests.get(id) ?? expect.unreachable();
    const grace = draft.state.users.find(({ name }) => name === "Grace") ?? expect.unreachable();
    const vote: Vote = {
      voter: { type: "User", id: grace.id },
      ...{ userId: grace.id, kind: "approve", text: null, at: now },
    };
    draft.record({ kind: "request.saved", request: { ...request, votes: [vote] } });
  });
}
