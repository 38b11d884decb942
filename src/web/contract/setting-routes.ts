import type { Static } from "@sinclair/typebox";
import type { AboutAnswer } from "./about-models.ts";
import type { BackupList, StartedBackup } from "./backup-models.ts";
import type { CleanupRule, NewCleanupRule } from "./cleanup-models.ts";
import type { GroupList, GroupsPolicy, NewGroup } from "./group-models.ts";
import type {
  MigrationCode,
  MigrationList,
  MigrationTarget,
  RemovedMigration,
  WaitingMigration,
} from "./migration-models.ts";
import type { NewPlan, Plan } from "./plan-models.ts";
import type { Written } from "./shared-models.ts";
import type { ImportQuery, ImportResult } from "./transfer-models.ts";

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
