import { Elysia } from "elysia";
import { GatehouseError } from "../../../core/errors.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { quarantineMs } from "../../cloud-import/quarantine.ts";
import type { QuarantinedExport } from "../../cloud-import/quarantine-files.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import {
  MigrationCode,
  MigrationList,
  MigrationPath,
  MigrationTarget,
  RemovedMigration,
  WaitingMigration,
} from "../contract/migration-models.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { ImportResult } from "../contract/transfer-models.ts";
import { findMigration, importMigration } from "./migration-imports.ts";
import { callerInPath, type UiDependencies } from "./ui-dependencies.ts";

const tags = ["Migrations"];
const exampleCode = { code: "k3v9Q2mX7bT1" };
const importRefusals = [
  "environment_not_found",
  "migration_not_found",
  "import_invalid",
  "quota_exceeded",
  ...commandRefusals,
] as const;

/** Exports that `flipper cloud migrate` sent (docs/admin-api.md#routes). */
export function migrationController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia()
    .use(sentMigration(deps, routes))
    .use(migrationImport(deps, routes))
    .use(migrationList(deps, routes));
}

/** For an owner with the link. */
function sentMigration(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia({ tags })
    .use(routes)
    .post(
      "/migration/check",
      async ({ body }) => {
        const [, about] = await findMigration(deps, body.code);
        return shown(about);
      },
      {
        role: "owner",
        hostedOnly: true,
        body: withExample(MigrationCode, exampleCode),
        response: { 200: answered(WaitingMigration, "The export that waits for an owner") },
        refuses: ["migration_not_found"],
        detail: { operationId: "checkMigration", summary: "Show a migration by its code" },
      },
    )
    .delete(
      "/migration",
      async ({ body }) => {
        const [quarantine] = await findMigration(deps, body.code);
        await quarantine.remove(body.code);
        return {};
      },
      {
        role: "owner",
        hostedOnly: true,
        body: withExample(MigrationCode, exampleCode),
        response: { 200: answered(RemovedMigration, "The migration is deleted") },
        refuses: ["migration_not_found"],
        detail: { operationId: "deleteMigration", summary: "Delete a migration by its code" },
      },
    );
}

function migrationImport(deps: UiDependencies, routes: AdminRoutes) {
  const { writer } = deps.services;
  return new Elysia({ tags })
    .use(routes)
    .post(
      "/environments/:environment/migration/preview",
      ({ caller, params, body }) =>
        importMigration(deps, callerInPath(writer.state, params.environment, caller), body.code, {
          isPreview: true,
          typed: null,
        }),
      {
        role: "owner",
        hostedOnly: true,
        params: EnvironmentPath,
        body: withExample(MigrationCode, exampleCode),
        response: { 200: answered(ImportResult, "What the migration would change") },
        refuses: importRefusals,
        detail: { operationId: "previewMigration", summary: "Preview a migration" },
      },
    )
    .post(
      "/environments/:environment/migration",
      async ({ caller: adminCaller, params, body }) => {
        const { code, typed } = body;
        const caller = callerInPath(writer.state, params.environment, adminCaller);
        const [quarantine] = await findMigration(deps, code);
        const result = await importMigration(deps, caller, code, { isPreview: false, typed });
        await quarantine.remove(code);
        return result;
      },
      {
        role: "owner",
        hostedOnly: true,
        needsProof: true,
        refusesTokens: true,
        params: EnvironmentPath,
        body: withExample(MigrationTarget, { ...exampleCode, typed: "Production" }),
        response: { 200: answered(ImportResult, "What the migration changed") },
        refuses: [...importRefusals, "name_wrong", "confirmation_required"],
        detail: {
          operationId: "importMigration",
          summary: "Import a migration",
          description:
            "Makes all features equal to the export, and deletes the migration. Production needs `typed`: " +
            "the number of features that are deleted, or its name if none is.",
        },
      },
    );
}

function migrationList(deps: UiDependencies, routes: AdminRoutes) {
  const list = () => ({
    migrations: (deps.quarantine?.list() ?? []).map(({ id, about }) => ({ id, ...shown(about) })),
  });
  return new Elysia({ tags })
    .use(routes)
    .get("/migrations", () => list(), {
      role: "owner",
      hostedOnly: true,
      response: { 200: answered(MigrationList, "The migrations that wait, the oldest first") },
      refuses: [],
      detail: {
        operationId: "listMigrations",
        summary: "List the migrations that wait",
        description: "Lists all migrations that wait: at most 20.",
      },
    })
    .delete(
      "/migrations/:migration",
      async ({ params }) => {
        if ((await deps.quarantine?.removeListed(params.migration)) !== true) {
          throw new GatehouseError("migration_not_found");
        }
        return list();
      },
      {
        role: "owner",
        hostedOnly: true,
        params: MigrationPath,
        response: { 200: answered(MigrationList, "The migrations that are left") },
        refuses: ["migration_not_found"],
        detail: {
          operationId: "deleteListedMigration",
          summary: "Delete a migration from the list",
        },
      },
    );
}

function shown({ appName, sender, featureCount, receivedAt }: QuarantinedExport): WaitingMigration {
  return { appName, sender, featureCount, receivedAt, expiresAt: receivedAt + quarantineMs };
}
