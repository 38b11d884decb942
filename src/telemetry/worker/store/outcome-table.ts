import { and, asc, eq, gt, gte, lt, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import {
  columnRows,
  excludedValues,
  lateStatements,
  placeholders,
} from "../../../storage/sqlite/database/prepared-statements.ts";
import { cappedSum, countMax } from "../../messages/counts.ts";
import type { OutcomeTotal } from "../../messages/guard-call.ts";
import { floorTo, minutesPerHour } from "../../messages/minutes.ts";
import type { Catalog } from "../counting/catalog.ts";
import { type OutcomeSum, sumsOfCounts } from "../counting/outcome-sums.ts";
import { packNumbers, unpackNumbers } from "../counting/packed-numbers.ts";
import { outcomeHours, outcomes } from "./telemetry-schema.ts";

/** Bounds the time of a step. */
const rowsPerStep = 2_000;

/** The tables of outcomes in telemetry.db. */
export class OutcomeTable {
  readonly #database: BunSQLiteDatabase;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #writes: ReturnType<typeof prepareWrites>;

  constructor(database: BunSQLiteDatabase) {
    this.#database = database;
    this.#statements = prepare(database);
    this.#writes = prepareWrites(database);
  }

  /** Adds sums to the stored ones, those before `minutesFrom` to their hour. In a transaction. */
  add(sums: readonly OutcomeSum[], minutesFrom: number): void {
    const recent: OutcomeSum[] = [];
    for (const sum of sums) {
      if (sum.minute >= minutesFrom) {
        recent.push(sum);
      } else {
        const { counts, minute, ...rest } = sum;
        this.addHour({ ...rest, start: floorTo(minute, minutesPerHour), ...sumsOfCounts(counts) });
      }
    }
    if (recent.length > 0) {
      this.#addToMinutes(recent);
    }
  }

  /** One statement reads all rows, and one writes them: a statement for each row takes longer. */
  #addToMinutes(sums: readonly OutcomeSum[]): void {
    const ids = sums.map(({ environmentId, key, minute, name, result }) => [
      ...[environmentId, key, minute, name, result ? 1 : 0],
    ]);
    const stored = new Map(
      columnRows<readonly [number, Uint8Array]>(this.#writes.find, {
        ids: JSON.stringify(ids),
      }),
    );
    const rows = sums.map(({ counts }, index) => {
      const before = stored.get(index);
      const added = before === undefined ? counts : addedCounts(counts, unpackNumbers(before));
      const { total, errors } = sumsOfCounts(added);
      const buckets = Buffer.from(packNumbers(added).buffer).toString("hex");
      return [...(ids[index] ?? []), total, errors, buckets];
    });
    this.#writes.put.run({ rows: JSON.stringify(rows) });
  }

  addHour(hour: OutcomeTotal & Readonly<Record<"environmentId" | "start", number>>): void {
    this.#writes.addHour.run({ ...hour, result: hour.result ? 1 : 0 });
  }

  /** By minute. */
  read(environmentId: number, key: string, from: number, to: number): readonly OutcomeSum[] {
    const rows = this.#statements.read.all({ environmentId, key, from, to });
    return rows.map(({ name, result, minute, buckets }) => ({
      ...{ environmentId, key, name, minute },
      result: result === 1,
      counts: unpackNumbers(buckets),
    }));
  }

  totals(environmentId: number, names: readonly string[], from: number): readonly OutcomeTotal[] {
    const rows = this.#statements.totals.all({ environmentId, names: JSON.stringify(names), from });
    return rows.map(({ result, ...row }) => ({ ...row, result: result === 1 }));
  }

  /** Moves the outcomes before `until` into hours; each `next()` is one minute of them. */
  *rollUp(until: number): Generator<void, void, void> {
    const statements = this.#statements;
    const oldest = () => statements.oldest.get({ until });
    for (let row = oldest(); row !== undefined; row = oldest()) {
      const { minute } = row;
      this.#database.transaction(
        () => {
          this.#writes.moveMinute.run({ minute, start: floorTo(minute, minutesPerHour) });
          statements.removeMinute.run({ minute });
        },
        { behavior: "immediate" },
      );
      yield;
    }
  }

  /** Removes hours before `until`, in steps. */
  *prune(until: number): Generator<void, void, void> {
    const statements = this.#statements;
    const oldest = () => statements.oldestHour.get({ until });
    for (let row = oldest(); row !== undefined; row = oldest()) {
      statements.removeHour.run(row);
      yield;
    }
  }

  /** Removes all outcomes of environments that do not exist, in steps. */
  *removeUnknown(catalog: Catalog): Generator<void, void, void> {
    const statements = this.#statements;
    for (const [index, next] of statements.nextEnvironment.entries()) {
      let row = next.get({ after: 0 });
      for (; row !== undefined; row = next.get({ after: row.environmentId })) {
        if (!catalog.hasEnvironment(row.environmentId)) {
          while ((statements.removeSome[index]?.all(row).length ?? 0) > 0) {
            yield;
          }
        }
        yield;
      }
    }
  }
}

