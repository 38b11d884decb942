import type { Description } from "../commands/feature-description.ts";
import type { ImportedFeatures } from "../commands/import-commands.ts";
import type { Caller } from "../model/caller.ts";
import type { Environment } from "../model/environment.ts";
import type { Feature } from "../model/feature.ts";
import type { HistoryAudit } from "../model/audit.ts";
import type { Actor } from "../toggles/actor-context.ts";
import type { ExplainedCheck } from "../toggles/explained-check.ts";
import type { GateChange } from "../toggles/gate-change.ts";
import type { Toggle } from "../toggles/toggle.ts";
import type {
  HistoryFilter,
  HistoryList,
  HistoryTarget,
  RollbackPreview,
} from "./history-types.ts";

/** `services.history`: audits with differences, and undo. */
export interface History {
  list(caller: Caller, filter: HistoryFilter): Promise<HistoryList>;
  /** One audit with its whole difference. Rejects with `audit_not_found`. */
  audit(caller: Caller, sequence: number): Promise<HistoryAudit>;
  /** Rejects with `audit_not_found`, and with `undo_impossible` if gates cannot be rebuilt. */
  preview(caller: Caller, target: HistoryTarget): Promise<RollbackPreview>;
  /**
   * Does what `preview` shows, in one command. `expected` is the tag of the preview that was shown:
   * rejects with `gate_changed` if the rollback would do anything else now.
   */
  rollback(caller: Caller, target: HistoryTarget, expected?: string): Promise<RollbackPreview>;
}

/** `services.lastChanges`. */
export interface LastChangeTimes {
  /**
   * When the gates in force of each feature changed last, in milliseconds since the epoch, by key.
   * Has every feature of the project.
   */
  of(environment: Environment): Promise<ReadonlyMap<string, number>>;
}

/** What a gate write from a page carries beside its change. */
export interface ChangeChecks {
  /** The tag of the gate that the page showed (`seenTagOf`): else `gate_changed`. */
  readonly seen?: string;
  /** In Production, must be the feature's key for changes that ask for it: else `confirmation_required`. */
  readonly typed?: string;
}

/** At most 10,000 of each. A member that is in both is added. */
export interface MemberChange {
  readonly gate: "actors" | "groups";
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** `services.editor`: changes of one feature from pages, by the rules of all gate writes. */
export interface FeatureEdits {
  /** The change of a feature that exists. Enable, disable and clear ask for `typed` in Production. */
  change(caller: Caller, key: string, change: GateChange, checks?: ChangeChecks): Promise<Toggle>;
  changeMembers(caller: Caller, key: string, change: MemberChange): Promise<Toggle>;
  create(caller: Caller, key: string): Promise<Toggle>;
  /** Removes the feature from all environments; audited in Production. Asks for `typed` in Production. */
  remove(caller: Caller, key: string, checks?: Pick<ChangeChecks, "typed">): Promise<void>;
  describe(caller: Caller, key: string, changed: Partial<Description>): Promise<Feature>;
  /** Drops the own gates, so that the feature follows Production again. */
  mirror(caller: Caller, key: string): Promise<Toggle>;
  /** Writes the gates in force in `from` to the caller's environment. */
  copyGates(
    caller: Caller,
    key: string,
    from: Environment,
    checks?: Pick<ChangeChecks, "typed">,
  ): Promise<Toggle>;
}

/** `services.features.explain`. */
export interface ExplainQuestion {
  readonly actors: readonly Actor[];
  /** Groups that the actors are in according to the request. */
  readonly declaredGroups: ReadonlySet<string>;
  /** Whether a group is registered or has a predicate. */
  readonly isKnownGroup: (group: string) => boolean;
}
export type Explain = (caller: Caller, key: string, question: ExplainQuestion) => ExplainedCheck;

/** What differs in one gate between two environments. */
export interface GateComparison {
  readonly gate: "boolean" | "expression" | "percentage_of_actors" | "percentage_of_time";
  readonly left: unknown;
  readonly right: unknown;
}

export interface SetComparison {
  readonly gate: "groups" | "actors";
  /** How many members each has. */
  readonly left: number;
  readonly right: number;
  /** Members that only one of them has: how many, and the first 10. */
  readonly onlyLeft: { readonly count: number; readonly first: readonly string[] };
  readonly onlyRight: { readonly count: number; readonly first: readonly string[] };
}

export interface ComparedFeature {
  readonly key: string;
  /** Whether each environment has own gates; false for Production. */
  readonly leftOverrides: boolean;
  readonly rightOverrides: boolean;
  /** The gates that differ; empty if none does. */
  readonly gates: readonly (GateComparison | SetComparison)[];
}

export interface Comparison {
  /** Features that differ, by key; then, while there is room, those that do not; at most 1,000. */
  readonly features: readonly ComparedFeature[];
  readonly differingCount: number;
  readonly featureCount: number;
}

/** `services.comparison`. */
export type Compare = (left: Environment, right: Environment) => Promise<Comparison>;

export interface ImportedFeatureChange {
  readonly key: string;
  readonly kind: "created" | "changed" | "cleared" | "removed";
  /** How many changes of each action the audits would have. */
  readonly actions: Readonly<Partial<Record<GateChange["action"], number>>>;
}

/** What an import would do. */
export interface ImportPreview {
  /** The first 1,000, removed ones first, then in the order of the import. */
  readonly features: readonly ImportedFeatureChange[];
  readonly totals: Readonly<Record<ImportedFeatureChange["kind"] | "unchanged", number>>;
}
export type PreviewImport = (caller: Caller, features: ImportedFeatures) => Promise<ImportPreview>;
