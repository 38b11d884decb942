import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { lazily } from "../../../core/memo/lazily.ts";
import { keys } from "./telemetry-schema.ts";

/** Returns a function that reads the unknown keys of an environment. */
export function prepareUnknownKeys(database: BunSQLiteDatabase) {
  const read = lazily(() =>
    database
      .select({ id: keys.id, key: keys.key })
      .from(keys)
      .where(and(eq(keys.environmentId, sql.placeholder("environmentId")), isNull(keys.featureId)))
      .orderBy(asc(keys.id))
      .prepare(),
  );
  return (environmentId: number) => read.get().all({ environmentId });
}
