import { GatehouseError } from "../../core/errors.ts";
import type { Gates } from "../../core/evaluation/gates.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import { requireTypedImport } from "../commands/confirmation.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import {
  type ImportedFeatures,
  importFeatures,
  type WantedImport,
} from "../commands/import-commands.ts";
import { requireValidCaller } from "../commands/require-valid-caller.ts";
import { ofFeature } from "../imports/import-document.ts";
import { importInvalid } from "../imports/import-invalid.ts";
import { groupNotRegistered } from "../imports/imported-gates.ts";
import { type ImportPreview, summarizeImport } from "./summarize-import.ts";

interface ImportOptions extends Pick<WantedImport, "mode" | "kept"> {
  readonly groupPolicy: GroupPolicy;
}

/**
 * Imports features, if all of their groups may be enabled. Leaves out features whose keys are
 * retired, and returns how many. Throws `import_invalid` for a group that may not be enabled.
 */
export function* allowedImportSteps(
  draft: Draft,
  caller: Caller,
  sent: ImportedFeatures,
  options: ImportOptions,
): Generator<void, number> {
  requireValidCaller(draft, caller);
  const { features, retired } = yield* withoutRetired(draft, caller, sent);
  yield* importAllowed(draft, caller, features, options);
  return retired.length;
}

interface KeptFeatures {
  readonly features: ImportedFeatures;
  /** The keys of the others. */
  readonly retired: readonly string[];
}

function* withoutRetired(
  { state }: Draft,
  { environment }: Caller,
  sent: ImportedFeatures,
): Generator<void, KeptFeatures> {
  const keys = state.retiredKeys.get(environment.projectId);
  if (keys === undefined) {
    return { features: sent, retired: [] };
  }
  const features = new Map<string, Gates>();
  const retired: string[] = [];
  for (const [key, gates] of sent) {
    if (keys.has(key)) {
      retired.push(key);
    } else {
      features.set(key, gates);
    }
    yield;
  }
  return { features, retired };
}

function* importAllowed(
  draft: Draft,
  caller: Caller,
  features: ImportedFeatures,
  { groupPolicy, mode, kept }: ImportOptions,
): Generator<void, void> {
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
  yield* importFeatures(draft, caller, features, { mode, kept });
}

/**
 * As `allowedImportSteps`; returns its changes. The draft must belong to this command alone. Throws
 * as `requireTypedImport` too.
 */
export function* countedImportSteps(
  draft: Draft,
  caller: Caller,
  { features: sent, mode, kept, typed }: WantedImport,
  groupPolicy: GroupPolicy,
): Generator<void, ImportPreview> {
  requireValidCaller(draft, caller);
  const { features, retired } = yield* withoutRetired(draft, caller, sent);
  yield* importAllowed(draft, caller, features, { groupPolicy, mode, kept });
  const counted = yield* summarizeImport(draft.changes, features);
  if (typed !== null) {
    requireTypedImport(caller, counted.totals.removed, typed);
  }
  return { ...counted, retired };
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
