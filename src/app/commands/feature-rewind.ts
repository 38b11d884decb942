import type { HistoryAudit } from "../../core/model/audit.ts";
import type {
  EnvironmentGates,
  FeatureFields,
  GateDifference,
} from "../../core/model/gate-difference.ts";
import { mirrored, missing, type OwnState } from "../../core/model/own-state.ts";
import { GateRewind } from "./gate-rewind.ts";

/** A removed feature, and the fields and gates that it had. */
export interface RemovedFeature {
  readonly featureId: number;
  readonly fields: FeatureFields;
  readonly gates: readonly EnvironmentGates[];
}

/**
 * Rewinds one feature of an environment through the environment's audits, latest first. A feature
 * that was removed and created again is two features with one key.
 */
export class FeatureRewind {
  readonly #environmentId: number;
  #state: OwnState | GateRewind;
  /** The feature of the current state; null if there is none. */
  #featureId: number | null;
  /** Features whose creation was undone. */
  readonly #created = new Set<number>();
  #removed: RemovedFeature | null = null;
  #failure: string | null = null;
  #laterCount = 0;
  #undoneCount = 0;

  constructor(environmentId: number, state: OwnState, featureId: number | null) {
    this.#environmentId = environmentId;
    this.#state = state;
    this.#featureId = featureId;
  }

  /** The gates that the environment had before the undone audits. */
  get state(): OwnState {
    return this.#state instanceof GateRewind
      ? { kind: "own", gates: this.#state.gates }
      : this.#state;
  }

  /** Why the state is unknown; null if it is known. */
  get failure(): string | null {
    return this.#failure;
  }

  /** How many undone audits belong to the change itself, and how many came later. */
  get counts(): { readonly undone: number; readonly later: number } {
    return { undone: this.#undoneCount, later: this.#laterCount };
  }

  /** The fields and gates of the feature at its removal, if the removal was undone. */
  get removed(): RemovedFeature | null {
    return this.#removed?.featureId === this.#featureId ? this.#removed : null;
  }

  /** The feature of the state; null if there was none. */
  get featureId(): number | null {
    return this.#featureId;
  }

  /** The features whose creation was undone so far. */
  uncreated(): ReadonlySet<number> {
    return new Set(this.#created);
  }

  hasUncreated(featureId: number): boolean {
    return this.#created.has(featureId);
  }

  /**
   * The feature of an audit if its removal is recorded in another environment. Then `setRemoved`
   * must be called before the audit is undone.
   */
  unknownFeature({ featureId, difference }: HistoryAudit): number | null {
    const isOther = featureId !== null && featureId !== this.#featureId;
    return isOther && kindOf(difference) !== "removed" ? featureId : null;
  }

  /** The fields and gates of a feature at its removal; null if unknown. */
  setRemoved(featureId: number, difference: GateDifference | null): void {
    if (difference?.kind === "removed") {
      this.#restore(featureId, difference);
      // Its removal is not undone here: only the environment that recorded it can do that.
      this.#removed = null;
    } else {
      this.#fail("it has since been removed in another environment");
    }
  }

  /** Undoes an audit; `isUndone` if it belongs to the change that the caller undoes. */
  takeBack(audit: HistoryAudit, isUndone: boolean): void {
    if (isUndone) {
      this.#undoneCount++;
    } else {
      this.#laterCount++;
    }
    if (this.#failure === null) {
      this.#takeBack(audit, audit.difference);
    }
  }

  #takeBack(audit: HistoryAudit, difference: HistoryAudit["difference"]): void {
    if (difference === null || difference === "large" || audit.featureId === null) {
      this.#fail("an audit comes from a version that did not store changes", audit);
      return;
    }
    switch (difference.kind) {
      case "too_large":
        this.#fail("the change of an audit was too large to be stored", audit);
        return;
      case "removed":
        this.#restore(audit.featureId, difference);
        return;
      case "created":
        this.#created.add(audit.featureId);
        this.#state = missing;
        this.#featureId = null;
        return;
      case "pinned":
        this.#state = mirrored;
        return;
      case "dropped":
        this.#state = { kind: "own", gates: difference.gates };
        return;
      default:
        this.#takeGatesBack(audit, difference);
    }
  }

  #takeGatesBack(audit: HistoryAudit, difference: GateDifference): void {
    if (!(this.#state instanceof GateRewind) && this.#state.kind === "own") {
      this.#state = new GateRewind(this.#state.gates);
    }
    if (!(this.#state instanceof GateRewind && this.#state.takeBack(audit, difference))) {
      this.#fail("an audit does not match later changes", audit);
    }
  }

  #restore(featureId: number, removal: GateDifference & { readonly kind: "removed" }): void {
    const own = removal.gates.find(({ environmentId }) => environmentId === this.#environmentId);
    this.#state = own === undefined ? mirrored : { kind: "own", gates: own.gates };
    this.#featureId = featureId;
    this.#removed = { featureId, fields: removal.fields, gates: removal.gates };
  }

  #fail(reason: string, audit?: HistoryAudit): void {
    this.#failure = audit === undefined ? reason : `${reason} (audit ${audit.sequence})`;
  }
}

function kindOf(difference: HistoryAudit["difference"]): GateDifference["kind"] | undefined {
  return difference === null || difference === "large" ? undefined : difference.kind;
}
