import { embedMigrations } from "../migrations.macro.ts" with { type: "macro" };
import type { MigrationSet } from "./database/migrate-postgres.ts";

/** The tables and functions of an installation, without its telemetry. */
export const gatehouseMigrations: MigrationSet = {
  name: "gatehouse",
  migrations: embedMigrations("postgres"),
};
