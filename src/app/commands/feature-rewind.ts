import type { HistoryAudit } from "../../core/model/audit.ts";
import type {
  EnvironmentGates,
  FeatureFields,
  GateDifference,
} from "../../core/model/gate-difference.ts";
import { mirrored, missing, type OwnState } from "../../core/model/own-state.ts";
import { GateRewind } from "./gate-rewind.ts";

/** A feature that was removed, and what it had then. */
export interface RemovedFeature {
  readonly featureId: number;
  readonly fields: FeatureFields;
  readonly gates: readonly EnvironmentGates[];
}

/**
 * One feature of an environment on the way back through the environment's audits, newest first.
 * A feature that was removed and created again is two features with one key.
 */
export class FeatureRewind {
  readonly #environmentId: number;
  #state: OwnState | GateRewind;
  /** The feature that the state is of; null while there is none. */
  #featureId: number | null;
  /** Features whose creation was taken back. */
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

  /** What the environment had before the audits that were taken back. */
  get state(): OwnState {
    return this.#state instanceof GateRewind
      ? { kind: "own", gates: this.#state.gates }
      : this.#state;
  }

  /** Why the state is not known; null if it is. */
  get failure(): string | null {
    return this.#failure;
  }

  /** How many audits were taken back that belong to the undone change, and how many others. */
  get counts(): { readonly undone: number; readonly later: number } {
    return { undone: this.#undoneCount, later: this.#laterCount };
  }

  /** What the feature of the state had when it was removed, if its removal was taken back. */
  get removed(): RemovedFeature | null {
    return this.#removed?.featureId === this.#featureId ? this.#removed : null;
  }

  hasUncreated(featureId: number): boolean {
    return this.#created.has(featureId);
  }

  /**
   * The feature of an audit if its removal stands in another environment: `setRemoved` must be called
   * before the audit is taken back.
   */
  unknownFeature({ featureId, difference }: HistoryAudit): number | null {
    const isOther = featureId !== null && featureId !== this.#featureId;
    return isOther && this.#failure === null && kindOf(difference) !== "removed" ? featureId : null;
  }

  /** What a feature had when it was removed; null if that is not known. */
  setRemoved(featureId: number, difference: GateDifference | null): void {
    if (difference?.kind === "removed") {
      this.#bringBack(featureId, difference);
      // Its removal is not taken back: that is up to the environment in which it stands.
      this.#removed = null;
    } else {
      this.#fail("it was removed in another environment meanwhile");
    }
  }

  /** Takes an audit back; `isUndone` if it belongs to the change that is undone. */
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
      this.#fail("an audit is of a version that did not keep what changed", audit);
      return;
    }
    switch (difference.kind) {
      case "too_large":
        this.#fail("what an audit changed was too large to be kept", audit);
        return;
      case "removed":
        this.#bringBack(audit.featureId, difference);
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
      this.#fail("an audit does not fit to what followed it", audit);
    }
  }

  #bringBack(featureId: number, removal: GateDifference & { readonly kind: "removed" }): void {
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
