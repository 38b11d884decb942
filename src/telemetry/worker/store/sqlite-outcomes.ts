import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { GuardMinute } from "../../../core/guards/guard-minute.ts";
import type { Catalog } from "../counting/catalog.ts";
import {
  guardMinuteDays,
  outcomeDays,
  retentionStart,
  rollupBoundariesAt,
} from "../counting/retention-windows.ts";
import type { OutcomeStore } from "../port/outcome-store.ts";
import { GuardMinuteTable } from "./guard-minute-table.ts";
import type { OutcomeHousekeeping } from "./housekeeping.ts";
import { OutcomeTable } from "./outcome-table.ts";

/** Outcomes in telemetry.db. */
export class SqliteOutcomes implements OutcomeStore {
  readonly table: OutcomeTable;
  readonly #database: BunSQLiteDatabase;
  readonly #guards: GuardMinuteTable;

  constructor(database: BunSQLiteDatabase) {
    this.#database = database;
    this.table = new OutcomeTable(database);
    this.#guards = new GuardMinuteTable(database);
  }

  async read(environmentId: number, key: string, fromMinute: number, toMinute: number) {
    return this.table.read(environmentId, key, fromMinute, toMinute);
  }

  async totals(environmentId: number, names: readonly string[], fromMinute: number) {
    return this.table.totals(environmentId, names, fromMinute);
  }

  async guardMinutes(rolloutId: number, guard: string, fromMinute: number, toMinute: number) {
    return this.#guards.read(rolloutId, guard, fromMinute, toMinute);
  }

  async saveGuardMinutes(rolloutId: number, guard: string, minutes: readonly GuardMinute[]) {
    this.#database.transaction(
      () => {
        for (const minute of minutes) {
          this.saveNow(rolloutId, guard, minute);
        }
      },
      { behavior: "immediate" },
    );
  }

  /** In a transaction. */
  saveNow(rolloutId: number, guard: string, minute: GuardMinute): void {
    this.#guards.save(rolloutId, guard, minute);
  }

  housekeeping(catalog: Catalog): OutcomeHousekeeping {
    const { table } = this;
    const guards = this.#guards;
    return {
      rollUp: (dataMs) => table.rollUp(rollupBoundariesAt(dataMs).minutesFrom),
      *prune(dataMs) {
        yield* table.prune(retentionStart(dataMs, outcomeDays));
        yield* guards.prune(retentionStart(dataMs, guardMinuteDays));
        yield* table.removeUnknown(catalog);
      },
      removeUnknown: () => table.removeUnknown(catalog),
    };
  }
}
