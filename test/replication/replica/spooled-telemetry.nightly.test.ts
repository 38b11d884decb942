import { expect, test } from "bun:test";
import { outcomeOf, outcomeSubmission } from "../../telemetry/outcomes.ts";
import {
  eventually,
  ReplicaClient,
  ReplicatedServers,
  spooledSubmissions,
} from "./replica-processes.ts";
import { type Body, submission, submit, totalOf } from "./replica-telemetry.ts";
import { SwallowingProxy } from "./swallowing-proxy.ts";

test("what a replica accepted is counted once, whichever process is killed and whichever answer is lost", async () => {
  using servers = new ReplicatedServers();
  let origin = await servers.startOrigin();
  const port = Number(new URL(origin.url).port);
  const { token } = servers;
  const here = new ReplicaClient(origin.url, token);
  await here.enableActor("search", "User;1");
  using proxy = new SwallowingProxy(() => origin.url);
  const replicaToken = await servers.createReplica();
  let replica = await servers.startReplica("replica", proxy.url, replicaToken);
  let accepted = 0;
  // Each submission has a value of its own power, so that no two errors hide each other.
  const submitMany = async (count: number) => {
    for (let index = 0; index < count; index++) {
      const body = submission("search", 1 + (index % 7));
      // A client repeats what was not answered, with the same request id.
      await eventually(async () => {
        const answer = await submit(new ReplicaClient(replica.url, token), body).catch(() => null);
        return answer?.status === 202;
      });
      accepted += 1 + (index % 7);
    }
  };
  for (let round = 0; round < 4; round++) {
    const submitting = Promise.all([submitMany(60), submitMany(60), submitMany(60)]);
    if (round % 2 === 0) {
      await servers.kill(origin);
      origin = await servers.startOrigin(port);
    } else {
      await servers.kill(replica);
      replica = await servers.startReplica("replica", proxy.url, replicaToken);
    }
    await submitting;
  }
  await eventually(async () => (await spooledSubmissions(replica)) === 0);
  expect(await totalOf(here, "search")).toBe(accepted);
  expect(proxy.lost).toBeGreaterThan(0);
}, 240_000);

test("telemetry waits on the disk while the primary cannot be reached", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const { token } = servers;
  const here = new ReplicaClient(origin.url, token);
  await here.enableActor("search", "User;1");
  const replicaToken = await servers.createReplica();
  const first = await servers.startReplica("first", origin.url, replicaToken);
  const second = await servers.startReplica("second", first.url, replicaToken);
  await servers.command(["rollout", "start", "search", "--steps", "5%/1d", "--guard", "checkout"]);
  const watched = { watched: [{ name: "checkout", keys: ["search"] }] };
  for (const replica of [origin, first, second]) {
    const there = new ReplicaClient(replica.url, token);
    await eventually(async () =>
      Bun.deepEquals(await (await there.send("/gatehouse/watched", {})).json(), watched),
    );
  }
  await servers.kill(origin);
  for (const replica of [first, second]) {
    const there = new ReplicaClient(replica.url, token);
    const outcome = outcomeOf("checkout", "search", true, { 4: [2, 1] });
    for (const body of [
      outcomeSubmission([outcome]),
      outcomeSubmission([{ ...outcome, name: "" }]),
    ]) {
      const answer = await there.send("/gatehouse/outcomes", {
        ...{ method: "POST", body: JSON.stringify(body) },
        headers: { "content-type": "application/json" },
      });
      expect(answer.status).toBe(body.outcomes[0]?.name === "" ? 422 : 202);
    }
    expect((await submit(there, submission("search", 5))).status).toBe(202);
    const zipped = Bun.gzipSync(submission("search", 2));
    expect((await submit(there, zipped, { "content-encoding": "gzip" })).status).toBe(202);
  }
  await eventually(async () => (await spooledSubmissions(first)) === 6);
  await servers.kill(first);
  const restarted = await servers.startOrigin(Number(new URL(origin.url).port));
  await servers.startReplica("first", origin.url, replicaToken);
  await eventually(async () => (await totalOf(here, "search")) === 14);
  await eventually(async () => {
    const metrics = await (await fetch(`${restarted.url}/metrics`)).text();
    return metrics.includes('gatehouse_telemetry_outcomes_total{result="counted"} 2');
  });
}, 180_000);

