import type { AuditAction } from "../../core/model/audit.ts";
import type { Change } from "../../core/model/change.ts";

export interface ImportedFeatureChange {
  readonly key: string;
  readonly kind: "created" | "changed" | "cleared" | "removed";
  /** How many changes of each action the import would audit. */
  readonly actions: Readonly<Partial<Record<AuditAction, number>>>;
}

/** The effect of an import. */
export interface ImportPreview {
  /** The first 1,000: features missing in the import, then the others in its order. */
  readonly features: readonly ImportedFeatureChange[];
  readonly totals: Readonly<Record<ImportedFeatureChange["kind"], number>>;
  /** How many features of the import stay unchanged. */
  readonly unchangedCount: number;
  /** The keys of features that are left out because their keys are retired. */
  readonly retired: readonly string[];
}

const featuresMax = 1_000;

/**
 * The changes of an import's draft, in steps of a change. Features that are not in the import are
 * `removed` in Production and `cleared` elsewhere.
 */
export function* summarizeImport(
  changes: readonly Change[],
  imported: ReadonlyMap<string, unknown>,
): Generator<void, Omit<ImportPreview, "retired">> {
  const byKey = new Map<string, Partial<Record<AuditAction, number>>>();
  for (const change of changes) {
    if (change.kind === "audit.recorded") {
      add(byKey, change.audit.featureKey, change.audit.action, 1);
    } else if (change.kind === "audits.recorded") {
      const { featureKey, action, values } = change.audits;
      add(byKey, featureKey, action, values.length);
    }
    yield;
  }
  const features: ImportedFeatureChange[] = [];
  const totals = { created: 0, changed: 0, cleared: 0, removed: 0 };
  let importedCount = 0;
  for (const [key, actions] of byKey) {
    const isImported = imported.has(key);
    const kind = kindOf(actions, isImported);
    totals[kind]++;
    importedCount += isImported ? 1 : 0;
    if (features.length < featuresMax) {
      features.push({ key, kind, actions });
    }
    yield;
  }
  return { features, totals, unchangedCount: imported.size - importedCount };
}

function add(
  byKey: Map<string, Partial<Record<AuditAction, number>>>,
  key: string,
  action: AuditAction,
  count: number,
): void {
  const actions = byKey.get(key) ?? {};
  actions[action] = (actions[action] ?? 0) + count;
  byKey.set(key, actions);
}

function kindOf(
  actions: Partial<Record<AuditAction, number>>,
  isImported: boolean,
): ImportedFeatureChange["kind"] {
  if (actions.remove !== undefined) {
    return "removed";
  }
  if (actions.create !== undefined) {
    return "created";
  }
  return isImported ? "changed" : "cleared";
}
