import type { HistoryAudit } from "../../core/model/audit.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { ReadBudget } from "./history-reads.ts";

/** A found audit without its values, which can have 64 KiB. */
export type FoundAudit = Pick<HistoryAudit, "sequence" | "step" | "createdAt">;

/** Finds the latest audits of at most `limit` steps below a sequence, and where it continues. */
export type FindSteps = (
  before: number,
  limit: number,
  budget: ReadBudget,
) => Promise<{ readonly found: readonly FoundAudit[]; readonly next: number | null }>;

const readMax = 50;
const growth = 5;

/** The steps of one environment, latest first; reads few at first, because most have few. */
export class StepStream {
  readonly environment: Environment;
  readonly #find: FindSteps;
  readonly #isListed: boolean;
  #before: number | null;
  #found: readonly FoundAudit[] = [];
  #readNext = 2;
  #taken = 0;

  /** `position` is the position of a cursor; null to begin with the latest step. */
  constructor(environment: Environment, position: number | null, newest: number, find: FindSteps) {
    this.environment = environment;
    this.#find = find;
    this.#isListed = position !== null;
    const before = position ?? newest + 1;
    this.#before = before <= 1 ? null : before;
  }

  /** Undefined at the end, and while the next step is not known. */
  get head(): FoundAudit | undefined {
    return this.#found[0];
  }

  /** Whether more must be read to know the next step. */
  get isUnknown(): boolean {
    return this.head === undefined && this.#before !== null;
  }

  get isEnd(): boolean {
    return this.head === undefined && this.#before === null;
  }

  /** Reads until the next step is known or the budget is spent. */
  async fill(budget: ReadBudget): Promise<void> {
    while (this.isUnknown && this.#before !== null && !budget.isSpent) {
      const { found, next } = await this.#find(this.#before, this.#readNext, budget);
      this.#readNext = Math.min(readMax, this.#readNext * growth);
      this.#found = found;
      this.#before = next;
    }
  }

  /** Takes the next step. */
  take(): FoundAudit {
    const [first, ...rest] = this.#found;
    if (first === undefined) {
      throw new Error("The next step is not known");
    }
    this.#found = rest;
    this.#taken++;
    return first;
  }

  /** The position for a cursor; null if the environment begins with its latest step. */
  get position(): number | null {
    const { head } = this;
    if (head !== undefined) {
      return this.#isListed || this.#taken > 0 ? head.sequence + 1 : null;
    }
    return this.#before ?? 0;
  }
}
