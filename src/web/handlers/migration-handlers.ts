import { previewRules } from "../../imports/imported-gates.ts";
import { type Quarantine, quarantineMs } from "../../migrate/quarantine.ts";
import type { QuarantinedExport } from "../../migrate/quarantine-files.ts";
import { readMigration } from "../../migrate/read-migration.ts";
import type { Caller } from "../../model/caller.ts";
import type { ListedMigration, WaitingMigration } from "../contract/setting-routes.ts";
import type { HandlersOf } from "../serve.ts";
import { UiRefusal } from "../ui-refusal.ts";
import { importResult, requireTypedName } from "./import-answers.ts";
import { callerOf, type UiDependencies, written } from "./ui-dependencies.ts";

type MigrationRoute =
  | "POST /migration/check"
  | "POST /environments/:environment/migration/preview"
  | "POST /environments/:environment/migration"
  | "DELETE /migration"
  | "GET /migrations"
  | "DELETE /migrations/:migration";

/** Exports that `flipper cloud migrate` left, for an owner who has the link. */
export function migrationHandlers(deps: UiDependencies): HandlersOf<MigrationRoute> {
  const { writer, features, importPlace } = deps.services;

  async function found(
    code: string,
  ): Promise<readonly [quarantine: Quarantine, about: QuarantinedExport]> {
    const about = deps.quarantine?.find(code);
    if (deps.quarantine === undefined || about === undefined) {
      throw new UiRefusal("migration_not_found");
    }
    await deps.quarantine.markOpened(code);
    return [deps.quarantine, about];
  }

  /** What an export changes; changes it unless that is only to be seen. */
  async function taken(caller: Caller, code: string, isPreview: boolean) {
    const [quarantine] = await found(code);
    const preview = await importPlace.hold(quarantine.chunks(code), async (chunks) => {
      const rules = features.importRules(caller);
      const migration = await readMigration(chunks, isPreview ? previewRules(rules) : rules);
      const previewed = await features.previewImport(caller, migration.features);
      if (!isPreview) {
        await features.import(caller, migration.features);
      }
      return previewed;
    });
    return { ...importResult(preview), ...written(writer.state) };
  }

  function list(): { readonly migrations: readonly ListedMigration[] } {
    const waiting = deps.quarantine?.list() ?? [];
    return { migrations: waiting.map(({ id, about }) => ({ id, ...shown(about) })) };
  }

  return {
    async "POST /migration/check"({ body }) {
      const [, about] = await found(body.code);
      return shown(about);
    },

    "POST /environments/:environment/migration/preview": (input) =>
      taken(callerOf(writer.state, input), input.body.code, true),

    async "POST /environments/:environment/migration"(input) {
      const { code, typed } = input.body;
      const caller = callerOf(writer.state, input);
      const [quarantine] = await found(code);
      requireTypedName(caller.environment, typed);
      const result = await taken(caller, code, false);
      await quarantine.remove(code);
      return result;
    },

    async "DELETE /migration"({ body }) {
      const [quarantine] = await found(body.code);
      await quarantine.remove(body.code);
      return {};
    },

    "GET /migrations": list,

    async "DELETE /migrations/:migration"({ params }) {
      if ((await deps.quarantine?.removeListed(params.migration)) !== true) {
        throw new UiRefusal("migration_not_found");
      }
      return list();
    },
  };
}

function shown({ appName, sender, featureCount, receivedAt }: QuarantinedExport): WaitingMigration {
  return { appName, sender, featureCount, receivedAt, expiresAt: receivedAt + quarantineMs };
}