test("a replica refuses what its origin refuses, and spools none of it", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const { token } = servers;
  const here = new ReplicaClient(origin.url, token);
  const replica = await servers.startReplica("replica", origin.url, await servers.createReplica());
  const there = new ReplicaClient(replica.url, token);
  await servers.kill(origin);
  const restarted = await servers.startOrigin(Number(new URL(origin.url).port));
  expect(restarted.url).toBe(origin.url);
  const bodies: readonly (readonly [Body, Record<string, string>])[] = [
    ["not JSON", {}],
    ["[]", {}],
    [submission("search", -1), {}],
    [submission("search", 1, { request_id: "x" }), {}],
    [submission("search", 1, { enabled_metrics: {} }), {}],
    [submission("search", 1, { padding: "x".repeat(1024 * 1024) }), {}],
    ["not gzip", { "content-encoding": "gzip" }],
    [submission("search", 1), { "content-encoding": "br" }],
    [submission("search", 1), { "content-type": "text/plain" }],
    [submission("search", 1), { "flipper-cloud-token": "wrong" }],
  ];
  for (const [body, headers] of bodies) {
    const [expected, found] = [
      await submit(here, body, headers),
      await submit(there, body, headers),
    ];
    expect(expected.status).toBeGreaterThanOrEqual(400);
    expect([found.status, await found.text()]).toEqual([expected.status, await expected.text()]);
  }
  expect(await spooledSubmissions(replica)).toBe(0);
}, 180_000);

test("the origin counts each sequence of a spool once, whatever it holds", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const here = new ReplicaClient(origin.url, servers.token);
  await here.enableActor("search", "User;1");
  const replicaToken = await servers.createReplica();
  const relay = async (lines: readonly unknown[], value = replicaToken) => {
    const answer = await fetch(`${origin.url}/replication/telemetry`, {
      method: "POST",
      headers: { authorization: `Bearer ${value}` },
      body: lines.map((line) => JSON.stringify(line)).join("\n"),
    });
    return [answer.status, answer.ok ? await answer.text() : ""] as const;
  };
  const row = (sequence: number, value: number, environment = 1) => ({
    ...{ sequence, environment, encoding: "identity" },
    body: Buffer.from(submission("search", value)).toString("base64"),
  });
  const spool = crypto.randomUUID();
  expect(await relay([{ spool }, row(1, 1), row(2, 10)])).toEqual([200, '{"through":2}']);
  // Other submissions with sequences that were counted already.
  expect(await relay([{ spool }, row(1, 100), row(2, 100)])).toEqual([200, '{"through":2}']);
  // A bad one and one of an environment that is gone are left out, and hold up nothing.
  const bad = { ...row(3, 1), body: "bm90IEpTT04=" };
  expect(await relay([{ spool }, bad, row(4, 100, 999), row(7, 1_000)])).toEqual([
    200,
    '{"through":7}',
  ]);
  const another = crypto.randomUUID();
  expect(await relay([{ spool: another }, row(1, 10_000)])).toEqual([200, '{"through":1}']);
  expect(await totalOf(here, "search")).toBe(11_011);
  await servers.kill(origin);
  await servers.startOrigin(Number(new URL(origin.url).port));
  expect(await relay([{ spool }, row(7, 100)])).toEqual([200, '{"through":7}']);
  for (const lines of [
    [{ spool: "x" }, row(8, 1)],
    [{ spool }, row(9, 1), row(8, 1)],
    [{ spool }, { ...row(8, 1), environment: "1" }],
    [{ spool }, { ...row(8, 1), encoding: "br" }],
    [{ spool }, { ...row(8, 1), minute: "7" }],
    ["x"],
  ]) {
    expect(await relay(lines)).toEqual([422, ""]);
  }
  expect(await relay([{ spool }, row(8, 1)], servers.token)).toEqual([401, ""]);
  expect(await totalOf(here, "search")).toBe(11_011);
}, 180_000);
