import { expect, test } from "bun:test";
import type { Writer } from "../../../src/app/writer/writer.ts";
import { EventReader } from "../../helpers/event-reader.ts";
import { revoke } from "../../helpers/hosted-administration.ts";
import { startHosted } from "../../helpers/hosted-server.ts";
import { sharedHosted } from "../../helpers/shared-hosted.ts";
import { SharedMemory, type SharedMemoryStorage } from "../../helpers/shared-memory.ts";
import { testedAdminApi } from "../../helpers/tested-admin-api.ts";
import { startWebhooks } from "../../webhooks/webhook-fixture.ts";

/** Lets a writer that was told of nothing find that the log is gone. */
async function reload(writer: Writer, shared: SharedMemory, storage: SharedMemoryStorage) {
  shared.trim(shared.position);
  const reloaded = new Promise<void>((resolve) => writer.onReload(() => resolve()));
  storage.poll();
  await reloaded;
  expect(writer.position).toBe(shared.position);
}

test("after a reload a server answers with nothing that it kept of the old state", async () => {
  const clock = { now: 1_800_000_000_000 };
  const now = () => clock.now;
  const shared = new SharedMemory();
  const first = await startHosted({ ...sharedHosted(shared).options, now });
  await first.manager.gates.post("search", "boolean");
  const { options, storage, failures } = sharedHosted(shared);
  const second = await startHosted({ ...options, now });
  const revoked = await second.newClient();
  storage.isDeaf = true;

  const client = second.manager;
  const adminApi = testedAdminApi({
    services: second.deployment,
    now,
    onFault: (error) => void failures.push(error),
  });
  const changedAt = async (key: string) => {
    const answer = await adminApi.fetch(
      new Request(`http://gatehouse.test/admin/v1/environments/-/features/${key}`, {
        headers: { "flipper-cloud-token": client.token ?? "" },
      }),
    );
    return /"changedAt":\d+/.exec(await answer.text())?.[0];
  };
  const before = await changedAt("search");
  expect(before).toBeDefined();
  const streams = await Promise.all(
    [client, revoked].map(async (reader) => new EventReader(await reader.send("/stream"))),
  );
  for (const stream of streams) {
    await stream.next();
    await stream.next();
  }
  clock.now += 60_000;
  await first.manager.gates.post("search", "actors", { flipper_id: "User;1" });
  await first.manager.gates.post("fresh", "boolean");
  await revoke(first, revoked.token ?? "");
  await reload(second.deployment.writer, shared, storage);

  const [, , list] = await client.features.list();
  expect(list).toContain("fresh");
  expect(await changedAt("search")).not.toBe(before);
  expect(await streams[0]?.next()).toContain("event: refetch");
  expect(await streams[1]?.rest()).toBeLessThanOrEqual(1);
  expect(failures).toMatchObject([{ message: "The state was loaded again" }]);
  await first.stop();
  await second.stop();
});

test("after a reload endpoints are told what happened meanwhile", async () => {
  const shared = new SharedMemory();
  const first = await startHosted(sharedHosted(shared).options);
  const { options, storage } = sharedHosted(shared);
  await using hooks = await startWebhooks({}, options);
  const created = await hooks.create();
  await hooks.settled();
  const before = hooks.sent.length;
  storage.isDeaf = true;
  await first.deployment.writer.submit(({ state }) => state);
  await first.manager.gates.post("search", "boolean");
  await hooks.settled();
  expect(hooks.sent).toHaveLength(before);
  await reload(hooks.writer, shared, storage);
  await hooks.until(() => hooks.sent.length > before);
  expect(JSON.stringify(hooks.sent.at(-1)?.body)).toContain("search");
  expect(hooks.now(created.webhook).pausedAt).toBeNull();
  await first.stop();
});
