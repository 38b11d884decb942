import { describe, expect, test } from "bun:test";
import { SharedWriter } from "../../../src/app/writer/shared-writer.ts";
import { openPostgresStorage } from "../../../src/storage/postgres/postgres-storage.ts";
import { PostgresMedium } from "../../contract/postgres-medium.ts";
import { isPostgresMissing } from "../../helpers/postgres-server.ts";
import { RequestWorld } from "./request-world.ts";

const requestCount = 20;

interface Clock {
  nowMs: number;
}

async function openWorld(medium: PostgresMedium, clock: Clock, failures: unknown[]) {
  const opened = await openPostgresStorage(
    { url: await medium.url(), poolMax: 2, timeoutMs: 120_000 },
    "test",
  );
  const onFailure = (error: unknown) => void failures.push(error);
  const writer = new SharedWriter({ ...opened, now: () => clock.nowMs, onFailure });
  const world = new RequestWorld({ writer, reads: opened.storage.reads });
  world.now = clock.nowMs;
  return {
    world,
    async close() {
      await writer.close();
      await opened.storage.close();
    },
  };
}

describe.skipIf(isPostgresMissing)("servers that share PostgreSQL", () => {
  test("apply each request once, whichever of them looks at the clock", async () => {
    using medium = new PostgresMedium();
    const failures: unknown[] = [];
    const clock = { nowMs: Date.now() };
    const one = await openWorld(medium, clock, failures);
    await one.world.setUp(1);
    const other = await openWorld(medium, clock, failures);
    const author = await one.world.person(102, 1);
    const approver = await one.world.person(104, 1);
    const at = clock.nowMs + 60_000;
    for (let index = 0; index < requestCount; index++) {
      const { id, hash } = await one.world.service.open(author, {
        ...{ title: `Request ${index}`, reason: null, apply: { kind: "at", at } },
        commands: [
          { kind: "create", key: `key-${index}` },
          { kind: "actors", key: `key-${index}`, add: ["User;1"], remove: [] },
        ],
      });
      await one.world.service.vote(approver, id, { kind: "approve", hash, text: null });
    }
    clock.nowMs = at;
    one.world.now = at;
    other.world.now = at;
    const ids = [...one.world.state.requests.keys()];
    expect(ids).toHaveLength(requestCount);
    // The other server follows the commits.
    await other.world.writer.submit(() => undefined);
    await Promise.all(
      ids.flatMap((id) => [one.world.schedule.settle(id), other.world.schedule.settle(id)]),
    );
    for (const { world } of [one, other]) {
      await world.writer.submit(() => undefined);
      expect(world.state.requests.size).toBe(0);
    }
    // Three for the first features, and two for each request.
    expect(one.world.state.auditSequences.get(1)).toBe(3 + 2 * requestCount);
    const request = await other.world.stored(ids[0] ?? 0);
    expect(request).toMatchObject({ state: "applied", endedBy: null, votes: [{ userId: 104 }] });
    expect(failures).toEqual([]);
    await other.close();
    await one.close();
  }, 180_000);
});
