import { Database } from "bun:sqlite";
import { lastIndexedSequence } from "../../src/storage/sqlite/audit-index-blocks.ts";
import { environmentToken, type Sizes } from "./data-sizes.ts";

/** For each custom environment. */
const overridesPerEnvironment = 10;
const auditsPerEnvironment = 100;
const auditSpacingMs = 1_000;

/**
 * Fills the gatehouse.db of a first start with SQL, as a million audits would take minutes over
 * HTTP. The feature keys are those of `scaleKey`. The mix of gates is that of `mixedFeatures`.
 */
export function fillGatehouse(path: string, sizes: Sizes, nowMs: number): void {
  const database = new Database(path, { strict: true });
  database.run("PRAGMA synchronous = OFF");
  database.run("PRAGMA foreign_keys = ON");
  const fill = { ...sizes, now: nowMs, production: productionId(database) };
  database.transaction(() => {
    fillFeatures(database, fill);
    fillEnvironments(database, fill);
    fillAudits(database, fill);
  })();
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close(true);
}

interface Fill extends Sizes {
  readonly now: number;
  readonly production: number;
}

/** A table `numbers (n)` with the numbers from 0 to below `limit`. */
const numbers =
  "WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < $limit)";

function fillFeatures(database: Database, { features, now, production }: Fill): void {
  database
    .query(
      `${numbers} INSERT INTO features (project_id, key, created_at, creator_id, tags)
       SELECT 1, printf('release_of_screen_%05d', n), $now, 1, '[]' FROM numbers`,
    )
    .run({ limit: features, now });
  const expression = JSON.stringify({ Equal: [{ Property: ["plan"] }, "enterprise"] });
  database
    .query(
      `INSERT INTO gates SELECT $production, id, id % 10 < 2, iif(id % 10 = 9, $expression, NULL),
         iif(id % 10 IN (6, 7), 25, 0), iif(id % 10 = 8, 5, 0) FROM features`,
    )
    .run({ production, expression });
  database
    .query(
      `${numbers} INSERT INTO gate_member_lists
       SELECT $production, id, 'actors', min(actor), json_group_array(actor ORDER BY actor)
       FROM (SELECT id, printf('User;%d', id * 1000 + n) AS actor
         FROM features, numbers WHERE id % 10 IN (4, 5)) GROUP BY id`,
    )
    .run({ limit: 10, production });
}

function fillEnvironments(database: Database, fill: Fill): void {
  const { environments, features, now, production } = fill;
  database
    .query(
      `${numbers} INSERT INTO environments (project_id, slug, name, state, created_at, creator_token_id)
       SELECT 1, printf('preview-%d', n), printf('Preview %d', n), 'other', $now, 1 FROM numbers`,
    )
    .run({ limit: environments, now });
  const insertToken = database.query(
    `INSERT INTO tokens (environment_id, name, hash, access, manages_environments, owner_id, is_preview, created_at)
     SELECT id, 'Preview', $hash, 'read_and_write', 0, 1, 1, $now FROM environments WHERE slug = $slug`,
  );
  for (let index = 0; index < environments; index++) {
    const hash = Bun.CryptoHasher.hash("sha256", environmentToken(index), "hex");
    insertToken.run({ hash, now, slug: `preview-${index}` });
  }
  database
    .query(
      `${numbers} INSERT OR IGNORE INTO gates
       SELECT environments.id, features.id, 1, NULL, 0, 0
       FROM environments, numbers
       JOIN features ON features.id = 1 + (environments.id * 10 + n) % $features
       WHERE environments.id <> $production`,
    )
    .run({ limit: overridesPerEnvironment, features, production });
}

/** Some audits in each custom environment, the rest in Production. */
function fillAudits(database: Database, { audits, environments, features, now, production }: Fill) {
  const elsewhere = Math.min(auditsPerEnvironment, Math.floor(audits / 2 / environments));
  const insert = (from: string, limit: number) =>
    database
      .query(
        `${numbers} INSERT INTO audits (environment_id, sequence, created_at, action, actor_type, actor_id, feature_key, value, is_indexed)
         SELECT environments.id, n + 1, $now - ($limit - n) * $spacing, 'percentage_of_actors', 'Token', '1',
           printf('release_of_screen_%05d', n % $features), n % 100, n < $indexed
         FROM environments, numbers WHERE ${from} ORDER BY environments.id, n`,
      )
      .run({
        limit,
        now,
        features,
        spacing: auditSpacingMs,
        production,
        indexed: lastIndexedSequence(limit),
      });
  insert("environments.id = $production", audits - elsewhere * environments);
  if (elsewhere > 0) {
    insert("environments.id <> $production", elsewhere);
  }
}

function productionId(database: Database): number {
  const row = database
    .query<{ id: number; audits: number }, []>(
      "SELECT id, (SELECT count(*) FROM audits) AS audits FROM environments WHERE state = 'production'",
    )
    .get();
  if (row === null || row.audits > 0) {
    throw new Error("A data directory to fill must be one that was only started once");
  }
  return row.id;
}
