import { GatehouseError } from "../../core/errors.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { State } from "../../core/model/state.ts";
import { productionOf } from "../../core/model/state-lookups.ts";
import { latestAuditAt, requireKept } from "./audit-at-time.ts";
import type { HistoryReads } from "./history-reads.ts";
import type { HistoryService } from "./history-service.ts";

/** A time in milliseconds since the epoch, or the moment right after an audit. */
export type AskedMoment =
  | { readonly kind: "at"; readonly time: number }
  | { readonly kind: "audit"; readonly sequence: number };

/** A moment in an environment, which may follow Production. */
export interface PastMoment {
  readonly time: number;
  readonly environment: Environment;
  readonly production: Environment;
  /** The latest audit of the environment at this moment; 0 if it had none. */
  readonly after: number;
  /** The latest audit of Production. */
  readonly productionAfter: number;
}

/** Finds moments of the past, from one state. */
export class PastMoments {
  readonly #reads: HistoryReads;
  readonly #history: Pick<HistoryService, "audit">;
  readonly #now: () => number;

  constructor(reads: HistoryReads, history: Pick<HistoryService, "audit">, now: () => number) {
    this.#reads = reads;
    this.#history = history;
    this.#now = now;
  }

  /**
   * Rejects with `audit_not_found`, `parameter_invalid` for a time in the future, and
   * `undo_impossible` if the environment or its audits of that time do not exist.
   */
  async find(state: State, caller: Caller, asked: AskedMoment): Promise<PastMoment> {
    const { environment } = caller;
    const production = productionOf(state, environment.projectId);
    const time =
      asked.kind === "at"
        ? asked.time
        : (await this.#history.audit(caller, asked.sequence)).createdAt;
    requirePast("at", time, this.#now());
    const after =
      asked.kind === "at"
        ? await latestAuditAt(this.#reads, state, environment, time)
        : asked.sequence;
    const isProduction = production.id === environment.id;
    const productionAfter = isProduction
      ? after
      : await latestAuditAt(this.#reads, state, production, time);
    return { time, environment, production, after, productionAfter };
  }

  /** Rejects with `undo_impossible` if audits after the moment were removed since it was found. */
  async requireKept({
    environment,
    production,
    after,
    productionAfter,
  }: PastMoment): Promise<void> {
    await requireKept(this.#reads, environment, after);
    await requireKept(this.#reads, production, productionAfter);
  }
}

/**
 * Throws `parameter_invalid` for a time in the future: it is an error of the caller, or of a clock,
 * and would have the answer of now without notice.
 */
export function requirePast(name: string, time: number, now: number): void {
  if (time > now) {
    throw new GatehouseError("parameter_invalid", {
      message: `${name} must not be in the future; the clock of the server shows ${new Date(now).toISOString()}`,
    });
  }
}
