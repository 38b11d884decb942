import { and, asc, count, desc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { Map as ImmutableMap } from "immutable";
import type { ChangeRequest } from "../../core/model/change-request.ts";
import type { Comment } from "../../core/model/comment.ts";
import type { State } from "../../core/model/state.ts";
import { type CommentQuery, openRequestStates, type RequestQuery } from "../governance-queries.ts";
import { holdsRows, rowsOf } from "./database/rows-of.ts";
import { commentsTable, policiesTable, requestsTable } from "./governance-schema.ts";

export interface GovernanceReads {
  requests(query: RequestQuery): readonly ChangeRequest[];
  request(id: number): ChangeRequest | null;
  comments(query: CommentQuery): readonly Comment[];
  commentCount(subject: string): number;
}

export function loadGovernance(database: BunSQLiteDatabase): Pick<State, "policies" | "requests"> {
  const policies = rowsOf(database, policiesTable);
  const requests = holdsRows(database, requestsTable) ? openRequests(database) : [];
  return {
    policies: ImmutableMap(policies.map((policy) => [policy.environmentId, policy])),
    requests: ImmutableMap(requests.map((request) => [request.id, request])),
  };
}

function openRequests(database: BunSQLiteDatabase) {
  return database
    .select()
    .from(requestsTable)
    .where(inArray(requestsTable.state, [...openRequestStates]))
    .all();
}

export function prepareGovernanceReads(database: BunSQLiteDatabase): GovernanceReads {
  const one = database
    .select()
    .from(requestsTable)
    .where(eq(requestsTable.id, sql.placeholder("id")))
    .prepare();
  return {
    requests: ({ environmentId, states, before, limit }) =>
      database
        .select()
        .from(requestsTable)
        .where(
          and(
            eq(requestsTable.environmentId, environmentId),
            lt(requestsTable.id, before),
            states === null ? undefined : inArray(requestsTable.state, [...states]),
          ),
        )
        .orderBy(desc(requestsTable.id))
        .limit(limit)
        .all(),
    request: (id) => one.get({ id }) ?? null,
    comments: ({ subject, after, limit }) =>
      database
        .select()
        .from(commentsTable)
        .where(
          and(
            subject === null ? undefined : eq(commentsTable.subject, subject),
            gt(commentsTable.id, after),
          ),
        )
        .orderBy(asc(commentsTable.id))
        .limit(limit)
        .all(),
    commentCount: (subject) =>
      database
        .select({ count: count() })
        .from(commentsTable)
        .where(eq(commentsTable.subject, subject))
        .get()?.count ?? 0,
  };
}
