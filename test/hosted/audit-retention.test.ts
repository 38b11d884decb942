import { expect, test } from "bun:test";
import type { RecordedAudit } from "../../src/core/model/audit.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import type { AuditQuery, StorageReads } from "../../src/storage/storage.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { addEnvironment, setPlan } from "../helpers/hosted-administration.ts";
import { audited, type HostedClient } from "../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

const dayMs = 86_400_000;
const noon = Date.UTC(2026, 10, 21, 12);
const token = "a-token-of-this-test";

/** A server whose clock the test sets, and whose hours pass in a few milliseconds. */
class RetentionServer {
  readonly clock = { ms: noon };
  readonly jumps: number[] = [];
  readonly #directory = new TemporaryDirectory();
  #audits: StorageReads["audits"] | undefined;
  /** How often old audits were looked for. */
  #searches = 0;
  #server: HostedServer | undefined;

  get server(): HostedServer {
    if (this.#server === undefined) {
      throw new Error("the server is not started");
    }
    return this.#server;
  }

  get manager(): HostedClient {
    return this.server.manager.as(token);
  }

  async start(hourMs?: number): Promise<void> {
    const opened = await openSqliteStorage(this.#directory.path);
    const read = opened.storage.reads.audits;
    this.#audits = read;
    Object.assign(opened.storage.reads, {
      audits: async (query: AuditQuery) => {
        const audits = await read(query);
        this.#searches += query.isOldestFirst === true ? 1 : 0;
        return audits;
      },
    });
    this.#server = await startHosted({
      opened,
      now: () => this.clock.ms,
      retention: { onClockJump: (ms) => this.jumps.push(ms), hourMs },
      ...(opened.state.tokens.isEmpty() ? { token } : {}),
    });
  }

  async audits(query: AuditQuery): Promise<readonly RecordedAudit[]> {
    return (await this.#audits?.(query)) ?? [];
  }

  /** Resolves after the new server has looked for old audits, if any are removed at all. */
  async restart(hourMs?: number): Promise<void> {
    await this.server.stop();
    const { retains } = this;
    const searches = this.#searches;
    await this.start(hourMs);
    while (retains && this.#searches === searches) {
      await Bun.sleep(1);
    }
    await this.server.deployment.writer.submit(() => undefined);
  }

  /** Adds audits of the clock's time. */
  async write(...actors: string[]): Promise<void> {
    for (const flipper_id of actors) {
      await this.manager.gates.post("search", "actors", { flipper_id });
    }
  }

  /** The values of the audits that are left, newest first; the creation of the feature has null. */
  async left(): Promise<readonly (string | null)[]> {
    const [, , text] = await this.manager.audits.list("per_page=250");
    const { audits } = audited([new Response(), JSON.parse(text), text]);
    return audits.map(({ value }) => value);
  }

  /** Waits until what is left is as expected. */
  async untilLeft(...expected: (string | null)[]): Promise<void> {
    while (JSON.stringify(await this.left()) !== JSON.stringify(expected)) {
      await Bun.sleep(2);
    }
  }

  get retains(): boolean {
    const { organizations } = this.server.deployment.writer.state;
    return organizations.some(({ planOverrides }) => planOverrides.auditRetentionDays != null);
  }

  /** Resolves after the server has looked for old audits. */
  async keepFor(auditRetentionDays: number): Promise<void> {
    const searches = this.#searches;
    await setPlan(this.server, "self_hosted", { auditRetentionDays });
    while (this.#searches === searches) {
      await Bun.sleep(1);
    }
    await this.server.deployment.writer.submit(() => undefined);
  }

  get mark() {
    return this.server.deployment.writer.state.clockMark;
  }

  async stop(): Promise<void> {
    await this.server.stop();
    this.#directory[Symbol.dispose]();
  }
}

async function started(hourMs?: number): Promise<RetentionServer> {
  const server = new RetentionServer();
  await server.start(hourMs);
  return server;
}

test("audits are kept for ever unless a retention is set, and then removed when they are older", async () => {
  const world = await started(5);
  await world.write("1", "2");
  world.clock.ms += 400 * dayMs;
  while (world.mark?.seenAt !== world.clock.ms) {
    await Bun.sleep(1);
  }
  await world.restart();
  expect(await world.left()).toEqual(["2", "1", null]);
  await world.stop();
});