function prepare(database: BunSQLiteDatabase) {
  const { environmentId, key, minute, start, from, to, until, after } = placeholders(
    "environmentId",
    "key",
    "minute",
    "start",
    "from",
    "to",
    "until",
    "after",
  );
  const tables = [outcomes, outcomeHours];
  return lateStatements({
    totals: () => prepareTotals(database),
    read: () =>
      database
        .select()
        .from(outcomes)
        .where(
          and(
            eq(outcomes.environmentId, environmentId),
            eq(outcomes.key, key),
            gte(outcomes.minute, from),
            lt(outcomes.minute, to),
          ),
        )
        .orderBy(asc(outcomes.minute))
        .prepare(),
    oldest: () =>
      database
        .select({ minute: outcomes.minute })
        .from(outcomes)
        .where(lt(outcomes.minute, until))
        .orderBy(asc(outcomes.minute))
        .limit(1)
        .prepare(),
    removeMinute: () => database.delete(outcomes).where(eq(outcomes.minute, minute)).prepare(),
    oldestHour: () =>
      database
        .select({ start: outcomeHours.start })
        .from(outcomeHours)
        .where(lt(outcomeHours.start, until))
        .orderBy(asc(outcomeHours.start))
        .limit(1)
        .prepare(),
    removeHour: () => database.delete(outcomeHours).where(eq(outcomeHours.start, start)).prepare(),
    // The tables have no rowid.
    removeSome: () =>
      [
        { table: outcomes, id: sql`environment_id, key, minute, name, result` },
        { table: outcomeHours, id: sql`environment_id, name, key, result, start` },
      ].map(({ table, id }) =>
        database
          .delete(table)
          .where(
            sql`(${id}) in (select ${id} from ${table} where ${eq(table.environmentId, environmentId)} limit ${sql.raw(String(rowsPerStep))})`,
          )
          .returning({ environmentId: table.environmentId })
          .prepare(),
      ),
    nextEnvironment: () =>
      tables.map((table) =>
        database
          .select({ environmentId: table.environmentId })
          .from(table)
          .where(gt(table.environmentId, after))
          .orderBy(asc(table.environmentId))
          .limit(1)
          .prepare(),
      ),
  });
}

function prepareWrites(database: BunSQLiteDatabase) {
  const { environmentId, name, key, result, minute, start, total, errors } = placeholders(
    "environmentId",
    "name",
    "key",
    "result",
    "minute",
    "start",
    "total",
    "errors",
  );
  const row = { environmentId, name, key, result, total, errors };
  const max = sql.raw(String(countMax));
  const hour = outcomeHours;
  const addToHour = {
    target: [hour.environmentId, hour.name, hour.key, hour.result, hour.start],
    set: {
      total: sql`min(${hour.total} + excluded.total, ${max})`,
      errors: sql`min(${hour.errors} + excluded.errors, ${max})`,
    },
  };
  return lateStatements({
    find: () =>
      database
        .select({ index: sql<number>`ids.key`, buckets: sql<Uint8Array>`stored.buckets` })
        .from(
          sql`json_each(${sql.placeholder("ids")}) ids join ${outcomes} stored on stored.environment_id = ids.value ->> 0 and stored.key = ids.value ->> 1 and stored.minute = ids.value ->> 2 and stored.name = ids.value ->> 3 and stored.result = ids.value ->> 4`,
        )
        .prepare(),
    put: () =>
      database
        .insert(outcomes)
        .select(
          // Without `where true` SQLite parses `on conflict` as the condition of a join.
          sql`select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, unhex(value ->> 7) from json_each(${sql.placeholder("rows")}) where true`,
        )
        .onConflictDoUpdate({
          target: [
            ...[outcomes.environmentId, outcomes.key, outcomes.minute, outcomes.name],
            outcomes.result,
          ],
          set: excludedValues(outcomes, "total", "errors", "buckets"),
        })
        .prepare(),
    addHour: () =>
      database
        .insert(hour)
        .values({ ...row, start })
        .onConflictDoUpdate(addToHour)
        .prepare(),
    moveMinute: () =>
      database
        .insert(hour)
        .select(
          sql`select environment_id, name, key, result, ${start}, total, errors from ${outcomes} where ${eq(outcomes.minute, minute)}`,
        )
        .onConflictDoUpdate(addToHour)
        .prepare(),
  });
}

function addedCounts(counts: readonly number[], more: readonly number[]): readonly number[] {
  return counts.map((count, index) => cappedSum(count, more[index] ?? 0));
}

/** The sums of both tables. */
function prepareTotals(database: BunSQLiteDatabase) {
  const { environmentId, names, from } = placeholders("environmentId", "names", "from");
  const isNamed = sql`environment_id = ${environmentId} and name in (select value from json_each(${names}))`;
  const rows = sql`(
    select name, key, result, total, errors from ${outcomes} where ${isNamed} and minute >= ${from}
    union all
    select name, key, result, total, errors from ${outcomeHours} where ${isNamed} and start >= ${from})`;
  const capped = (column: string) =>
    sql<number>`min(sum(${sql.raw(column)}), ${sql.raw(String(countMax))})`;
  return database
    .select({
      name: sql<string>`name`,
      key: sql<string>`key`,
      result: sql<number>`result`,
      total: capped("total"),
      errors: capped("errors"),
    })
    .from(rows)
    .groupBy(sql`name, key, result`)
    .prepare();
}
