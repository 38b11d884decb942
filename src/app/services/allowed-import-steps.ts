import { GatehouseError } from "../../core/errors.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { type ImportedFeatures, importFeatures } from "../commands/import-commands.ts";
import { requireValidCaller } from "../commands/require-valid-caller.ts";
import { ofFeature } from "../imports/import-document.ts";
import { importInvalid } from "../imports/import-invalid.ts";
import { groupNotRegistered } from "../imports/imported-gates.ts";
import { type ImportPreview, summarizeImport } from "./summarize-import.ts";

/** Imports features, if all of their groups may be enabled. Throws `import_invalid` otherwise. */
export function* allowedImportSteps(
  draft: Draft,
  caller: Caller,
  features: ImportedFeatures,
  groupPolicy: GroupPolicy,
): Generator<void, void> {
  requireValidCaller(draft, caller);
  const allowed = new Set<string>();
  for (const [key, { groups }] of features) {
    for (const group of groups) {
      if (!allowed.has(group) && !isAllowedGroup(() => groupPolicy(draft, caller, group, true))) {
        throw importInvalid(`Import invalid: ${ofFeature(key, groupNotRegistered(group))}`);
      }
      allowed.add(group);
    }
    yield;
  }
  yield* importFeatures(draft, caller, features);
}

/** As `allowedImportSteps`; returns its changes. The draft must belong to this command alone. */
export function* countedImportSteps(
  draft: Draft,
  caller: Caller,
  features: ImportedFeatures,
  groupPolicy: GroupPolicy,
): Generator<void, ImportPreview> {
  yield* allowedImportSteps(draft, caller, features, groupPolicy);
  return yield* summarizeImport(draft.changes, features);
}

/** Whether a policy lets a group be enabled. */
export function isAllowedGroup(requireGroup: () => void): boolean {
  try {
    requireGroup();
    return true;
  } catch (error) {
    if (error instanceof GatehouseError && error.refusal === "group_not_registered") {
      return false;
    }
    throw error;
  }
}
