import { LocalWriter } from "../../../src/app/writer/local-writer.ts";
import { SharedWriter } from "../../../src/app/writer/shared-writer.ts";
import { GatehouseError } from "../../../src/core/errors.ts";
import { openPostgresStorage } from "../../../src/storage/postgres/postgres-storage.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { percent, plan, RolloutWorld } from "./rollout-world.ts";

/*
 * Starts rollouts, and makes their steps as a leader, until it is killed: in the directory or the
 * PostgreSQL database of its argument. A directory has two leaders, as it has one process only. Prints
 * a line for each step.
 */

const [place = ""] = process.argv.slice(2);
const isShared = place.startsWith("postgres");
const options = { now: Date.now, onFailure: () => undefined };

async function openWorld(): Promise<RolloutWorld> {
  if (isShared) {
    const opened = await openPostgresStorage(
      { url: place, poolMax: 2, timeoutMs: 120_000 },
      "test",
    );
    const writer = new SharedWriter({ ...opened, ...options });
    return new RolloutWorld({ writer, reads: opened.storage.reads });
  }
  const opened = await openSqliteStorage(place);
  const writer = new LocalWriter({ ...opened, ...options });
  return new RolloutWorld({ writer, reads: opened.storage.reads });
}

const world = await openWorld();
world.requests.now = Date.now();
if (world.requests.state.projects.isEmpty()) {
  await world.requests.setUp(1);
  await world.unprotect();
}
const author = await world.member();
const steps = Array.from({ length: 50 }, (_, index) => percent(index + 1, { forMs: 0 }));

async function startAll(): Promise<void> {
  for (const key of ["a", "b", "c"]) {
    try {
      await world.service.start(author, { ...plan, key, steps });
    } catch (error) {
      // The other process may have started it.
      if (!(error instanceof GatehouseError)) {
        throw error;
      }
    }
  }
}

const leaders = isShared ? [world] : [world, new RolloutWorld(kept())];

function kept() {
  const { writer, reads } = world.requests;
  return { writer, reads };
}

await startAll();
for (;;) {
  const before = world.requests.state.rollouts;
  for (const each of leaders) {
    each.requests.now = Date.now();
  }
  await Promise.all(leaders.map((each) => each.look()));
  if (world.requests.state.rollouts !== before) {
    await Bun.write(Bun.stdout, "stepped\n");
  }
  if (world.requests.state.rollouts.size < 3) {
    await startAll();
  }
  if (isShared) {
    // Reads what the other process has committed.
    await world.requests.writer.submit(() => undefined);
  }
}
