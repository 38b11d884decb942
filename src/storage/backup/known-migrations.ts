import { embedMigrations } from "../migrations.macro.ts" with { type: "macro" };
import type { Migration } from "../migrations.macro.ts";
import type { DatabaseName } from "./backup-manifest.ts";

/** The migrations of this executable, by database. */
export const knownMigrations: Readonly<Record<DatabaseName, readonly Migration[]>> = {
  "gatehouse.db": embedMigrations("gatehouse"),
  "telemetry.db": embedMigrations("telemetry"),
};
