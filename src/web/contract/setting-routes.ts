import type { Static } from "@sinclair/typebox";
import type { AboutAnswer } from "./about-models.ts";
import type { GateDifference } from "./audit-routes.ts";
import type { CleanupRule, NewCleanupRule } from "./cleanup-models.ts";
import type { Written } from "./contract.ts";
import type { GroupList, GroupsPolicy, NewGroup } from "./group-models.ts";
import type { NewPlan, Plan } from "./plan-models.ts";

export interface BackupRow {
  readonly file: string;
  readonly bytes: number;
  readonly createdAt: number;
}

export interface SettingRoutes {
  "GET /groups": { answer: Static<typeof GroupList> };
  "POST /groups": { body: Static<typeof NewGroup>; answer: Written };
  "DELETE /groups/:group": { answer: Written };
  "PUT /groups-policy": { body: Static<typeof GroupsPolicy>; answer: Written };

  "GET /plan": { answer: Static<typeof Plan> };
  "PUT /plan": { body: Static<typeof NewPlan>; answer: Written };

  "GET /cleanup": { answer: Static<typeof CleanupRule> };
  "PUT /cleanup": { body: Static<typeof NewCleanupRule>; answer: Written };

  /** The export document of an environment, as a file. */
  "GET /environments/:environment/export": { answer: Readonly<Record<string, unknown>> };
  /** The body is the export document itself; with `preview` nothing changes. */
  "POST /environments/:environment/import": {
    query: { preview: "1" | "0"; typed?: string };
    body: unknown;
    answer: ImportResult;
  };

  /** What somebody sent with `flipper cloud migrate`; the code is in the link that it printed. */
  "POST /migration/check": { body: { code: string }; answer: WaitingMigration };
  /** What it would change. */
  "POST /environments/:environment/migration/preview": {
    body: { code: string };
    answer: ImportResult;
  };
  /** Takes it over. */
  "POST /environments/:environment/migration": {
    body: { code: string; typed?: string };
    answer: ImportResult;
  };
  "DELETE /migration": { body: { code: string }; answer: Record<string, never> };
  /** All that wait, the oldest first. */
  "GET /migrations": { answer: { readonly migrations: readonly ListedMigration[] } };
  "DELETE /migrations/:migration": {
    answer: { readonly migrations: readonly ListedMigration[] };
  };

  "GET /backups": {
    answer: {
      /** Null if no backups are scheduled. */
      readonly schedule: {
        readonly everyHours: number;
        readonly keep: number;
        readonly directory: string;
      } | null;
      readonly backups: readonly BackupRow[];
      /** Whether one is being made. */
      readonly isRunning: boolean;
    };
  };
  /** The archive, as a file. */
  "GET /backups/:file": { answer: unknown };
  "POST /backups": { body: Record<string, never>; answer: { readonly started: true } };

  "GET /about": { answer: AboutAnswer };
}

export interface ImportResult {
  readonly created: number;
  readonly changed: number;
  readonly cleared: number;
  readonly removed: number;
  readonly unchanged: number;
  /** The first 200. */
  readonly differences: readonly GateDifference[];
  readonly revision: number;
}

export interface WaitingMigration {
  /** What the sender calls its application; null if it has no name. */
  readonly appName: string | null;
  /** The address of the sender, or its network. */
  readonly sender: string;
  readonly featureCount: number;
  readonly receivedAt: number;
  /** When it is removed unless somebody takes it over. */
  readonly expiresAt: number;
}

export interface ListedMigration extends WaitingMigration {
  /** Names it in the list; gives no access to what was sent. */
  readonly id: string;
}
