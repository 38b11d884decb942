import type { MigrationSet } from "../../postgres/migrate-postgres.ts";
import { embedMigrations } from "../migrations.macro.ts" with { type: "macro" };

/** The tables and functions of an installation, but for its telemetry. */
export const gatehouseMigrations: MigrationSet = {
  name: "gatehouse",
  migrations: embedMigrations("postgres"),
};
