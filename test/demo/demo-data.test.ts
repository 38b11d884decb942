import { afterAll, beforeAll, expect, test } from "bun:test";
import { needsSetUp } from "../../src/app/commands/sign-in-link-commands.ts";
import { needsFirstLink } from "../../src/cli/administration/first-link.ts";
import { dayMs } from "../../src/core/time-units.ts";
import { demoFeatures } from "../../src/demo/history/demo-history.ts";
import { addDemoTelemetry } from "../../src/demo/history/demo-telemetry.ts";
import { type DemoSecrets, fillDemoData } from "../../src/demo/history/fill-demo-data.ts";
import { shownCheck } from "../../src/demo/history/shop-features.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import type { OpenedStorage } from "../../src/storage/storage.ts";
import { tokenHeader } from "../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

const now = Date.UTC(2026, 10, 28, 12);
let opened: OpenedStorage;
let secrets: DemoSecrets;
let server: HostedServer;
beforeAll(async () => {
  ({ opened, secrets } = await fillDemoData(await openSqliteStorage(":memory:"), now));
  server = await startHosted({ opened, now: () => now, hasTelemetry: true });
});
afterAll(() => server.stop());

async function answerOf(path: string): Promise<unknown> {
  return (await server.send(path, { headers: { [tokenHeader]: secrets.token } })).json();
}

test("the demo has features, environments and members, and needs no set-up", () => {
  const { state } = opened;
  const [features] = state.features.valueSeq();
  expect(features?.size).toBe(30);
  expect(demoFeatures).toHaveLength(30);
  expect(
    state.environments
      .valueSeq()
      .map(({ name }) => name)
      .toArray(),
  ).toEqual(["Production", "Staging", "QA", "feature/checkout"]);
  const members = state.users
    .valueSeq()
    .map(({ email }) => email)
    .toArray();
  expect(members).toHaveLength(3);
  expect(members.filter((email) => !email.endsWith("@example.com"))).toEqual([]);
  expect(needsSetUp(state)).toBe(false);
  expect(needsFirstLink({ state, now })).toBe(false);
});

test("audits are of the last month, in the order of their times, by all members", async () => {
  const { id: environmentId } = server.production;
  const audits = await opened.storage.reads.audits({
    ...{ environmentId, keys: null, latestMax: null, offset: 0, limit: 500 },
  });
  const times = audits.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted((left, right) => right - left));
  expect(Math.max(...times)).toBeLessThan(now);
  expect(Math.min(...times)).toBeGreaterThan(now - 31 * dayMs);
  expect(new Set(times.map((time) => Math.floor(time / dayMs))).size).toBeGreaterThan(20);
  expect(new Set(audits.map(({ actor }) => actor.id)).size).toBe(3);
});

test("the printed token checks the printed feature", async () => {
  const path = `/actors/${shownCheck.actor}?keys=${shownCheck.key}`;
  expect(await answerOf(path)).toMatchObject({
    features: { [shownCheck.key]: { enabled: true } },
  });
});

test("each day of the month has evaluations of Production, and fewer at other places", async () => {
  const { telemetry } = server;
  if (telemetry === undefined) {
    throw new Error("The server has no telemetry");
  }
  await addDemoTelemetry(telemetry, server.deployment.writer.state, now);
  expect(JSON.stringify(await answerOf("/telemetry/summary?days=30"))).toContain("search_v2");
  expect(telemetry.counters).toMatchObject({
    submissions: 4,
    droppedTimeOutOfRange: 0,
    clamped: 0,
  });
});
