import { expect, test } from "bun:test";
import { EvaluationCounter } from "../../../src/api/ofrep/evaluation-counter.ts";
import { GatehouseError } from "../../../src/core/errors.ts";
import type { Telemetry } from "../../../src/telemetry/telemetry.ts";
import { startHosted } from "../../helpers/hosted-server.ts";
import { hostedOfrep } from "./ofrep-targets.ts";

const minute = 60_000;
const noon = Date.UTC(2026, 10, 21, 12);

interface Metric {
  readonly key: string;
  readonly time: number;
  readonly result: boolean;
  readonly value: number;
}

interface Received {
  readonly environmentId: number;
  readonly requestId: string;
  readonly metrics: readonly Metric[];
}

/** Takes the place of telemetry: notes each submission, or refuses it as `refuse` says. */
class FakeTelemetry implements Pick<Telemetry, "submit"> {
  readonly received: Received[] = [];
  attempts = 0;
  refuse: () => GatehouseError | undefined = () => undefined;

  readonly submit: Telemetry["submit"] = async (sender, _limitMs, receive) => {
    this.attempts += 1;
    const { bytes } = await receive({ reserve: () => undefined, onTimeout: () => undefined });
    const refusal = this.refuse();
    if (refusal !== undefined) {
      throw refusal;
    }
    const document: { readonly request_id: string; readonly enabled_metrics: readonly Metric[] } =
      JSON.parse(new TextDecoder().decode(bytes));
    this.received.push({
      environmentId: sender.environmentId,
      requestId: document.request_id,
      metrics: document.enabled_metrics,
    });
  };

  /** All counts, as `key time result value`, sorted. */
  get counts(): string[] {
    return this.received
      .flatMap(({ metrics }) => metrics)
      .map(({ key, time, result, value }) => `${key} ${time - noon / 1_000} ${result} ${value}`)
      .sort();
  }
}

async function start() {
  const clock = { ms: noon };
  const faults: unknown[] = [];
  const telemetry = new FakeTelemetry();
  const counter = new EvaluationCounter({
    telemetry,
    now: () => clock.ms,
    onFault: (error) => void faults.push(error),
    checkMs: 1,
  });
  const server = await startHosted({ now: () => clock.ms, watch: { counter } });
  const ofrep = hostedOfrep(server, server.managerToken);
  await ofrep.replace({ on: { boolean: true }, off: {}, one: { actors: ["User;1"] } });
  const as = (targetingKey?: string) => ({ context: { targetingKey } });
  return { clock, telemetry, counter, server, ofrep, faults, as };
}

test("while telemetry hangs no attempts pile up", async () => {
  const { clock, telemetry, counter, server, ofrep, as } = await start();
  const hanging = Promise.withResolvers<void>();
  const { submit } = telemetry;
  let attempts = 0;
  const slow = {
    submit: async (...given: Parameters<Telemetry["submit"]>) => {
      attempts += 1;
      await hanging.promise;
      return submit(...given);
    },
  };
  Object.assign(telemetry, slow);
  telemetry.refuse = () => new GatehouseError("unavailable");
  await ofrep.evaluate("on", as("User;1"));
  clock.ms += minute;
  while (attempts === 0) {
    await Bun.sleep(1);
  }
  await Bun.sleep(50);
  expect(attempts).toBe(1);
  const closed = counter.close();
  hanging.resolve();
  await closed;
  // The one that hung, and the last ones.
  expect(attempts).toBeLessThan(7);
  await server.stop();
});

test("each result counts in the minute of its evaluation, and is submitted after it", async () => {
  const { clock, telemetry, counter, server, ofrep, faults, as } = await start();
  await ofrep.evaluate("on", as("User;1"));
  await ofrep.evaluate("one", as("User;1"));
  await ofrep.evaluate("one", as("User;2"));
  await ofrep.evaluate("one", as());
  await ofrep.evaluate("unknown", as("User;1"));
  for (const user of ["User;1", "User;2", "User;2"]) {
    await ofrep.evaluate(null, as(user));
  }
  expect(telemetry.attempts).toBe(0);
  clock.ms += minute;
  await ofrep.evaluate("off", as("User;1"));
  while (telemetry.received.length === 0) {
    await Bun.sleep(1);
  }
  expect(telemetry.counts).toEqual([
    "off 0 false 3",
    "on 0 true 4",
    "one 0 false 4",
    "one 0 true 2",
    "unknown 0 false 1",
  ]);
  expect(telemetry.received[0]?.environmentId).toBe(server.production.id);
  // The rest of the second minute is submitted when the server stops.
  await server.stop();
  await counter.close();
  expect(telemetry.counts).toContain("off 60 false 1");
  expect(telemetry.received).toHaveLength(2);
  expect(faults).toEqual([]);
});

