import { expect, setSystemTime, test } from "bun:test";
import { mountable } from "gatehouse-flags";
import type { Gates } from "../../../src/core/evaluation/gates.ts";
import { created } from "../../helpers/hosted-client.ts";
import { startHosted } from "../../helpers/hosted-server.ts";
import { flagsPath, hostedOfrep, type OfrepServer } from "./ofrep-targets.ts";

const noon = Date.UTC(2026, 10, 21, 12);
const someone = {
  targetingKey: "User;1",
  plan: "pro",
  nested: { b: [1, { y: 1, x: 2 }], a: null },
};

async function start() {
  const clock = { ms: noon };
  const hosted = await startHosted({ now: () => clock.ms });
  return { clock, hosted, server: hostedOfrep(hosted, hosted.managerToken) };
}

async function tagOf(server: OfrepServer, context: unknown = someone): Promise<string> {
  const { headers } = await server.evaluate(null, { context });
  return headers.get("etag") ?? "";
}

async function statusFor(server: OfrepServer, ifNoneMatch: string, context: unknown = someone) {
  const headers = { "if-none-match": ifNoneMatch };
  return (await server.evaluate(null, { context }, headers)).status;
}

test("a client that has the answer gets 304, in all forms of If-None-Match", async () => {
  const { hosted, server } = await start();
  await server.replace({ a: { boolean: true } });
  const tag = await tagOf(server);
  const opaque = tag.slice(2);
  for (const [header, status] of [
    [tag, 304],
    [opaque, 304],
    ["*", 304],
    [`"x", W/"y" , ${tag}`, 304],
    [` ${opaque} ,"x"`, 304],
    ['"x"', 200],
    [tag.replaceAll('"', ""), 200],
    ["", 200],
  ] as const) {
    expect([header, await statusFor(server, header)]).toEqual([header, status]);
  }
  const { headers } = await server.evaluate(null, { context: someone }, { "if-none-match": tag });
  expect(headers.get("etag")).toBe(tag);
  // One flag has no tag.
  const one = await server.evaluate("a", { context: someone }, { "if-none-match": "*" });
  expect([one.status, one.headers.has("etag")]).toEqual([200, false]);
  await hosted.stop();
});

test("numbers beyond those of JSON's text have tags of their own", async () => {
  const { hosted, server } = await start();
  const values = ["null", "1e400", "-1e400", "[1e400]", '{"n":true,"beyond":true}', "1"];
  const tags = await Promise.all(
    values.map(async (value) => {
      const { headers } = await server.evaluate(null, `{"context":{"a":${value}}}`);
      return headers.get("etag");
    }),
  );
  expect(new Set(tags).size).toBe(values.length);
  await hosted.stop();
});

test("each token has a tag of its own, as its ticket ends with it", async () => {
  const { hosted, server } = await start();
  await server.replace({ a: { boolean: true } });
  const other = hostedOfrep(hosted, await hosted.newToken());
  const first = await server.evaluate(null, { context: someone });
  const kept = { "if-none-match": first.headers.get("etag") ?? "" };
  expect((await server.evaluate(null, { context: someone }, kept)).status).toBe(304);
  const second = await other.evaluate(null, { context: someone }, kept);
  expect(second.status).toBe(200);
  expect(second.body).not.toEqual(first.body);
  await hosted.stop();
});

test("the tag follows from the context, whatever the order of its members", async () => {
  const { hosted, server } = await start();
  const tag = await tagOf(server);
  const same = { nested: { a: null, b: [1, { x: 2, y: 1 }] }, plan: "pro", targetingKey: "User;1" };
  expect(await tagOf(server, same)).toBe(tag);
  const others = [
    {},
    { ...someone, targetingKey: "User;2" },
    { ...someone, plan: "free" },
    { ...someone, plan: undefined },
    { ...someone, nested: { b: [{ y: 1, x: 2 }, 1], a: null } },
    { ...someone, groups: ["staff"] },
    { ...someone, groups: ["staff", "admins"] },
  ];
  const tags = await Promise.all(others.map((context) => tagOf(server, context)));
  expect(new Set([tag, ...tags]).size).toBe(others.length + 1);
  await hosted.stop();
});