test("a retention holds at once, later, and at the next start; what is within it stays", async () => {
  const world = await started();
  await world.write("1", "2");
  world.clock.ms += 0.9 * dayMs;
  await world.restart();
  await world.write("3");
  world.clock.ms += 0.9 * dayMs;
  await world.restart();
  await world.write("4");
  await world.keepFor(1);
  // The first two are 1.8 days old, the third 0.9.
  await world.untilLeft("4", "3");
  expect((await world.manager.features.get("search"))[1]).toMatchObject({ state: "conditional" });
  world.clock.ms += 0.2 * dayMs;
  await world.restart();
  await world.untilLeft("4");
  world.clock.ms += 0.9 * dayMs - 1;
  await world.restart(2);
  await world.untilLeft();
  await world.stop();
});

test("the boundary is exact: an audit as old as the retention stays, one of a millisecond more does not", async () => {
  const world = await started();
  await world.write("1");
  world.clock.ms += 1;
  await world.write("2");
  world.clock.ms += dayMs - 1;
  await world.restart();
  await world.keepFor(1);
  expect(await world.left()).toEqual(["2", "1", null]);
  world.clock.ms += 1;
  await world.restart();
  await world.untilLeft("2");
  await world.stop();
});

test("a running server removes audits every hour, in every environment, many of them", async () => {
  const world = await started(5);
  const staging = await addEnvironment(world.server, { name: "Staging", kind: "custom" });
  const client = await world.server.newClient({ environment: staging });
  const actors = Array.from({ length: 1_500 }, (_, index) => `${index}`);
  await world.manager.import({ search: { actors } });
  await client.gates.post("search", "boolean");
  await world.keepFor(1);
  world.clock.ms += 0.8 * dayMs;
  while ((world.mark?.seenAt ?? 0) < world.clock.ms) {
    await Bun.sleep(1);
  }
  await world.write("late");
  world.clock.ms += 0.8 * dayMs;
  await world.untilLeft("late");
  while (audited(await client.audits.list()).audits.length > 0) {
    await Bun.sleep(2);
  }
  // The history goes on behind what was removed, and no audit takes the place of another.
  await client.gates.delete("search", "boolean");
  const [page] = [audited(await client.audits.list("keys=search")).audits];
  expect(page.map(({ action }) => action)).toEqual(["disable"]);
  const newest = { keys: null, latestMax: null, offset: 0, limit: 2 };
  const [next] = await world.audits({ environmentId: staging.id, ...newest });
  expect(next?.sequence).toBe(2);
  await world.stop();
});

test("a start with a clock that is months ahead removes nothing, and reports the jump", async () => {
  const world = await started();
  await world.keepFor(90);
  await world.write("1");
  const months = 200 * dayMs;
  world.clock.ms += months;
  await world.restart();
  expect(world.jumps).toEqual([months]);
  // Nor after changes of that time, another change of the plan, and further starts.
  await world.write("2");
  await world.keepFor(30);
  await world.restart();
  expect(await world.left()).toEqual(["2", "1", null]);
  expect(world.jumps).toEqual([months, months]);
  world.clock.ms -= months;
  await world.restart();
  expect(await world.left()).toEqual(["2", "1", null]);
  expect(world.jumps).toHaveLength(2);
  await world.stop();
});

test("a jump of the clock while the server runs removes nothing for 24 hours, then it is believed", async () => {
  const world = await started(10);
  await world.keepFor(90);
  await world.write("1");
  const before = world.mark?.seenAt;
  world.clock.ms += 200 * dayMs;
  while ((world.mark?.jumpedHours ?? 0) < 5) {
    await Bun.sleep(1);
  }
  expect(world.mark?.seenAt).toBe(before ?? 0);
  expect(await world.left()).toEqual(["1", null]);
  await world.untilLeft();
  expect(world.jumps).toEqual([200 * dayMs]);
  expect(world.mark).toEqual({ seenAt: world.clock.ms, jumpedHours: 0 });
  await world.stop();
});

test("a clock that is set back removes nothing that is within the retention, and is reported", async () => {
  const world = await started();
  await world.keepFor(90);
  await world.write("1");
  world.clock.ms -= 400 * dayMs;
  await world.restart();
  await world.write("2");
  expect(world.jumps).toEqual([-400 * dayMs]);
  world.clock.ms += 400 * dayMs + 1;
  await world.restart();
  // The second has an old time, but is newer than one that must stay.
  expect(await world.left()).toEqual(["2", "1", null]);
  await world.stop();
});