test("what evaluates nothing counts nothing", async () => {
  const { telemetry, counter, server, ofrep, as } = await start();
  const { headers } = await ofrep.evaluate(null, as("User;1"));
  const ifNoneMatch = { "if-none-match": headers.get("etag") ?? "" };
  expect((await ofrep.evaluate(null, as("User;1"), ifNoneMatch)).status).toBe(304);
  await ofrep.evaluate("on", "{");
  await ofrep.evaluate("on", as("User;1"), { authorization: "Bearer wrong" });
  await server.stop();
  await counter.close();
  expect(telemetry.counts).toEqual(["off 0 false 1", "on 0 true 1", "one 0 true 1"]);
});

test("features that change between evaluations count as each one was", async () => {
  const { telemetry, counter, server, ofrep, as } = await start();
  await ofrep.evaluate(null, as("User;1"));
  await server.manager.gates.delete("on", "boolean");
  await ofrep.evaluate(null, as("User;1"));
  await server.manager.gates.post("on", "actors", { flipper_id: "User;1" });
  await ofrep.evaluate(null, as("User;1"));
  await server.manager.features.remove("off");
  await ofrep.evaluate(null, as("User;1"));
  await server.stop();
  await counter.close();
  expect(telemetry.counts).toEqual([
    "off 0 false 3",
    "on 0 false 1",
    "on 0 true 3",
    "one 0 true 4",
  ]);
});

test("while telemetry is away, counts wait with their request id; an answer waits for nothing", async () => {
  const { clock, telemetry, counter, server, ofrep, faults, as } = await start();
  const sent = new Set<string>();
  let refused = 0;
  telemetry.refuse = () => {
    refused += 1;
    return refused <= 5 ? new GatehouseError("unavailable") : undefined;
  };
  await ofrep.evaluate("on", as("User;1"));
  clock.ms += minute;
  while (telemetry.received.length === 0) {
    expect((await ofrep.evaluate("off", as("User;1"))).status).toBe(200);
    await Bun.sleep(1);
  }
  for (const { requestId } of telemetry.received) {
    sent.add(requestId);
  }
  expect([refused, sent.size]).toEqual([6, 1]);
  expect(telemetry.counts).toEqual(["on 0 true 1"]);
  await server.stop();
  await counter.close();
  expect(faults).toEqual([]);
});

test("a server that stops without telemetry ends, and says what is lost", async () => {
  const { telemetry, counter, server, ofrep, faults, as } = await start();
  telemetry.refuse = () => new GatehouseError("unavailable");
  await ofrep.evaluate("on", as("User;1"));
  await server.stop();
  await counter.close();
  expect(String(faults)).toContain("1 submissions of OFREP's evaluations are lost");
});

test("unknown keys are counted up to a number, and many features in several submissions", async () => {
  const { clock, telemetry, counter, server, ofrep, as } = await start();
  for (let index = 0; index < 1_005; index++) {
    await ofrep.evaluate(`unknown-${index}`, as("User;1"));
  }
  const many = Object.fromEntries(
    Array.from({ length: 1_500 }, (_, index) => [`${index}`.padEnd(250, "k"), { boolean: true }]),
  );
  await ofrep.replace(many);
  await ofrep.evaluate(null, as("User;1"));
  clock.ms += minute;
  await server.stop();
  await counter.close();
  expect(telemetry.counts.filter((count) => count.startsWith("unknown-"))).toHaveLength(1_000);
  expect(telemetry.counts.filter((count) => count.includes("k"))).toHaveLength(2_500);
  expect(telemetry.received.length).toBeGreaterThan(2);
  const ids = telemetry.received.map(({ requestId }) => requestId);
  expect(new Set(ids).size).toBe(ids.length);
});
