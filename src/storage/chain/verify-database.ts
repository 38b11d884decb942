import { constants, Database } from "bun:sqlite";
import type { CheckpointAnchor, SignedCheckpoint } from "../../core/model/checkpoint.ts";
import { describeError } from "../../core/text/describe-error.ts";
import type { ChainedAudit } from "../record-reads.ts";
import { coveredOf } from "../sqlite/sqlite-record-reads.ts";
import { StorageError } from "../storage-error.ts";
import { hexOf } from "./chain-hash.ts";
import { ChainVerifier, type StoredEnvironment } from "./chain-verifier.ts";
import type { StoredKey } from "./verified-keys.ts";
import type { VerifyReport } from "./verify-report.ts";

export interface VerifyOptions {
  /** See `ChainVerifierOptions`. */
  readonly pinnedKey?: string | undefined;
  readonly outside?: readonly (SignedCheckpoint | CheckpointAnchor)[];
}

/** How a database file is opened: a file that no process uses is not even locked. */
export type VerifiedFile = "unused" | "in use";

/**
 * Checks the record in a database file, and changes nothing. It reads tables and not their indexes,
 * which could hide a changed row. Throws a `StorageError` if there is no record in the file.
 */
export function verifyDatabase(
  path: string,
  kind: VerifiedFile,
  options: VerifyOptions = {},
): VerifyReport {
  using database = opened(path, kind);
  try {
    database.run("PRAGMA query_only = ON");
    database.run("BEGIN");
    requireRecord(database);
    return verified(database, options);
  } catch (error) {
    if (error instanceof StorageError) {
      throw error;
    }
    // A damaged page.
    return unreadable(describeError(error));
  }
}

function opened(path: string, kind: VerifiedFile): Database {
  const { SQLITE_OPEN_READONLY, SQLITE_OPEN_READWRITE, SQLITE_OPEN_URI } = constants;
  try {
    return kind === "unused"
      ? new Database(
          `file:${encodeURI(path).replaceAll("?", "%3f").replaceAll("#", "%23")}?immutable=1`,
          SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,
        )
      : new Database(path, SQLITE_OPEN_READWRITE);
  } catch (error) {
    throw new StorageError(`${path} cannot be opened: ${describeError(error)}`, { cause: error });
  }
}

function unreadable(reason: string): VerifyReport {
  const problems = [`the database is damaged: ${reason}`];
  return { installation: "", chains: [], checkpoints: 0, keys: [], problems, warnings: [] };
}

function requireRecord(database: Database): void {
  const tables = database
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('acts', 'audits', 'migrations')",
    )
    .all()
    .map(({ name }) => name);
  if (tables.includes("audits") && tables.includes("migrations") && !tables.includes("acts")) {
    throw new StorageError(
      "the database is of a version without a record; a start of this version hashes its audits",
    );
  }
}

interface ActRow {
  readonly n: number;
  readonly at: number;
  readonly body: string;
  readonly hash: Uint8Array;
}

type AuditRow = Omit<ChainedAudit, "hash"> & {
  readonly hash: Uint8Array | null;
  readonly rowid: number;
};

function verified(database: Database, options: VerifyOptions): VerifyReport {
  const [installation] = database
    .query<{ uuid: string }, []>("SELECT uuid FROM installation NOT INDEXED")
    .all();
  const verifier = new ChainVerifier({ installation: installation?.uuid ?? "", ...options });
  for (const { integrity_check: found } of database
    .query<{ integrity_check: string }, []>("PRAGMA integrity_check(10)")
    .all()) {
    if (found !== "ok") {
      verifier.addProblem(`the database is damaged: ${found}`);
    }
  }
  for (const act of database
    .query<ActRow, []>("SELECT n, at, body, hash FROM acts NOT INDEXED")
    .iterate()) {
    verifier.addAct({ ...act, body: String(act.body), hash: hexOf(bytesIn(act.hash)) });
  }
  verifier.addEnvironments(environmentsIn(database), keysIn(database));
  const deflatedOf = database.query<{ deflated: Uint8Array }, [number, number]>(
    "SELECT deflated FROM large_differences WHERE environment_id = ? AND sequence = ?",
  );
  for (const { rowid: _, hash, ...row } of database
    .query<AuditRow, []>(
      `SELECT rowid, environment_id AS environmentId, sequence, created_at AS createdAt, action,
        actor_type AS actorType, actor_id AS actorId, feature_key AS featureKey, value,
        feature_id AS featureId, step, target, difference, reason, hash FROM audits NOT INDEXED`,
    )
    .iterate()) {
    const { environmentId, sequence, difference, featureId } = row;
    const large =
      difference === null && featureId !== null ? deflatedOf.get(environmentId, sequence) : null;
    verifier.addAudit({
      ...row,
      difference: covered(difference, large?.deflated ?? null),
      hash: hash === null ? null : hexOf(bytesIn(hash)),
    });
  }
  return verifier.finish();
}

/** A difference that cannot be inflated is not the one that was hashed. */
function covered(difference: string | null, deflated: Uint8Array | null): string | null {
  try {
    return coveredOf(difference, deflated);
  } catch {
    return "damaged";
  }
}

/** A changed value may have another type. */
function bytesIn(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : Buffer.from(String(value));
}

function environmentsIn(database: Database): readonly StoredEnvironment[] {
  return database
    .query<StoredEnvironment, []>(
      `SELECT id, audits_removed_through AS removedThrough, removed_hash AS removedHash
        FROM environments NOT INDEXED`,
    )
    .all();
}

function keysIn(database: Database): readonly StoredKey[] {
  return database
    .query<StoredKey, []>("SELECT id, public AS publicKey FROM signing_keys NOT INDEXED")
    .all();
}
