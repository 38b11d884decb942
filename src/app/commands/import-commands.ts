import { sameGates } from "../../core/evaluation/gate-change.ts";
import { closedGates, type Gates, isClosed } from "../../core/evaluation/gates.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Feature } from "../../core/model/feature.ts";
import type { State } from "../../core/model/state.ts";
import {
  effectiveToggle,
  findFeature,
  ownToggle,
  productionOf,
} from "../../core/model/state-lookups.ts";
import { auditWrittenGates } from "./audit-gate-changes.ts";
import { createFeature, removeKnownFeature, writeGates } from "./feature-commands.ts";
import { ImportSize } from "./import-size.ts";
import { mayPin } from "./may-pin.ts";
import { ownGatesByKey } from "./own-gates.ts";
import { withinQuotasInSteps } from "./quotas.ts";

/** The gates of each imported feature, by key. */
export type ImportedFeatures = ReadonlyMap<string, Gates>;

/** What an import does with features that it lacks: it removes or clears them, or leaves them. */
export const importModes = ["replace", "merge"] as const;
export type ImportMode = (typeof importModes)[number];

export interface WantedImport {
  readonly features: ImportedFeatures;
  readonly mode: ImportMode;
  /** The keys of features that stay as they are, also if the import replaces all features. */
  readonly kept?: ReadonlySet<string> | undefined;
  /** What the user of a page typed, see `requireTypedImport`; null if nothing must be typed. */
  readonly typed: string | null | undefined;
}

/**
 * Writes an import into the caller's environment, in one commit and in steps of a feature or an
 * audit. Features that are not in the import stay in the mode `merge`. Otherwise they are removed from
 * the project in Production; elsewhere they are cleared in that environment only
 * (docs/api.md#environments). Throws `quota_exceeded` if the result exceeds a quota.
 */
export function* importFeatures(
  draft: Draft,
  caller: Caller,
  imported: ImportedFeatures,
  { mode, kept }: Pick<WantedImport, "mode" | "kept"> = { mode: "replace" },
): Generator<void, void> {
  yield* refuseLargeImport(draft.state, caller, imported, mode);
  const { environment } = caller;
  const work =
    mode === "merge"
      ? mergeFeatures(draft, caller, imported)
      : replaceFeatures(draft, caller, imported, kept);
  yield* withinQuotasInSteps(draft, environment, work);
}

/**
 * Refuses an import that exceeds the quotas before the work. Outside of Production, features that
 * are not in the import are cleared and stay.
 */
function* refuseLargeImport(
  state: State,
  caller: Caller,
  imported: ImportedFeatures,
  mode: ImportMode,
): Generator<void, void> {
  const { environment } = caller;
  const size = new ImportSize(state, caller);
  for (const [key, gates] of imported) {
    size.add(key, gates);
    yield;
  }
  if (environment.kind !== "production" && mode === "replace") {
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
  kept: ReadonlySet<string> = new Set(),
): Generator<void, void> {
  // No feature is changed twice, so the state before the import suffices, and is read only once.
  const before = draft.state;
  const { projectId, kind } = caller.environment;
  const isProduction = kind === "production";
  const missing = yield* missingFeatures(before, projectId, imported);
  const ownGates =
    isProduction && missing.length > 0 ? yield* ownGatesByKey(before, projectId) : null;
  for (const feature of missing.filter(({ key }) => !kept.has(key))) {
    if (ownGates !== null) {
      removeKnownFeature(draft, caller, feature, ownGates.get(feature.key) ?? []);
    } else {
      yield* replaceGates(draft, caller, { before, feature, gates: closedGates });
    }
    yield;
  }
  yield* mergeFeatures(draft, caller, imported, before);
}

/** `before` is the state before the import. */
function* mergeFeatures(
  draft: Draft,
  caller: Caller,
  imported: ImportedFeatures,
  before = draft.state,
): Generator<void, void> {
  const { projectId, kind } = caller.environment;
  const isProduction = kind === "production";
  const production = productionOf(before, projectId);
  for (const [key, gates] of imported) {
    const feature = findFeature(before, projectId, key);
    if (feature !== undefined) {
      yield* replaceGates(draft, caller, { before, feature, gates });
    } else if (isProduction) {
      const created = createFeature(draft, caller, { key, production, gates });
      if (!sameGates(closedGates, gates)) {
        const written = { before: closedGates, after: gates, pins: false };
        yield* auditWrittenGates(draft, caller, created, written);
      }
    } else {
      const created = createFeature(draft, caller, { key, production, gates: closedGates });
      if (!isClosed(gates) || mayPin(draft, caller)) {
        writeGates(draft, caller, created, null, gates);
        const written = { before: closedGates, after: gates, pins: true };
        yield* auditWrittenGates(draft, caller, created, written);
      }
    }
    yield;
  }
}

function* missingFeatures(
  state: State,
  projectId: number,
  imported: ImportedFeatures,
): Generator<void, readonly Feature[]> {
  const missing: Feature[] = [];
  for (const feature of state.features.get(projectId)?.values() ?? []) {
    if (!imported.has(feature.key)) {
      missing.push(feature);
    }
    yield;
  }
  return missing;
}

interface Replacement {
  readonly before: State;
  readonly feature: Feature;
  readonly gates: Gates;
}

/** Writes gates in force as the environment's own; does nothing if they already are. */
export function* replaceGates(
  draft: Draft,
  caller: Caller,
  { before, feature, gates }: Replacement,
): Generator<void, void> {
  const own = ownToggle(before, caller.environment, feature.key);
  const effective = own ?? effectiveToggle(before, caller.environment, feature.key);
  if ((own !== undefined || !mayPin(draft, caller)) && sameGates(effective.gates, gates)) {
    return;
  }
  writeGates(draft, caller, feature, own?.gates ?? null, gates);
  const written = { before: effective.gates, after: gates, pins: own === undefined };
  yield* auditWrittenGates(draft, caller, feature, written);
}
