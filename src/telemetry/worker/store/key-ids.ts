import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { placeholders } from "../../../sqlite/prepared-statements.ts";
import type { Knowledge } from "../counting/catalog.ts";
import { keys } from "./telemetry-schema.ts";

/** Keys of an environment that are no feature, kept to show what is misspelt or missing. */
export const strangersPerEnvironmentMax = 1_000;

const cachedKeysMax = 100_000;

/**
 * The ids of keys. Features always have room; of other keys each environment has a bounded number.
 * A stranger that becomes a feature keeps its counts; a feature that went, or that another took
 * the place of, is buried with its counts.
 */
export class KeyDirectory {
  readonly #statements: Statements;
  readonly #knowledge: Knowledge;
  /** By environment, then key. */
  readonly #cache = new Map<number, Map<string, number>>();
  #cachedCount = 0;
  /** Environments that had no room for strangers when one was last refused. */
  readonly #full = new Set<number>();

  constructor(database: BunSQLiteDatabase, knowledge: Knowledge) {
    this.#statements = prepare(database);
    this.#knowledge = knowledge;
  }

  /** The id of a key that has counts; undefined if it has none. */
  find(environmentId: number, key: string): number | undefined {
    const cached = this.#cache.get(environmentId)?.get(key);
    if (cached !== undefined) {
      return cached;
    }
    const id = this.#stored(environmentId, key);
    if (id !== undefined) {
      this.#remember(environmentId, key, id);
    }
    return id;
  }

  /** The id to count under; undefined for a stranger that finds no room. */
  enter(environmentId: number, key: string): number | undefined {
    const known = this.find(environmentId, key);
    if (known !== undefined) {
      return known;
    }
    const featureId = this.#knowledge.featureId(environmentId, key) ?? null;
    if (featureId === null && this.#isFull(environmentId)) {
      return undefined;
    }
    const { id } = this.#statements.insert.get({ environmentId, key, featureId });
    this.#remember(environmentId, key, id);
    return id;
  }

  /** Takes a key from some environments: its counts are found no more. */
  bury(key: string, environments: ReadonlySet<number>): void {
    for (const { id, environmentId } of this.#statements.named.all({ key })) {
      if (environments.has(environmentId)) {
        this.#statements.bury.run({ id });
      }
    }
    this.recheck(key, environments);
  }

  /** Buries all keys of an environment. */
  buryEnvironment(environmentId: number): void {
    this.#statements.buryEnvironment.run({ environmentId });
    this.forgetCached();
  }

  /** Looks anew at a key that came or went, or whose feature did. */
  recheck(key: string, environments: Iterable<number>): void {
    for (const environmentId of environments) {
      this.#full.delete(environmentId);
      if (this.#cache.get(environmentId)?.delete(key) === true) {
        this.#cachedCount--;
      }
    }
  }

  /** Asks the database again from here on: for when rows went, or were rolled back. */
  forgetCached(): void {
    this.#cache.clear();
    this.#full.clear();
    this.#cachedCount = 0;
  }

  #isFull(environmentId: number): boolean {
    if (this.#full.has(environmentId)) {
      return true;
    }
    const count = this.#statements.strangers.get({ environmentId })?.count ?? 0;
    if (count < strangersPerEnvironmentMax) {
      return false;
    }
    this.#full.add(environmentId);
    return true;
  }

  #stored(environmentId: number, key: string): number | undefined {
    const row = this.#statements.find.get({ environmentId, key });
    if (row === undefined) {
      return undefined;
    }
    const featureId = this.#knowledge.featureId(environmentId, key);
    if (row.featureId === null && featureId !== undefined) {
      this.#statements.adopt.run({ id: row.id, featureId });
      this.#full.delete(environmentId);
    } else if (row.featureId !== null && row.featureId !== featureId) {
      this.#statements.bury.run({ id: row.id });
      return undefined;
    }
    return row.id;
  }

  #remember(environmentId: number, key: string, id: number): void {
    if (this.#cachedCount >= cachedKeysMax) {
      this.forgetCached();
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
  return {
    find: database
      .select({ id: keys.id, featureId: keys.featureId })
      .from(keys)
      .where(and(eq(keys.key, key), eq(keys.environmentId, environmentId)))
      .prepare(),
    named: database
      .select({ id: keys.id, environmentId: keys.environmentId })
      .from(keys)
      .where(eq(keys.key, key))
      .prepare(),
    strangers: database
      .select({ count: count() })
      .from(keys)
      .where(and(eq(keys.environmentId, environmentId), isNull(keys.featureId)))
      .prepare(),
    insert: database
      .insert(keys)
      .values({ environmentId, key, featureId })
      .returning({ id: keys.id })
      .prepare(),
    adopt: database
      .update(keys)
      .set({ featureId: sql`${featureId}` })
      .where(eq(keys.id, id))
      .prepare(),
    // No environment has a negative id, and minus its own id keeps each buried key apart.
    bury: database
      .update(keys)
      .set({ environmentId: sql`-${keys.id}` })
      .where(eq(keys.id, id))
      .prepare(),
    buryEnvironment: database
      .update(keys)
      .set({ environmentId: sql`-${keys.id}` })
      .where(eq(keys.environmentId, environmentId))
      .prepare(),
  };
}
