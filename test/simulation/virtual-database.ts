import { applyChange } from "../../src/core/model/apply-change.ts";
import type { Change } from "../../src/core/model/change.ts";
import { logFormat, loggedChange } from "../../src/core/model/logged-change.ts";
import { emptyState, type State } from "../../src/core/model/state.ts";
import { MemoryStorage } from "../../src/storage/memory/in-memory-storage.ts";
import {
  type LoggedCommit,
  LogLostError,
  StaleBatchError,
} from "../../src/storage/shared-storage.ts";
import type { Batch } from "../../src/storage/storage.ts";
import { batchOf } from "../contract/batch-of.ts";
import type { VirtualProcess } from "./virtual-process.ts";
import { Violation, type VirtualWorld } from "./virtual-world.ts";

/** A commit as the server keeps it. */
export interface KeptCommit {
  readonly batch: Batch;
  readonly logged: LoggedCommit;
  /** The state after it. */
  readonly state: State;
}

export interface LeaseRow {
  readonly holder: string;
  readonly endsAtMs: number;
}

const commitsPerPart = 3;
/** How long the database holds the turn of a process that no longer answers: see `CommitLease`. */
const turnMsMin = 1_000;
const turnFactor = 3;

/**
 * The database server that several processes share, with the answers of src/storage/postgres. A
 * failover puts it back to what a standby already had.
 */
export class VirtualDatabase {
  readonly process: VirtualProcess;
  readonly #world: VirtualWorld;
  readonly #base: readonly Change[];
  readonly #baseState: State;
  #memory: MemoryStorage;
  readonly #commits: KeptCommit[] = [];
  /** Positions up to this one are no longer in the log. */
  #trimmedThrough = 0;
  #lease: LeaseRow = { holder: "", endsAtMs: 0 };
  #turn: LeaseRow = { holder: "", endsAtMs: 0 };
  readonly #listeners = new Map<VirtualProcess, (position: number) => void>();
  /** The commits that failovers lost. */
  readonly lost: KeptCommit[] = [];
  failoverCount = 0;
  onKept: (commit: KeptCommit, before: State) => void = () => undefined;

  constructor(world: VirtualWorld, base: readonly Change[]) {
    this.#world = world;
    this.process = world.start("database");
    this.#base = base;
    this.#baseState = base.reduce(applyChange, emptyState);
    this.#memory = this.#newMemory();
  }

  get memory(): MemoryStorage {
    return this.#memory;
  }

  get commits(): readonly KeptCommit[] {
    return this.#commits;
  }

  get position(): number {
    return this.#commits.length;
  }

  get state(): State {
    return this.stateAt(this.position);
  }

  stateAt(position: number): State {
    return position === 0 ? this.#baseState : (this.#commits[position - 1]?.state ?? emptyState);
  }

  /** The batch id at a position. */
  batchAt(position: number): string | null {
    return this.#commits[position - 1]?.batch.id ?? null;
  }

  listen(process: VirtualProcess, listener: (position: number) => void): void {
    this.#listeners.set(process, listener);
  }

  /** `known` is the batch that the process has at the position of the state; null if unknown. */
  commit(batch: Batch, known: string | null, holder: string): number {
    const kept = this.#commits.find(({ batch: { id } }) => id === batch.id);
    if (kept === undefined && this.isTurnFree(holder) && this.#isLatest(batch.position, known)) {
      return this.#keep(batch);
    }
    if (kept === undefined && !this.isTurnFree(holder)) {
      throw new Error("another process has the turn");
    }
    throw new StaleBatchError(this.after(batch.position, known));
  }

  /** Whether others may commit too, or this process may. */
  isTurnFree(holder: string): boolean {
    return this.#turn.holder === holder || this.#turn.endsAtMs <= this.#world.nowMs;
  }

  /** `ranMs` is how long its commands ran the last time. */
  takeTurn(holder: string, ranMs: number): void {
    const turnMs = Math.max(turnMsMin, turnFactor * ranMs);
    this.#turn = { holder, endsAtMs: this.#world.nowMs + turnMs };
  }

  endTurn(holder: string): void {
    if (this.#turn.holder === holder) {
      this.#turn = { holder: "", endsAtMs: 0 };
    }
  }

  positionOf(batchId: string): number | null {
    const index = this.#commits.findIndex(({ batch }) => batch.id === batchId);
    return index < 0 || index + 1 <= this.#trimmedThrough ? null : index + 1;
  }

  after(position: number, known: string | null): readonly LoggedCommit[] {
    const isSame = known === null || position === 0 || this.batchAt(position) === known;
    if (position < this.#trimmedThrough || position > this.position || !isSame) {
      throw new LogLostError("The log does not continue there");
    }
    return this.#commits.slice(position, position + commitsPerPart).map(({ logged }) => logged);
  }

  trim(through: number): void {
    this.#trimmedThrough = Math.max(this.#trimmedThrough, Math.min(through, this.position));
  }

  /** A standby takes over that lacks the latest commits. */
  failOver(lostCount: number): void {
    this.failoverCount++;
    const lost = this.#commits.splice(Math.max(0, this.position - lostCount));
    this.lost.push(...lost);
    this.#trimmedThrough = Math.min(this.#trimmedThrough, this.position);
    this.#memory = this.#newMemory();
    for (const { batch } of this.#commits) {
      this.#memory.commitNow(batch);
    }
    this.#turn = { holder: "", endsAtMs: 0 };
    this.#world.trace(`failover without ${lost.length} commits`);
  }

  /** As the statement of `PostgresLeaseTable.take`, by the clock of the database. */
  takeLease(holder: string, leaseMs: number): boolean {
    const nowMs = this.#world.nowMs + this.process.clockAheadMs;
    const { holder: other, endsAtMs } = this.#lease;
    const isLate = endsAtMs > nowMs + 2 * leaseMs;
    if (other !== holder && endsAtMs > nowMs && !isLate) {
      return false;
    }
    this.#lease = { holder: isLate ? other : holder, endsAtMs: nowMs + leaseMs };
    return this.#lease.holder === holder;
  }

  releaseLease(holder: string): void {
    if (this.#lease.holder === holder) {
      this.#lease = { holder, endsAtMs: this.#world.nowMs + this.process.clockAheadMs };
    }
  }

  #isLatest(position: number, known: string | null): boolean {
    return position === this.position && (known === null || known === this.batchAt(position));
  }

  #keep(batch: Batch): number {
    const before = this.state;
    if (
      batch.before !== before &&
      batch.before.auditSequences.get(1) !== before.auditSequences.get(1)
    ) {
      this.#world.violate(new Violation("a commit is based on an old state"));
    }
    this.#memory.commitNow(batch);
    const state = batch.changes.reduce(applyChange, before);
    const position = this.position + 1;
    const changes = JSON.stringify(batch.changes.map(loggedChange));
    const logged = { position, batchId: batch.id, format: logFormat, changes };
    const commit = { batch, logged, state };
    this.#commits.push(commit);
    this.onKept(commit, before);
    for (const listener of this.#listeners.values()) {
      listener(position);
    }
    return position;
  }

  #newMemory(): MemoryStorage {
    const memory = new MemoryStorage();
    memory.commitNow(batchOf(this.#base));
    return memory;
  }
}
