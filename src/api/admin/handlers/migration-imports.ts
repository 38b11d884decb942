import { previewRules } from "../../../app/imports/imported-gates.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Caller } from "../../../core/model/caller.ts";
import type { Quarantine } from "../../cloud-import/quarantine.ts";
import type { QuarantinedExport } from "../../cloud-import/quarantine-files.ts";
import { readMigration } from "../../cloud-import/read-migration.ts";
import type { ImportResult } from "../contract/transfer-models.ts";
import { importResult } from "./import-answers.ts";
import { type UiDependencies, written } from "./ui-dependencies.ts";

/** Finds the export of a code, and records that an owner opened it. Throws `migration_not_found`. */
export async function findMigration(
  { quarantine }: Pick<UiDependencies, "quarantine">,
  code: string,
): Promise<readonly [quarantine: Quarantine, about: QuarantinedExport]> {
  const about = quarantine?.find(code);
  if (quarantine === undefined || about === undefined) {
    throw new GatehouseError("migration_not_found");
  }
  await quarantine.markOpened(code);
  return [quarantine, about];
}

/** The changes of an export; applies them unless this is a preview. */
export async function importMigration(
  deps: UiDependencies,
  caller: Caller,
  code: string,
  { isPreview, typed }: { readonly isPreview: boolean; readonly typed: string | null | undefined },
): Promise<ImportResult> {
  const { writer, features, importPlace } = deps.services;
  const [quarantine] = await findMigration(deps, code);
  const counted = await importPlace.hold(quarantine.chunks(code), async (chunks) => {
    const rules = features.importRules(caller);
    const migration = await readMigration(chunks, isPreview ? previewRules(rules) : rules);
    const wanted = { features: migration.features, mode: "replace", typed } as const;
    return isPreview
      ? features.previewImport(caller, wanted)
      : features.importAndCount(caller, wanted);
  });
  return {
    ...importResult(counted),
    ...written(writer.state, { projectId: caller.environment.projectId }),
  };
}
