import type { Static } from "@sinclair/typebox";
import type { PlanName } from "../../model/plan.ts";
import type { BackupList, StartedBackup } from "./backup-models.ts";
import type { Written } from "./contract.ts";
import type {
  MigrationCode,
  MigrationList,
  MigrationTarget,
  RemovedMigration,
  WaitingMigration,
} from "./migration-models.ts";
import type { ImportQuery, ImportResult } from "./transfer-models.ts";

export interface GroupRow {
  readonly name: string;
  /** Features whose gate has the group, in any environment. */
  readonly featureCount: number;
  /** Whether the host decides who is in the group; then it cannot be removed here. */
  readonly isFromHost: boolean;
  /** The ids of webhooks whose applications told of the group; only admins see their names. */
  readonly toldBy: readonly number[];
}

/** A limit of the plan and what is used of it. */
export interface LimitRow {
  readonly name:
    | "custom_environments"
    | "tokens_per_environment"
    | "audit_events"
    | "telemetry_retention_days"
    | "audit_retention_days"
    | "production_bytes"
    | "environment_bytes"
    | "project_bytes"
    | "features_per_project"
    | "actors_per_gate";
  /** Null for no limit. */
  readonly limit: number | null;
  /** The largest use, for limits of each environment or gate; null where nothing is counted. */
  readonly used: number | null;
  readonly isOverridden: boolean;
  readonly minimum: number;
  readonly maximum: number;
}

export interface SettingRoutes {
  "GET /groups": {
    answer: { readonly groups: readonly GroupRow[]; readonly isStrict: boolean };
  };
  "POST /groups": { body: { name: string }; answer: Written };
  "DELETE /groups/:group": { answer: Written };
  "PUT /groups-policy": { body: { isStrict: boolean }; answer: Written };

  "GET /plan": {
    answer: { readonly plan: PlanName; readonly limits: readonly LimitRow[] };
  };
  /** A limit that is left out is the plan's own. */
  "PUT /plan": {
    body: { plan: PlanName; limits: Readonly<Record<string, number | null>> };
    answer: Written;
  };

  /** Which features look finished. */
  "GET /cleanup": {
    answer: {
      readonly days: number;
      readonly longevities: readonly ("temporary" | "permanent" | "unset")[];
    };
  };
  "PUT /cleanup": {
    body: { days: number; longevities: readonly ("temporary" | "permanent" | "unset")[] };
    answer: Written;
  };

  /** The export document of an environment, as a file. */
  "GET /environments/:environment/export": { answer: Readonly<Record<string, unknown>> };
  /** The body is the export document itself; with `preview` nothing changes. */
  "POST /environments/:environment/import": {
    query: Static<typeof ImportQuery>;
    body: unknown;
    answer: ImportResult;
  };

  /** What somebody sent with `flipper cloud migrate`; the code is in the link that it printed. */
  "POST /migration/check": { body: Static<typeof MigrationCode>; answer: WaitingMigration };
  /** What it would change. */
  "POST /environments/:environment/migration/preview": {
    body: Static<typeof MigrationCode>;
    answer: ImportResult;
  };
  /** Takes it over. */
  "POST /environments/:environment/migration": {
    body: Static<typeof MigrationTarget>;
    answer: ImportResult;
  };
  "DELETE /migration": {
    body: Static<typeof MigrationCode>;
    answer: Static<typeof RemovedMigration>;
  };
  /** All that wait, the oldest first. */
  "GET /migrations": { answer: Static<typeof MigrationList> };
  "DELETE /migrations/:migration": { answer: Static<typeof MigrationList> };

  "GET /backups": { answer: Static<typeof BackupList> };
  /** The archive, as a file. */
  "GET /backups/:file": { answer: unknown };
  "POST /backups": { body: Record<string, never>; answer: Static<typeof StartedBackup> };

  "GET /about": { answer: AboutAnswer };
}

export interface AboutAnswer {
  readonly version: string;
  readonly mode: "hosted" | "mountable";
  readonly startedAt: number;
  readonly dataDirectory: string;
  /** The name of this server among those that share a database; null for one of its own. */
  readonly node: string | null;
  readonly databases: readonly { readonly file: string; readonly bytes: number }[];
  readonly features: number;
  readonly environments: number;
  readonly checks: readonly {
    readonly name: string;
    readonly isOk: boolean;
    readonly reason: string | null;
  }[];
  readonly memoryBytes: number;
}
