import { afterEach, beforeEach, expect, test } from "bun:test";
import { FirstRun } from "../../src/api/admin/contract/first-run-models.ts";
import { revoke } from "../helpers/hosted-administration.ts";
import { modelled } from "../helpers/modelled.ts";
import { type PipelineServer, startedAt, startPipelineServer } from "./pipeline-server.ts";

let server: PipelineServer;
beforeEach(async () => {
  server = await startPipelineServer();
});
afterEach(() => server.stop());

const facts = async () => modelled(FirstRun, await server.asOwner("GET", "/first-run"));

const ruby = { "user-agent": "Flipper HTTP Adapter v1.3.4" };

function send(path: string, token: string | null, headers: Readonly<Record<string, string>> = {}) {
  const credentials = token === null ? {} : { "flipper-cloud-token": token };
  return server.send(path, { headers: { ...credentials, ...headers } });
}

test("reads, checks and evaluations of clients are remembered by environment", async () => {
  expect(await facts()).toMatchObject({
    ...{ since: startedAt, firstRequest: null, latestCheck: null, latestRead: null },
    ...{ environments: [], refused: [], featureCount: 0, otherEnvironmentCount: 0 },
  });
  const { managerToken, manager } = server.hosted;
  await manager.features.create("search");
  server.clock.ms = 5_000;
  await send("/adapter/features", managerToken, ruby);
  server.clock.ms = 9_000;
  await send("/adapter/actors/User;1?keys=search", managerToken);
  const first = {
    ...{ environment: "production", at: startedAt + 5_000, key: null },
    client: { name: "Flipper HTTP Adapter", version: "1.3.4" },
  };
  expect(await facts()).toMatchObject({
    firstRequest: first,
    latestRead: first,
    latestCheck: { key: "search", at: startedAt + 9_000, client: null },
    environments: [{ environment: "production", checkedAt: startedAt + 9_000, submittedAt: null }],
    featureCount: 1,
  });
  server.clock.ms = 20_000;
  await server.send("/ofrep/v1/evaluate/flags/a%2Fb", {
    method: "POST",
    headers: { authorization: `Bearer ${managerToken}`, "content-type": "application/json" },
    body: "{}",
  });
  // The flag does not exist, so nothing was checked.
  expect((await facts()).latestCheck?.key).toBe("search");
  await manager.features.create("a/b");
  await server.send("/ofrep/v1/evaluate/flags/a%2Fb", {
    method: "POST",
    headers: { authorization: `Bearer ${managerToken}`, "content-type": "application/json" },
    body: "{}",
  });
  expect(await facts()).toMatchObject({
    firstRequest: first,
    latestCheck: { key: "a/b", at: startedAt + 20_000 },
  });
});

test("refused attempts have their kind and address, and no part of an unknown token", async () => {
  const ended = await server.hosted.newToken({ name: "old" });
  const short = await server.hosted.newToken({ name: "short", expiresAt: 1 });
  await revoke(server.hosted, ended);
  const unknown = "gatehouse_unknown_value_XyZw";
  server.client = "192.0.2.7";
  await send("/adapter/features", null);
  server.clock.ms = 1_000;
  await send("/adapter/features", unknown);
  await send("/adapter/actors/User;1", unknown);
  await send("/adapter/features", short);
  await send("/adapter/features", ended);
  const { refused } = await facts();
  const attempt = { address: "192.0.2.7", at: startedAt + 1_000, count: 1 };
  const nobody = { token: null, ending: null };
  expect(refused).toEqual([
    {
      ...attempt,
      ...{ kind: "revoked", token: { id: expect.any(Number), name: "old" } },
      ending: ended.slice(-4),
    },
    {
      ...attempt,
      ...{ kind: "expired", token: { id: expect.any(Number), name: "short" } },
      ending: short.slice(-4),
    },
    { ...attempt, ...nobody, kind: "wrong", count: 2 },
    { ...attempt, ...nobody, kind: "none", at: startedAt },
  ]);
  expect(JSON.stringify(refused)).not.toContain(unknown.slice(-4));
  server.clock.ms = 10 * 60_000 + 500;
  expect((await facts()).refused).toHaveLength(3);
  server.clock.ms += 1_000;
  expect((await facts()).refused).toEqual([]);
});

test("at most 20 refused attempts are kept, the latest ones", async () => {
  for (let at = 0; at < 25; at++) {
    server.client = `192.0.2.${at}`;
    await send("/adapter/features", null);
  }
  const addresses = (await facts()).refused.map(({ address }) => address);
  expect(addresses).toHaveLength(20);
  expect([addresses[0], addresses.at(-1)]).toEqual(["192.0.2.24", "192.0.2.5"]);
});
