import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Policy } from "../../core/model/approval-policy.ts";
import type { AuditActor } from "../../core/model/audit.ts";
import { type ChangeRequest, requestStates } from "../../core/model/change-request.ts";
import { environmentsTable } from "./gatehouse-schema.ts";

/*
 * Policies, requests and comments: tables of gatehouse.db in addition to `gatehouse-schema.ts`. All
 * times are milliseconds since the epoch.
 */

const json = <Value>(name: string) => text(name, { mode: "json" }).$type<Value>();

const referredEnvironment = () =>
  integer("environment_id").references(() => environmentsTable.id, { onDelete: "cascade" });

const environmentId = () => referredEnvironment().notNull();

export const policiesTable = sqliteTable("policies", {
  environmentId: integer("environment_id")
    .primaryKey()
    .references(() => environmentsTable.id, { onDelete: "cascade" }),
  rules: json<Policy["rules"]>("rules").notNull(),
  turnedOff: json<Policy["turnedOff"]>("turned_off").notNull(),
  bypasses: json<Policy["bypasses"]>("bypasses").notNull(),
});

/** All requests; the state has the open ones. */
export const requestsTable = sqliteTable(
  "requests",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    environmentId: environmentId(),
    author: json<AuditActor>("author").notNull(),
    title: text("title").notNull(),
    reason: text("reason"),
    state: text("state", { enum: requestStates }).notNull(),
    revision: integer("revision").notNull(),
    base: json<ChangeRequest["base"]>("base").notNull(),
    policyBase: json<NonNullable<ChangeRequest["policyBase"]>>("policy_base"),
    commands: json<ChangeRequest["commands"]>("commands").notNull(),
    apply: json<ChangeRequest["apply"]>("apply").notNull(),
    hash: text("hash").notNull(),
    votes: json<ChangeRequest["votes"]>("votes").notNull(),
    openedAt: integer("opened_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    missedAt: integer("missed_at"),
    failure: text("failure"),
    endedAt: integer("ended_at"),
    endedBy: json<AuditActor>("ended_by"),
    firstAudit: integer("first_audit"),
    lastAudit: integer("last_audit"),
  },
  (table) => [index("requests_environment").on(table.environmentId, table.id)],
);

export const commentsTable = sqliteTable(
  "comments",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    environmentId: referredEnvironment(),
    subject: text("subject").notNull(),
    author: json<AuditActor>("author").notNull(),
    text: text("text").notNull(),
    at: integer("at").notNull(),
    editedAt: integer("edited_at"),
  },
  (table) => [index("comments_subject").on(table.subject, table.id)],
);
