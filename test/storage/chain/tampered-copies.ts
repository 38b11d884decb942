import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SignedCheckpoint } from "../../../src/core/model/checkpoint.ts";
import { verifyDatabase } from "../../../src/storage/chain/verify-database.ts";
import { isVerified, type VerifyReport } from "../../../src/storage/chain/verify-report.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { continueRecorded, fillRecorded } from "./recorded-directory.ts";

/** A directory with a record, of which changed copies are verified. */
export class TamperedCopies {
  readonly #directory = new TemporaryDirectory();
  readonly original = join(this.#directory.path, "gatehouse.db");
  /** The database before the last checkpoint. */
  readonly older = join(this.#directory.path, "older.db");
  readonly #copy = join(this.#directory.path, "copy.db");
  signed: readonly SignedCheckpoint[] = [];

  static async make(): Promise<TamperedCopies> {
    const copies = new TamperedCopies();
    const { path } = copies.#directory;
    const signed = await fillRecorded(path);
    copyFileSync(copies.original, copies.older);
    copies.signed = [...signed, ...(await continueRecorded(path))];
    using database = new Database(copies.original);
    database.run("PRAGMA journal_mode = DELETE");
    database.run("VACUUM");
    return copies;
  }

  verified(
    change: (database: Database) => void,
    outside: readonly SignedCheckpoint[] = [],
  ): VerifyReport {
    copyFileSync(this.original, this.#copy);
    {
      using database = new Database(this.#copy);
      change(database);
    }
    return verifyDatabase(this.#copy, "unused", { outside });
  }

  /** The report of a copy with one flipped bit, and the rows that the copy has; null if unreadable. */
  withFlippedBit(bit: number): { readonly report: VerifyReport | null; readonly rows: string } {
    const bytes = readFileSync(this.original);
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    writeFileSync(this.#copy, bytes);
    try {
      return { report: verifyDatabase(this.#copy, "unused"), rows: rowsOf(this.#copy) };
    } catch {
      return { report: null, rows: "" };
    } finally {
      rmSync(this.#copy);
    }
  }

  get rows(): string {
    return rowsOf(this.original);
  }

  get bits(): number {
    return readFileSync(this.original).length * 8;
  }

  remove(): void {
    this.#directory[Symbol.dispose]();
  }
}

/** Everything that the chains cover. */
function rowsOf(file: string): string {
  using database = new Database(file, { readonly: true });
  const columns =
    "environment_id, sequence, created_at, action, actor_type, actor_id, feature_key, value, feature_id, step, target, difference, reason, hex(hash)";
  const large = database
    .query<{ readonly deflated: Uint8Array }, []>(
      "SELECT deflated FROM large_differences NOT INDEXED ORDER BY environment_id, sequence",
    )
    .all()
    // The last byte has bits without a meaning.
    .map(({ deflated }) =>
      Bun.CryptoHasher.hash("sha256", Bun.inflateSync(new Uint8Array(deflated)), "hex"),
    );
  return JSON.stringify([
    large,
    ...[
      "SELECT n, at, body, hex(hash) FROM acts NOT INDEXED",
      `SELECT ${columns} FROM audits NOT INDEXED`,
      "SELECT id, public FROM signing_keys NOT INDEXED",
      "SELECT id, audits_removed_through, hex(removed_hash) FROM environments NOT INDEXED",
      "SELECT uuid FROM installation NOT INDEXED",
    ].map((query) => database.query(query).values()),
  ]);
}

/** A flipped bit is found, or changes nothing that the record has. */
export function expectSeen(of: TamperedCopies, bit: number): void {
  const { report, rows } = of.withFlippedBit(bit);
  if (report !== null && isVerified(report)) {
    expect([bit, rows]).toEqual([bit, of.rows]);
  }
}
