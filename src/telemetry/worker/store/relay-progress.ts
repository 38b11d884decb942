import { eq, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import {
  excludedValues,
  lateStatements,
  placeholders,
} from "../../../storage/sqlite/database/prepared-statements.ts";
import { type RelayProgress, spoolsMax } from "../port/telemetry-store.ts";
import { relays } from "./telemetry-schema.ts";

/** The counted part of replicas' spools. */
export class RelayRows {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: BunSQLiteDatabase) {
    this.#statements = prepare(database);
  }

  through(spool: string): number {
    return this.#statements.find.get({ spool })?.sequence ?? 0;
  }

  /** To be called in the transaction of the counts. Throws if they were counted before. */
  advance({ spool, after, through }: RelayProgress, nowMs: number): void {
    if (this.through(spool) > after) {
      throw new Error("submissions of a replica were counted meanwhile");
    }
    this.#statements.save.run({ spool, sequence: through, seenAt: nowMs });
    this.#statements.forget.run();
  }
}

function prepare(database: BunSQLiteDatabase) {
  return lateStatements({
    find: () =>
      database
        .select({ sequence: relays.sequence })
        .from(relays)
        .where(eq(relays.spool, sql.placeholder("spool")))
        .prepare(),
    save: () =>
      database
        .insert(relays)
        .values(placeholders("spool", "sequence", "seenAt"))
        .onConflictDoUpdate({
          target: relays.spool,
          set: excludedValues(relays, "sequence", "seenAt"),
        })
        .prepare(),
    forget: () =>
      database
        .delete(relays)
        .where(
          sql`${relays.spool} in (select ${relays.spool} from ${relays} order by ${relays.seenAt} desc limit -1 offset ${spoolsMax})`,
        )
        .prepare(),
  });
}