test("each change of a feature changes the tag, and nothing else that happens does", async () => {
  const { clock, hosted, server } = await start();
  const { manager } = hosted;
  const seen = new Set([await tagOf(server)]);
  for (const change of [
    () => manager.features.create("a"),
    () => manager.gates.post("a", "boolean"),
    () => manager.gates.delete("a", "boolean"),
    () => manager.gates.post("a", "actors", { flipper_id: "User;1" }),
    () => manager.features.remove("a"),
  ]) {
    await change();
    const tag = await tagOf(server);
    expect(seen.has(tag)).toBe(false);
    seen.add(tag);
    await manager.features.create("b");
    const kept = await tagOf(server);
    await manager.features.create("b");
    await hosted.newToken();
    clock.ms += 1;
    expect(await tagOf(server)).toBe(kept);
    await manager.features.remove("b");
  }
  await hosted.stop();
});

test("environments have different tags", async () => {
  const { hosted, server } = await start();
  const { token } = created(await hosted.manager.environments.create("preview"));
  const tag = await tagOf(server);
  expect(await tagOf(hostedOfrep(hosted, token.value))).not.toBe(tag);
  await hosted.stop();
});

/** Gates, and whether their result may change while nothing is written. */
const gatesInTime: readonly [what: string, gates: Partial<Gates>, isUnsteady: boolean][] = [
  ["boolean", { boolean: true }, false],
  ["actors and groups", { actors: ["User;1"], groups: ["staff"] }, false],
  ["a percentage of actors", { percentageOfActors: 50 }, false],
  ["all of the time", { percentageOfTime: 100 }, false],
  ["a percentage of time", { percentageOfTime: 1 }, true],
  ["a property", { expression: { Equal: [{ Property: ["plan"] }, "pro"] } }, false],
  ["a fixed time", { expression: { Equal: [{ Time: ["2026-01-01T00:00:00Z"] }, 1] } }, false],
  ["now", { expression: { LessThan: [{ Now: [] }, { Time: ["2030-01-01T00:00:00Z"] }] } }, true],
  [
    "chance, deep in it",
    { expression: { Any: [{ All: [{ LessThan: [{ Random: [100] }, 5] }] }] } },
    true,
  ],
  ["chance that boolean hides", { boolean: true, percentageOfTime: 5 }, false],
];

test.each(gatesInTime)(
  "with %s, time has a part in the tag only if it must",
  async (_what, gates, isUnsteady) => {
    const { clock, hosted, server } = await start();
    await server.replace({ a: { boolean: true }, b: gates, c: {} });
    const tag = await tagOf(server);
    clock.ms = noon + 9_999;
    expect(await statusFor(server, tag)).toBe(304);
    clock.ms = noon + 10_000;
    expect(await statusFor(server, tag)).toBe(isUnsteady ? 200 : 304);
    clock.ms = noon + 29 * 60_000;
    expect(await statusFor(server, tag)).toBe(isUnsteady ? 200 : 304);
    // The ticket in the answer ends: a client that kept it could not open its stream any more.
    clock.ms = noon + 30 * 60_000;
    expect(await statusFor(server, tag)).toBe(200);
    await hosted.stop();
  },
);

test("where a host's predicates decide about groups, the tag lasts for seconds only", async () => {
  for (const [groups, isGroupEnabled, lasts] of [
    [{ staff: () => true }, true, false],
    [{ staff: () => true }, false, true],
  ] as const) {
    const mounted = mountable({ data: ":memory:", groups });
    await mounted.enableActor("a", "User;1");
    if (isGroupEnabled) {
      await mounted.enableGroup("a", "staff");
    }
    const url = `http://localhost/flipper/api/ofrep${flagsPath}`;
    const tags = new Set<string | null>();
    const evaluate = async () => {
      const answer = await mounted.handle(new Request(url, { method: "POST" }));
      tags.add(answer.headers.get("etag"));
    };
    // Not the actual time: at full and half hours the tickets of streams end too.
    setSystemTime(new Date(noon));
    await evaluate();
    setSystemTime(new Date(noon + 10_000));
    await evaluate();
    setSystemTime();
    expect(tags.size).toBe(lasts ? 1 : 2);
    await mounted.close();
  }
});
