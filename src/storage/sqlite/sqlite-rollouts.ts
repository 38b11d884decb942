import { and, desc, eq, inArray, lt } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { Map as ImmutableMap } from "immutable";
import { activeRolloutStates, type Rollout } from "../../core/model/rollout.ts";
import type { State } from "../../core/model/state.ts";
import type { RolloutQuery } from "../governance-queries.ts";
import { holdsRows } from "./database/rows-of.ts";
import { rolloutsTable } from "./rollout-schema.ts";

export interface RolloutReads {
  rollouts(query: RolloutQuery): readonly Rollout[];
  rollout(id: number): Rollout | null;
}

export function loadRollouts(database: BunSQLiteDatabase): State["rollouts"] {
  if (!holdsRows(database, rolloutsTable)) {
    return ImmutableMap();
  }
  const rollouts = database
    .select()
    .from(rolloutsTable)
    .where(inArray(rolloutsTable.state, [...activeRolloutStates]))
    .all();
  return ImmutableMap(rollouts.map((rollout) => [rollout.id, rollout]));
}

export function prepareRolloutReads(database: BunSQLiteDatabase): RolloutReads {
  return {
    rollouts: ({ environmentId, key, states, before, limit }) =>
      database
        .select()
        .from(rolloutsTable)
        .where(
          and(
            eq(rolloutsTable.environmentId, environmentId),
            lt(rolloutsTable.id, before),
            key === null ? undefined : eq(rolloutsTable.key, key),
            states === null ? undefined : inArray(rolloutsTable.state, [...states]),
          ),
        )
        .orderBy(desc(rolloutsTable.id))
        .limit(limit)
        .all(),
    rollout: (id) =>
      database.select().from(rolloutsTable).where(eq(rolloutsTable.id, id)).get() ?? null,
  };
}
