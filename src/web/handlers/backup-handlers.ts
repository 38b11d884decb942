import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { backupTimeMs } from "../../backup/backup-file-names.ts";
import type { BackupRow } from "../contract/setting-routes.ts";
import { guardedHeaders } from "../policy.ts";
import type { HandlersOf } from "../serve.ts";
import { UiRefusal } from "../ui-refusal.ts";
import type { UiBackups, UiDependencies } from "./ui-dependencies.ts";

type BackupRoute = "GET /backups" | "POST /backups" | "GET /backups/:file";

const hourMs = 3_600_000;

/** The backups of the server's backup directory. */
export function backupHandlers(deps: UiDependencies): HandlersOf<BackupRoute> {
  return {
    async "GET /backups"() {
      const backups = deps.backups();
      if (backups === undefined) {
        return { schedule: null, backups: [], isRunning: false };
      }
      const { directory, everyMs, keepMax, isRunning } = backups;
      return {
        schedule: { directory, everyHours: everyMs / hourMs, keep: keepMax },
        backups: await backupRows(backups),
        isRunning,
      };
    },

    async "POST /backups"() {
      const backups = deps.backups();
      if (backups === undefined) {
        throw new UiRefusal("backups_not_set_up");
      }
      if (backups.isRunning) {
        throw new UiRefusal("backup_running");
      }
      backups.start();
      return { started: true };
    },

    async "GET /backups/:file"({ params }) {
      const backups = deps.backups();
      // A backup's name has no slash, so the path stays in the directory.
      if (backups === undefined || backupTimeMs(params.file) === null) {
        throw new UiRefusal("backup_not_found");
      }
      const file = Bun.file(join(backups.directory, params.file));
      if (!(await file.exists())) {
        throw new UiRefusal("backup_not_found");
      }
      return new Response(file, {
        headers: {
          ...guardedHeaders,
          "cache-control": "no-store",
          "content-type": "application/gzip",
          "content-disposition": `attachment; filename="${params.file}"`,
        },
      });
    },
  };
}

/** The newest first. */
async function backupRows({ directory }: UiBackups): Promise<readonly BackupRow[]> {
  const names = (await readdir(directory)).filter((name) => backupTimeMs(name) !== null);
  const rows = await Promise.all(
    names.map(async (file): Promise<BackupRow | undefined> => {
      try {
        const { size } = await stat(join(directory, file));
        return { file, bytes: size, createdAt: backupTimeMs(file) ?? 0 };
      } catch (error) {
        // The schedule removes old backups at any time.
        if (error instanceof Error && "code" in error && error.code === "ENOENT") {
          return undefined;
        }
        throw error;
      }
    }),
  );
  return rows
    .filter((row) => row !== undefined)
    .sort((left, right) => right.file.localeCompare(left.file));
}
