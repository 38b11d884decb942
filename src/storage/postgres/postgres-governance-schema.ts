import { index, pgTable } from "drizzle-orm/pg-core";
import type { Policy } from "../../core/model/approval-policy.ts";
import type { AuditActor } from "../../core/model/audit.ts";
import type { ChangeRequest } from "../../core/model/change-request.ts";
import { anyText, jsonText, wholeNumber } from "./postgres-columns.ts";
import { pgEnvironments } from "./postgres-schema.ts";

/*
 * Policies, requests and comments.
 */

const referredEnvironment = () =>
  wholeNumber("environment_id").references(() => pgEnvironments.id, { onDelete: "cascade" });

const environmentId = () => referredEnvironment().notNull();

export const pgPolicies = pgTable("policies", {
  environmentId: wholeNumber("environment_id")
    .primaryKey()
    .references(() => pgEnvironments.id, { onDelete: "cascade" }),
  rules: jsonText<Policy["rules"]>("rules").notNull(),
  turnedOff: jsonText<Policy["turnedOff"]>("turned_off").notNull(),
  bypasses: jsonText<Policy["bypasses"]>("bypasses").notNull(),
});

/** All requests; the state has the open ones. */
export const pgRequests = pgTable(
  "requests",
  {
    id: wholeNumber("id").primaryKey(),
    environmentId: environmentId(),
    author: jsonText<AuditActor>("author").notNull(),
    title: anyText("title").notNull(),
    reason: anyText("reason"),
    state: anyText("state").$type<ChangeRequest["state"]>().notNull(),
    revision: wholeNumber("revision").notNull(),
    base: jsonText<ChangeRequest["base"]>("base").notNull(),
    policyBase: jsonText<NonNullable<ChangeRequest["policyBase"]>>("policy_base"),
    commands: jsonText<ChangeRequest["commands"]>("commands").notNull(),
    apply: jsonText<ChangeRequest["apply"]>("apply").notNull(),
    hash: anyText("hash").notNull(),
    votes: jsonText<ChangeRequest["votes"]>("votes").notNull(),
    openedAt: wholeNumber("opened_at").notNull(),
    expiresAt: wholeNumber("expires_at").notNull(),
    missedAt: wholeNumber("missed_at"),
    failure: anyText("failure"),
    endedAt: wholeNumber("ended_at"),
    endedBy: jsonText<AuditActor>("ended_by"),
    firstAudit: wholeNumber("first_audit"),
    lastAudit: wholeNumber("last_audit"),
  },
  (table) => [index("requests_environment").on(table.environmentId, table.id)],
);

export const pgComments = pgTable(
  "comments",
  {
    id: wholeNumber("id").primaryKey(),
    environmentId: referredEnvironment(),
    subject: anyText("subject").notNull(),
    author: jsonText<AuditActor>("author").notNull(),
    text: anyText("text").notNull(),
    at: wholeNumber("at").notNull(),
    editedAt: wholeNumber("edited_at"),
  },
  (table) => [index("comments_subject").on(table.subject, table.id)],
);
