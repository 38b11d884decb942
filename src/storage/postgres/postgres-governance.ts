import type { SQL as Client } from "bun";
import { and, asc, desc, eq, gt, inArray, lt } from "drizzle-orm";
import { type BunSQLDatabase, drizzle } from "drizzle-orm/bun-sql";
import { Map as ImmutableMap } from "immutable";
import type { ChangeRequest } from "../../core/model/change-request.ts";
import type { Comment } from "../../core/model/comment.ts";
import type { State } from "../../core/model/state.ts";
import { type CommentQuery, openRequestStates, type RequestQuery } from "../governance-queries.ts";
import { pgComments, pgPolicies, pgRequests } from "./postgres-governance-schema.ts";

export async function loadPgGovernance(
  database: BunSQLDatabase,
): Promise<Pick<State, "policies" | "requests">> {
  const policies = await database.select().from(pgPolicies);
  const requests = await database
    .select()
    .from(pgRequests)
    .where(inArray(pgRequests.state, [...openRequestStates]));
  return {
    policies: ImmutableMap(policies.map((policy) => [policy.environmentId, policy])),
    requests: ImmutableMap(requests.map((request) => [request.id, request])),
  };
}

export function readRequests(
  client: Client,
  { environmentId, states, before, limit }: RequestQuery,
): Promise<readonly ChangeRequest[]> {
  return drizzle({ client })
    .select()
    .from(pgRequests)
    .where(
      and(
        eq(pgRequests.environmentId, environmentId),
        lt(pgRequests.id, before),
        states === null ? undefined : inArray(pgRequests.state, [...states]),
      ),
    )
    .orderBy(desc(pgRequests.id))
    .limit(limit);
}

export async function readRequest(client: Client, id: number): Promise<ChangeRequest | null> {
  const [row] = await drizzle({ client }).select().from(pgRequests).where(eq(pgRequests.id, id));
  return row ?? null;
}

export function readComments(
  client: Client,
  { subject, after, limit }: CommentQuery,
): Promise<readonly Comment[]> {
  return drizzle({ client })
    .select()
    .from(pgComments)
    .where(
      and(subject === null ? undefined : eq(pgComments.subject, subject), gt(pgComments.id, after)),
    )
    .orderBy(asc(pgComments.id))
    .limit(limit);
}

export function countComments(client: Client, subject: string): Promise<number> {
  return drizzle({ client }).$count(pgComments, eq(pgComments.subject, subject));
}
