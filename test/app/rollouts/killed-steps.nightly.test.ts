import { expect, test } from "bun:test";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { Random } from "../../fuzz/random.ts";
import { fuzzSeed } from "../../fuzz/seed.ts";
import { runsOf } from "../../helpers/runs.ts";
import { expectStepsOnce, SteppingProcess } from "./killed-steps.ts";

const kills = runsOf(8);

test("each step is made once and in order by two leaders, whenever the process is killed", async () => {
  using directory = new TemporaryDirectory();
  const random = new Random(fuzzSeed);
  for (let kill = 0; kill < kills; kill++) {
    await new SteppingProcess(directory.path).killAfter(random.below(30) + 1);
  }
  const { storage, state } = await openSqliteStorage(directory.path);
  expect(await expectStepsOnce(state, storage.reads)).toBeGreaterThan(kills);
  await storage.close();
}, 600_000);
