import { describe, expect, test } from "bun:test";
import { SharedWriter } from "../../../src/app/writer/shared-writer.ts";
import { openPostgresStorage } from "../../../src/storage/postgres/postgres-storage.ts";
import { PostgresMedium } from "../../contract/postgres-medium.ts";
import { Random } from "../../fuzz/random.ts";
import { fuzzSeed } from "../../fuzz/seed.ts";
import { isPostgresMissing } from "../../helpers/postgres-server.ts";
import { runsOf } from "../../helpers/runs.ts";
import { expectStepsOnce, SteppingProcess } from "./killed-steps.ts";
import { RolloutWorld } from "./rollout-world.ts";

const kills = runsOf(4);

describe.skipIf(isPostgresMissing)("two servers that share PostgreSQL and both lead", () => {
  test("make each step once and in order, whenever one of them is killed", async () => {
    using medium = new PostgresMedium();
    const url = await medium.url();
    const opened = await openPostgresStorage({ url, poolMax: 2, timeoutMs: 120_000 }, "test");
    const onFailure = (error: unknown) => expect(error).toBe(null);
    const writer = new SharedWriter({ ...opened, now: Date.now, onFailure });
    const world = new RolloutWorld({ writer, reads: opened.storage.reads });
    await world.requests.setUp(1);
    await world.unprotect();
    const random = new Random(fuzzSeed);
    let survivor = new SteppingProcess(url);
    for (let kill = 0; kill < kills; kill++) {
      const other = new SteppingProcess(url);
      await survivor.killAfter(random.below(20) + 1);
      survivor = other;
    }
    await survivor.killAfter(1);
    await writer.submit(() => undefined);
    expect(await expectStepsOnce(world.requests.state, opened.storage.reads)).toBeGreaterThan(
      kills,
    );
    await writer.close();
    await opened.storage.close();
  }, 600_000);
});
