import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import {
  lateStatements,
  placeholders,
} from "../../../storage/sqlite/database/prepared-statements.ts";
import type { Catalog } from "../counting/catalog.ts";
import { unknownKeysPerEnvironmentMax } from "../port/telemetry-store.ts";
import { keys } from "./telemetry-schema.ts";

const cachedKeysMax = 100_000;

/**
 * Maps keys to the ids under which the database counts them. The key of a feature always gets an
 * id. Unknown keys get ids up to a limit for each environment. A feature created later with such a
 * key keeps the counts. If a feature is deleted, or replaced by another one with the same key, its
 * key and its counts are marked as deleted.
 */
export class KeyIds {
  readonly #statements: Statements;
  readonly #catalog: Catalog;
  /** By environment id, then key. */
  readonly #cache = new Map<number, Map<string, number>>();
  #cachedCount = 0;
  /** Environments that were at the limit of unknown keys when a key was last dropped. */
  readonly #full = new Set<number>();

  constructor(database: BunSQLiteDatabase, catalog: Catalog) {
    this.#statements = prepare(database);
    this.#catalog = catalog;
  }

  /** The id of a key that has counts; undefined if it has none. */
  find(environmentId: number, key: string): number | undefined {
    const cached = this.#cache.get(environmentId)?.get(key);
    if (cached !== undefined) {
      return cached;
    }
    const id = this.#findStored(environmentId, key);
    if (id !== undefined) {
      this.#addToCache(environmentId, key, id);
    }
    return id;
  }

  /** The id to count a key under; undefined for an unknown key over the limit. */
  findOrAdd(environmentId: number, key: string): number | undefined {
    const found = this.find(environmentId, key);
    if (found !== undefined) {
      return found;
    }
    const featureId = this.#catalog.featureId(environmentId, key) ?? null;
    if (featureId === null && this.#isFull(environmentId)) {
      return undefined;
    }
    const { id } = this.#statements.insert.get({ environmentId, key, featureId });
    this.#addToCache(environmentId, key, id);
    return id;
  }

  /** Marks a key deleted in some environments: `find` no longer returns its id. */
  markDeleted(key: string, environments: ReadonlySet<number>): void {
    for (const { id, environmentId } of this.#statements.findAll.all({ key })) {
      if (environments.has(environmentId)) {
        this.#statements.markDeleted.run({ id });
      }
    }
    this.invalidate(key, environments);
  }

  /** Marks all keys of an environment deleted. */
  markEnvironmentDeleted(environmentId: number): void {
    this.#statements.markEnvironmentDeleted.run({ environmentId });
    this.clearCache();
  }

  /** Removes a key from the cache. To be called when the key, or its feature, is added or deleted. */
  invalidate(key: string, environments: Iterable<number>): void {
    for (const environmentId of environments) {
      this.#full.delete(environmentId);
      if (this.#cache.get(environmentId)?.delete(key) === true) {
        this.#cachedCount--;
      }
    }
  }

  /** To be called when many rows were deleted, or when a transaction was rolled back. */
  clearCache(): void {
    this.#cache.clear();
    this.#full.clear();
    this.#cachedCount = 0;
  }

  #isFull(environmentId: number): boolean {
    if (this.#full.has(environmentId)) {
      return true;
    }
    const unknownCount = this.#statements.countUnknown.get({ environmentId })?.count ?? 0;
    if (unknownCount < unknownKeysPerEnvironmentMax) {
      return false;
    }
    this.#full.add(environmentId);
    return true;
  }

  #findStored(environmentId: number, key: string): number | undefined {
    const row = this.#statements.find.get({ environmentId, key });
    if (row === undefined) {
      return undefined;
    }
    const featureId = this.#catalog.featureId(environmentId, key);
    if (row.featureId === null && featureId !== undefined) {
      this.#statements.assignFeature.run({ id: row.id, featureId });
      this.#full.delete(environmentId);
    } else if (row.featureId !== null && row.featureId !== featureId) {
      this.#statements.markDeleted.run({ id: row.id });
      return undefined;
    }
    return row.id;
  }

  #addToCache(environmentId: number, key: string, id: number): void {
    if (this.#cachedCount >= cachedKeysMax) {
      this.clearCache();
    }
    const cached = this.#cache.get(environmentId) ?? new Map<string, number>();
    this.#cache.set(environmentId, cached.set(key, id));
    this.#cachedCount++;
  }
}

type Statements = ReturnType<typeof prepare>;

function prepare(database: BunSQLiteDatabase) {
  const { environmentId, key, id, featureId } = placeholders(
    "environmentId",
    "key",
    "id",
    "featureId",
  );
  return lateStatements({
    find: () =>
      database
        .select({ id: keys.id, featureId: keys.featureId })
        .from(keys)
        .where(and(eq(keys.key, key), eq(keys.environmentId, environmentId)))
        .prepare(),
    findAll: () =>
      database
        .select({ id: keys.id, environmentId: keys.environmentId })
        .from(keys)
        .where(eq(keys.key, key))
        .prepare(),
    countUnknown: () =>
      database
        .select({ count: count() })
        .from(keys)
        .where(and(eq(keys.environmentId, environmentId), isNull(keys.featureId)))
        .prepare(),
    insert: () =>
      database
        .insert(keys)
        .values({ environmentId, key, featureId })
        .returning({ id: keys.id })
        .prepare(),
    assignFeature: () =>
      database
        .update(keys)
        .set({ featureId: sql`${featureId}` })
        .where(eq(keys.id, id))
        .prepare(),
    // No environment has a negative id, and the key's own id keeps (environment, key) unique.
    markDeleted: () =>
      database
        .update(keys)
        .set({ environmentId: sql`-${keys.id}` })
        .where(eq(keys.id, id))
        .prepare(),
    markEnvironmentDeleted: () =>
      database
        .update(keys)
        .set({ environmentId: sql`-${keys.id}` })
        .where(eq(keys.environmentId, environmentId))
        .prepare(),
  });
}
