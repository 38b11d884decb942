import type { Caller } from "../model/caller.ts";
import type { Draft } from "../model/draft.ts";
import type { Feature } from "../model/feature.ts";
import type { State } from "../model/state.ts";
import { effectiveToggle, findFeature, ownToggle, productionOf } from "../model/state-lookups.ts";
import type { GateChange } from "../toggles/gate-change.ts";
import { diffGates } from "../toggles/gate-diff.ts";
import { closedGates, type Gates } from "../toggles/gates.ts";
import {
  auditGateChanges,
  createFeature,
  removeKnownFeature,
  writeGates,
} from "./feature-commands.ts";
import { ImportSize } from "./import-size.ts";
import { withinQuotasInSteps } from "./quotas.ts";

/** The gates of each imported feature, by key. */
export type ImportedFeatures = ReadonlyMap<string, Gates>;

/**
 * Makes the caller's environment equal to an import, in one commit and in steps of a feature or an
 * audit. In Production, features that are not in the import are removed from the project; elsewhere
 * they are cleared in that environment only (docs/api.md#environments). Throws `quota_exceeded` by
 * what is stored in the end.
 */
export function* importFeatures(
  draft: Draft,
  caller: Caller,
  imported: ImportedFeatures,
): Generator<void, void> {
  yield* refuseLargeImport(draft.state, caller, imported);
  yield* withinQuotasInSteps(draft, caller.environment, replaceFeatures(draft, caller, imported));
}

/**
 * Refuses before the work what the quotas refuse. Outside of Production, features that are not in the
 * import are cleared and stay.
 */
function* refuseLargeImport(
  state: State,
  caller: Caller,
  imported: ImportedFeatures,
): Generator<void, void> {
  const { environment } = caller;
  const size = new ImportSize(state, caller);
  for (const [key, gates] of imported) {
    size.add(key, gates);
    yield;
  }
  if (environment.kind !== "production") {
    for (const key of state.features.get(environment.projectId)?.keys() ?? []) {
      if (!imported.has(key)) {
        size.add(key, closedGates);
      }
      yield;
    }
  }
}

function* replaceFeatures(
  draft: Draft,
  caller: Caller,
  imported: ImportedFeatures,
): Generator<void, void> {
  // No feature is changed twice, so the state before the import is enough, and is read only once.
  const before = draft.state;
  const { projectId, kind } = caller.environment;
  const isProduction = kind === "production";
  const production = productionOf(before, projectId);
  const present = [...(before.features.get(projectId)?.values() ?? [])];
  const missing = present.filter(({ key }) => !imported.has(key));
  for (const feature of missing) {
    if (isProduction) {
      removeKnownFeature(draft, caller, feature);
    } else {
      yield* replaceGates(draft, caller, { before, feature, gates: closedGates });
    }
    yield;
  }
  for (const [key, gates] of imported) {
    const feature = findFeature(before, projectId, key);
    if (feature !== undefined) {
      yield* replaceGates(draft, caller, { before, feature, gates });
    } else if (isProduction) {
      createFeature(draft, caller, { key, production, gates });
      yield* auditImport(draft, caller, key, diffGates(closedGates, gates));
    } else {
      const created = createFeature(draft, caller, { key, production, gates: closedGates });
      yield* overrideGates(draft, caller, created, gates);
    }
    yield;
  }
}

interface Replacement {
  readonly before: State;
  readonly feature: Feature;
  readonly gates: Gates;
}

function* replaceGates(
  draft: Draft,
  caller: Caller,
  { before, feature, gates }: Replacement,
): Generator<void, void> {
  const own = ownToggle(before, caller.environment, feature.key);
  const effective = own ?? effectiveToggle(before, caller.environment, feature.key);
  const changes = diffGates(effective.gates, gates);
  if (changes.length === 0 && own !== undefined) {
    return;
  }
  writeGates(draft, caller, feature, own?.gates ?? null, gates);
  yield* auditImport(
    draft,
    caller,
    feature.key,
    changes.length > 0 ? changes : changesFromClosed(gates),
  );
}

/** Writes the environment's own gates of a new feature, whose gates in Production are closed. */
function* overrideGates(
  draft: Draft,
  caller: Caller,
  feature: Feature,
  gates: Gates,
): Generator<void, void> {
  writeGates(draft, caller, feature, null, gates);
  yield* auditImport(draft, caller, feature.key, changesFromClosed(gates));
}

function* auditImport(
  draft: Draft,
  caller: Caller,
  key: string,
  changes: readonly GateChange[],
): Generator<void, void> {
  for (const group of groupsOfActions(changes)) {
    auditGateChanges(draft, caller, key, group);
    yield;
  }
}

/** Changes of one action that follow each other, as those of all new actors of a gate do. */
function* groupsOfActions(changes: readonly GateChange[]): Generator<readonly GateChange[], void> {
  let start = 0;
  for (const [index, { action }] of changes.entries()) {
    if (changes[index + 1]?.action !== action) {
      yield changes.slice(start, index + 1);
      start = index + 1;
    }
  }
}

/** The audits of own gates that equal Production's: one for each value. */
function changesFromClosed(gates: Gates): readonly GateChange[] {
  const changes = diffGates(closedGates, gates);
  return changes.length > 0 ? changes : [{ action: "clear" }];
}
