import { previewRules } from "../../imports/imported-gates.ts";
import { type Quarantine, quarantineMs } from "../../migrate/quarantine.ts";
import type { QuarantinedExport } from "../../migrate/quarantine-files.ts";
import { readMigration } from "../../migrate/read-migration.ts";
import type { HandlersOf } from "../serve.ts";
import { UiRefusal } from "../ui-refusal.ts";
import { importResult, requireTypedName } from "./import-answers.ts";
import { callerOf, type UiDependencies, written } from "./ui-dependencies.ts";

type MigrationRoute =
  | "POST /migration/check"
  | "POST /environments/:environment/migration"
  | "DELETE /migration";

/** Exports that `flipper cloud migrate` left, for an owner who has the link. */
export function migrationHandlers(deps: UiDependencies): HandlersOf<MigrationRoute> {
  const { writer, features, importPlace } = deps.services;

  function found(code: string): readonly [quarantine: Quarantine, about: QuarantinedExport] {
    const about = deps.quarantine?.find(code);
    if (deps.quarantine === undefined || about === undefined) {
      throw new UiRefusal("migration_not_found");
    }
    return [deps.quarantine, about];
  }

  return {
    async "POST /migration/check"({ body }) {
      const [, { appName, sender, featureCount, receivedAt }] = found(body.code);
      const expiresAt = receivedAt + quarantineMs;
      return { appName, sender, featureCount, receivedAt, expiresAt };
    },

    async "POST /environments/:environment/migration"(input) {
      const { code, isPreview, typed } = input.body;
      const caller = callerOf(writer.state, input);
      const [quarantine] = found(code);
      if (!isPreview) {
        requireTypedName(caller.environment, typed);
      }
      const rules = features.importRules(caller);
      const preview = await importPlace.hold(quarantine.chunks(code), async (chunks) => {
        const migration = await readMigration(chunks, isPreview ? previewRules(rules) : rules);
        const previewed = await features.previewImport(caller, migration.features);
        if (!isPreview) {
          await features.import(caller, migration.features);
        }
        return previewed;
      });
      if (!isPreview) {
        await quarantine.remove(code);
      }
      return { ...importResult(preview), ...written(writer.state) };
    },

    async "DELETE /migration"({ body }) {
      const [quarantine] = found(body.code);
      await quarantine.remove(body.code);
      return {};
    },
  };
}
