import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { auditHash, bytesOfHex, chainStart, hexOf } from "../../src/storage/chain/chain-hash.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { batchOf } from "../contract/batch-of.ts";
import { audit } from "../contract/sample-entities.ts";
import { oldData } from "./gatehouse-data.ts";
import { OldDirectory } from "./old-directory.ts";

const later = { environmentId: 1, after: 0, limit: 10_000 };

test.each(Object.keys(oldData))("a start hashes the audits of %s, and continues", async (tag) => {
  using directory = new OldDirectory(tag);
  const { storage, state } = await openSqliteStorage(directory.path);
  for (const environmentId of state.environments.keys()) {
    await storage.commit(batchOf([{ kind: "audit.recorded", audit: audit({ environmentId }) }]));
  }
  const { installation, environments } = await storage.reads.chainEnds();
  for (const { environment: environmentId, removed } of environments) {
    const audits = await storage.reads.chainedAudits({ ...later, environmentId });
    let previous = removed.sequence === 0 ? chainStart : bytesOfHex(removed.hash ?? "none");
    for (const each of audits) {
      previous = auditHash(previous, installation, each);
      expect(each.hash).toBe(hexOf(previous));
    }
  }
  expect(environments).toHaveLength(state.environments.size);
  await storage.close();
});

test("a start continues to hash where an earlier one was killed", async () => {
  using directory = new OldDirectory("0011_views");
  {
    using database = new Database(directory.file);
    database.run(
      `INSERT INTO audits SELECT 1, value, 0, 'enable', 'Token', '1', 'x', NULL, 0,
      NULL, NULL, NULL, NULL, NULL FROM generate_series(3, 5000)`.replace(
        "generate_series(3, 5000)",
        "(WITH RECURSIVE n(value) AS (SELECT 3 UNION ALL SELECT value + 1 FROM n WHERE value < 5000) SELECT value FROM n)",
      ),
    );
  }
  const first = await openSqliteStorage(directory.path);
  const whole = await first.storage.reads.chainedAudits(later);
  await first.storage.close();
  {
    using database = new Database(directory.file);
    database.run("UPDATE audits SET hash = NULL WHERE sequence > 2500");
  }
  const second = await openSqliteStorage(directory.path);
  expect(await second.storage.reads.chainedAudits(later)).toEqual([...whole]);
  expect(whole).toHaveLength(5_000);
  await second.storage.close();
});
