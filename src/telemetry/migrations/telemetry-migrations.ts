import type { MigrationSet } from "../../postgres/migrate-postgres.ts";
import { embedMigrations } from "../../storage/migrations.macro.ts" with { type: "macro" };

/** The tables of telemetry in PostgreSQL. */
export const telemetryMigrations: MigrationSet = {
  name: "telemetry",
  migrations: embedMigrations("postgres-telemetry"),
};
