import { describe, expect, test } from "bun:test";
import {
  expectUnavailable,
  metric,
  now,
  ScriptedWorkers,
  settleAll,
  until,
} from "./scripted-worker.ts";
import { submissionOf, TelemetryApi } from "./telemetry-api.ts";
import { feature, featureChanges, stateWith } from "./telemetry-state.ts";

async function resting() {
  const workers = new ScriptedWorkers();
  const api = await TelemetryApi.start({
    state: stateWith({ features: ["search"] }),
    now: () => now,
    telemetry: { spawn: workers.spawn, restartMsMin: 1, restsAtFirst: true },
  });
  return { workers, api };
}

const range = { environmentId: 1, key: "search", fromMinute: 0, toMinute: 1 };

describe("a worker that rests", () => {
  test("is not started by probes, commits or a close", async () => {
    const { workers, api } = await resting();
    await api.telemetry.probe();
    expect(api.telemetry.isAlive).toBe(true);
    api.commit(...featureChanges(9, "while the worker rests"));
    await api.telemetry.close();
    await expectUnavailable(api.submit(submissionOf([metric])), "POST");
    expect(workers.count).toBe(0);
    expect(api.faults).toEqual([]);
  });

  test("is started once by submissions, which wait for it and are counted", async () => {
    const { workers, api } = await resting();
    api.commit({ kind: "feature.removed", feature: feature(1, "search") });
    const submitted = [api.submit(submissionOf([metric])), api.submit(submissionOf([metric]))];
    await until(() => workers.count > 0);
    const probed = api.telemetry.probe();
    await Bun.sleep(1);
    const waiting: Promise<unknown>[] = [...submitted, probed];
    expect(waiting.map(Bun.peek.status)).toEqual(["pending", "pending", "pending"]);
    workers.open();
    await until(() => workers.receivedKinds().includes("call"));
    const probe = workers.received[0]?.find(
      (message) => message.kind === "call" && message.call.kind === "probe",
    );
    expect(probe).toBeDefined();
    for (const answer of submitted) {
      await until(() => {
        settleAll(workers);
        return Bun.peek.status(answer) !== "pending";
      });
      expect((await answer).status).toBe(202);
    }
    expect(workers.count).toBe(1);
    expect(JSON.stringify(workers.received[0]?.[0])).not.toContain("search");
  });

  test.each([
    ["a call", (api: TelemetryApi) => api.telemetry.dismiss({ environmentId: 1, key: "search" })],
    ["a guard", (api: TelemetryApi) => api.telemetry.guards.outcomes(range, ["errors"])],
  ])("is started by %s", async (_, ask) => {
    const { workers, api } = await resting();
    const asked = ask(api);
    await until(() => workers.count > 0);
    workers.open();
    await until(() => workers.receivedKinds().includes("call"));
    workers.end();
    await expect(asked).rejects.toMatchObject({ refusal: "unavailable" });
  });

  test("refuses what woke it if it cannot open the database, and tries again", async () => {
    const { workers, api } = await resting();
    const submitted = api.submit(submissionOf([metric]));
    await until(() => workers.count === 1);
    workers.post({ kind: "loaded" });
    workers.post({ kind: "open_failed", reason: "the disk is full", isLocked: false });
    await expectUnavailable(submitted, "POST");
    await expect(api.telemetry.probe()).rejects.toThrow();
    expect(String(api.faults[0])).toContain("the disk is full");
    await until(() => workers.count === 2);
    workers.open();
    expect(api.telemetry.isAlive).toBe(true);
  });

  test("does not keep a close waiting while it starts", async () => {
    const { workers, api } = await resting();
    const submitted = api.submit(submissionOf([metric]));
    await until(() => workers.count === 1);
    await api.telemetry.close();
    await expectUnavailable(submitted, "POST");
    expect(api.faults).toEqual([]);
  });
});
