import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Change } from "../../../src/core/model/change.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { batchOf } from "../../contract/batch-of.ts";
import { audit, foundation } from "../../contract/sample-entities.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";

const mebibyte = 1024 * 1024;
const long: Change = { kind: "audit.recorded", audit: audit({ value: "v".repeat(mebibyte) }) };

test("the write-ahead log is moved into the database at 16 MiB, and not before", async () => {
  using directory = new TemporaryDirectory();
  const { storage } = await openSqliteStorage(directory.path);
  const sizeOf = () => statSync(join(directory.path, "gatehouse.db")).size;
  const before = sizeOf();
  await storage.commit(batchOf(foundation));
  const commitMany = async (count: number) => {
    for (let commit = 0; commit < count; commit++) {
      await storage.commit(batchOf([long]));
    }
  };
  await commitMany(14);
  expect(sizeOf()).toBe(before);
  await commitMany(3);
  expect(sizeOf()).toBeGreaterThan(before + 14 * mebibyte);
  await storage.close();
});
