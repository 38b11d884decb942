import { embedMigrations } from "../../storage/migrations.macro.ts" with { type: "macro" };
import type { MigrationSet } from "../../storage/postgres/database/migrate-postgres.ts";

/** The tables of telemetry in PostgreSQL. */
export const telemetryMigrations: MigrationSet = {
  name: "telemetry",
  migrations: embedMigrations("postgres-telemetry"),
};
