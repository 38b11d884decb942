import type { Audit, RecordedAudit } from "../../model/audit.ts";
import type { AuditQuery } from "../storage.ts";

/** Twice as many are kept at most; then the older half is removed. */
const keptMin = 50_000;

/** The newest audits of one environment, oldest first. */
export class AuditHistory {
  #audits: RecordedAudit[] = [];
  #newestSequence = 0;

  add(audit: Audit): void {
    this.#newestSequence++;
    this.#audits.push({ ...audit, sequence: this.#newestSequence });
    if (this.#audits.length > 2 * keptMin) {
      this.#audits = this.#audits.slice(-keptMin);
    }
  }

  removeThrough(through: number): void {
    this.#audits = this.#audits.filter(({ sequence }) => sequence > through);
  }

  page({ keys, newestMax, offset, limit, isOldestFirst }: AuditQuery): readonly RecordedAudit[] {
    if (isOldestFirst === true) {
      return this.#audits.slice(0, limit);
    }
    const after = newestMax === null ? 0 : this.#newestSequence - newestMax;
    return this.#audits
      .filter(({ sequence, featureKey }) => {
        return sequence > after && (keys === null || keys.includes(featureKey));
      })
      .reverse()
      .slice(offset, offset + limit);
  }
}
