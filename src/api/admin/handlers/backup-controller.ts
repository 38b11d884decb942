import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Elysia } from "elysia";
import { GatehouseError } from "../../../core/errors.ts";
import { hourMs } from "../../../core/time-units.ts";
import {
  answered,
  documentedFile,
  withExample,
} from "../../../http/declared/documented-schemas.ts";
import { backupTimeMs } from "../../../storage/backup/backup-file-names.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { guardedHeaders } from "../content-security-policy.ts";
import {
  BackupList,
  BackupPath,
  type BackupRow,
  NewBackup,
  StartedBackup,
} from "../contract/backup-models.ts";
import type { UiBackups, UiDependencies } from "./ui-dependencies.ts";

const tags = ["Backups"];

/** The backups of the server's backup directory (docs/admin-api.md#routes). */
export function backupController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia().use(backupList(deps, routes)).use(backupFile(deps, routes));
}

function backupList(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia({ tags })
    .use(routes)
    .get(
      "/backups",
      async () => {
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
      {
        role: "owner",
        response: { 200: answered(BackupList, "The backups, the latest first") },
        refuses: [],
        detail: {
          operationId: "listBackups",
          summary: "List the backups",
          description: "The server keeps at most `keep` backups.",
        },
      },
    )
    .post(
      "/backups",
      async () => {
        const backups = deps.backups();
        if (backups === undefined) {
          throw new GatehouseError("backups_not_set_up");
        }
        if (backups.isRunning) {
          throw new GatehouseError("backup_running");
        }
        backups.start();
        return { started: true } as const;
      },
      {
        role: "owner",
        body: withExample(NewBackup, {}),
        response: { 200: answered(StartedBackup, "The server creates a backup") },
        refuses: ["backups_not_set_up", "backup_running"],
        detail: {
          operationId: "startBackup",
          summary: "Start a backup",
          description: "The list of backups shows it when it is complete.",
        },
      },
    );
}

function backupFile(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia({ tags }).use(routes).get(
    "/backups/:file",
    async ({ params }) => {
      const backups = deps.backups();
      // The name of a backup has no slash, so the path stays in the directory.
      if (backups === undefined || backupTimeMs(params.file) === null) {
        throw new GatehouseError("backup_not_found");
      }
      const file = Bun.file(join(backups.directory, params.file));
      if (!(await file.exists())) {
        throw new GatehouseError("backup_not_found");
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
    {
      role: "owner",
      needsProof: true,
      refusesTokens: true,
      params: BackupPath,
      response: { 200: documentedFile("The archive", "application/gzip") },
      refuses: ["backup_not_found"],
      detail: { operationId: "downloadBackup", summary: "Download a backup" },
    },
  );
}

/** The latest first. */
async function backupRows({ directory }: UiBackups): Promise<readonly BackupRow[]> {
  const names = (await readdir(directory)).filter((name) => backupTimeMs(name) !== null);
  const rows = await Promise.all(
    names.map(async (file): Promise<BackupRow | undefined> => {
      try {
        const { size } = await stat(join(directory, file));
        return { file, bytes: size, createdAt: backupTimeMs(file) ?? 0 };
      } catch (error) {
        // The schedule may delete old backups at any time.
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
