import type { SQL as Client } from "bun";
import { and, desc, eq, inArray, lt } from "drizzle-orm";
import { type BunSQLDatabase, drizzle } from "drizzle-orm/bun-sql";
import { Map as ImmutableMap } from "immutable";
import { activeRolloutStates, type Rollout } from "../../core/model/rollout.ts";
import type { State } from "../../core/model/state.ts";
import type { RolloutQuery } from "../governance-queries.ts";
import { pgRollouts } from "./postgres-rollout-schema.ts";

export async function loadPgRollouts(database: BunSQLDatabase): Promise<State["rollouts"]> {
  const rollouts = await database
    .select()
    .from(pgRollouts)
    .where(inArray(pgRollouts.state, [...activeRolloutStates]));
  return ImmutableMap(rollouts.map((rollout) => [rollout.id, rollout]));
}

export function readRollouts(
  client: Client,
  { environmentId, key, states, before, limit }: RolloutQuery,
): Promise<readonly Rollout[]> {
  return drizzle({ client })
    .select()
    .from(pgRollouts)
    .where(
      and(
        eq(pgRollouts.environmentId, environmentId),
        lt(pgRollouts.id, before),
        key === null ? undefined : eq(pgRollouts.key, key),
        states === null ? undefined : inArray(pgRollouts.state, [...states]),
      ),
    )
    .orderBy(desc(pgRollouts.id))
    .limit(limit);
}

export async function readRollout(client: Client, id: number): Promise<Rollout | null> {
  const [row] = await drizzle({ client }).select().from(pgRollouts).where(eq(pgRollouts.id, id));
  return row ?? null;
}
