import { heapStats } from "bun:jsc";
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { createEnvironment } from "../../src/app/commands/environment-commands.ts";
import { webhookEventsMax } from "../../src/core/model/webhook-event.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { createWebhooks } from "../../src/webhooks/create-webhooks.ts";
import { WebhookPumps } from "../../src/webhooks/delivery/webhook-pumps.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { startHosted } from "../helpers/hosted-server.ts";
import { RawReceiver } from "./targets/raw-receiver.ts";

const changeCount = 100_000;
const featureCount = 100;
const timeoutMs = 600_000;
/** Rows above the bound are removed once for so many new ones. */
const rowsPerRemoval = 100;
const heapFactorMax = 2;
const mebibyte = 2 ** 20;

function heapBytes(): number {
  Bun.gc(true);
  return heapStats().heapSize;
}

/**
 * A hosted server on a directory. With a receiver, one endpoint is told of Production and one of an
 * environment that mirrors it, so each change is two events.
 */
async function start(directory: string, receiverPort: number | null) {
  const opened = await openSqliteStorage(directory);
  const server = await startHosted({ opened });
  const { writer } = server.deployment;
  const staging = await writer.submit((draft) =>
    createEnvironment(draft, {
      ...{ projectId: 1, name: "staging", slug: "staging", kind: "custom" },
      creatorTokenId: null,
    }),
  );
  const shared = { writer, storage: opened.storage, now: Date.now };
  const { service, sender } = createWebhooks({
    ...shared,
    directory,
    allowed: [{ address: "127.0.0.0", bits: 8 }],
    version: "1.2.3",
  });
  const faults: unknown[] = [];
  const pumps = new WebhookPumps({
    ...shared,
    sender,
    onTried: () => undefined,
    onFault: (error) => void faults.push(error),
  });
  pumps.start();
  for (const environment of receiverPort === null ? [] : [server.production, staging]) {
    await service.create(
      {
        ...{ environment, kind: "events", name: "silent", eventTypes: [], keyPattern: null },
        url: `http://127.0.0.1:${receiverPort}/`,
      },
      () => undefined,
    );
  }
  return {
    server,
    writer,
    async stop() {
      await pumps.stop();
      await server.stop();
      expect(faults).toEqual([]);
    },
  };
}

/** Makes changes, and tells how many bytes of the heap are used more than before. */
async function heapOfChanges({ server }: Awaited<ReturnType<typeof start>>): Promise<number> {
  const before = heapBytes();
  for (let count = 0; count < changeCount; count += featureCount) {
    const isOn = (count / featureCount) % 2 === 0;
    const method = isOn ? "post" : "delete";
    const writes = Array.from({ length: featureCount }, (_, feature) =>
      server.manager.gates[method](`feature-${feature}`, "boolean", {}),
    );
    for (const [{ status }] of await Promise.all(writes)) {
      expect(status).toBe(200);
    }
  }
  return heapBytes() - before;
}

function rowsIn(directory: string, table: string): number {
  using database = new Database(join(directory, "gatehouse.db"), { readonly: true });
  return Number(database.query(`SELECT count(*) FROM ${table}`).values()[0]?.[0]);
}

test(
  "endpoints that never answer keep bounded rows and little memory while 100,000 changes are made",
  async () => {
    using plainPlace = new TemporaryDirectory();
    const plain = await start(plainPlace.path, null);
    const plainHeap = await heapOfChanges(plain);
    expect(rowsIn(plainPlace.path, "webhook_events")).toBe(0);
    await plain.stop();

    await using receiver = await RawReceiver.listen(() => undefined);
    using place = new TemporaryDirectory();
    const told = await start(place.path, receiver.port);
    const heap = await heapOfChanges(told);
    expect(receiver.received.length).toBeGreaterThan(0);
    expect(told.writer.state.lastIds.webhookEvent).toBe(2 * changeCount);
    const rows = rowsIn(place.path, "webhook_events");
    expect(rows).toBeWithin(webhookEventsMax, webhookEventsMax + rowsPerRemoval);
    // Each try takes 20 seconds, so there are few.
    expect(rowsIn(place.path, "webhook_deliveries")).toBeLessThan(100);
    for (const { progress } of told.writer.state.webhooks.values()) {
      expect(progress.lost).toMatchObject({ from: 1 });
      expect(progress.settled).toBeGreaterThanOrEqual(webhookEventsMax);
    }
    // The first server can end with a smaller heap than at its start, which loaded the code.
    expect(heap).toBeLessThan(Math.max(0, plainHeap) * heapFactorMax + 16 * mebibyte);
    await told.stop();
  },
  timeoutMs,
);
