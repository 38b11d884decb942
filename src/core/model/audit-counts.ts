import { withAudits } from "./apply-change.ts";
import type { Change } from "./change.ts";
import type { State } from "./state.ts";

/** Audits that are not counted in a state yet: counting all at once is faster than one by one. */
export class AuditCounts {
  readonly #counts = new Map<number, number>();

  /** False for another change. */
  add(change: Change): boolean {
    switch (change.kind) {
      case "audit.recorded":
        this.#count(change.audit.environmentId, 1);
        return true;
      case "audits.recorded":
        this.#count(change.audits.environmentId, change.audits.values.length);
        return true;
      default:
        return false;
    }
  }

  applyTo(before: State): State {
    let state = before;
    for (const [environmentId, count] of this.#counts) {
      state = withAudits(state, environmentId, count);
    }
    this.#counts.clear();
    return state;
  }

  #count(environmentId: number, count: number): void {
    this.#counts.set(environmentId, (this.#counts.get(environmentId) ?? 0) + count);
  }
}
