import { expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseFiles } from "../../../src/server/metrics/database-files.ts";

test("the databases and journals that exist are listed, and no other files", async () => {
  const directory = await mkdtemp(join(tmpdir(), "gatehouse-"));
  expect(await databaseFiles(directory)).toEqual([]);
  await writeFile(join(directory, "gatehouse.db"), "12345");
  await writeFile(join(directory, "telemetry.db-wal"), "1");
  await writeFile(join(directory, "diary.txt"), "1");
  expect(await databaseFiles(directory)).toEqual([
    { name: "gatehouse.db", bytes: 5 },
    { name: "telemetry.db-wal", bytes: 1 },
  ]);
  await rm(directory, { recursive: true });
  expect(await databaseFiles(directory)).toEqual([]);
});
