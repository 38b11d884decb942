import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Change } from "../../../src/model/change.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { batchOf } from "../../contract/batch-of.ts";
import { audit, foundation } from "../../contract/sample-entities.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";

const long: Change = { kind: "audit.recorded", audit: audit({ value: "v".repeat(2_000) }) };

/** The bytes by which commits enlarged the database's file while it was open. */
async function writtenBack(walAutocheckpointPages: number | undefined): Promise<number> {
  using directory = new TemporaryDirectory();
  const { storage } = await openSqliteStorage(directory.path, { walAutocheckpointPages });
  const sizeOf = () => statSync(join(directory.path, "gatehouse.db")).size;
  const before = sizeOf();
  await storage.commit(batchOf(foundation));
  for (let commit = 0; commit < 30; commit++) {
    await storage.commit(batchOf([long, long]));
  }
  const grown = sizeOf() - before;
  await storage.close();
  return grown;
}

test("the write-ahead log is moved into the database at the given length, and never with 0", async () => {
  expect(await writtenBack(10)).toBeGreaterThan(60_000);
  expect(await writtenBack(0)).toBe(0);
  expect(await writtenBack(1_000_000)).toBe(0);
});
