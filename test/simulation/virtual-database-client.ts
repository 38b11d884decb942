import type { LeaseTable } from "../../src/storage/postgres/database/lease-table.ts";
import {
  type CommitOptions,
  type FollowListener,
  type LoggedCommit,
  type SharedStorage,
  StaleBatchError,
} from "../../src/storage/shared-storage.ts";
import {
  type Batch,
  CommitInDoubtError,
  StorageError,
  type StorageReads,
} from "../../src/storage/storage.ts";
import type { VirtualDatabase } from "./virtual-database.ts";
import { ConnectionLostError, type VirtualNetwork } from "./virtual-network.ts";
import type { VirtualProcess } from "./virtual-process.ts";

const statementMsMax = 5_000;
export const pollMs = 1_000;
const turnRetryMs = 10;

/** What the access of a process needs. */
export interface DatabaseAccess {
  readonly database: VirtualDatabase;
  readonly network: VirtualNetwork;
  readonly process: VirtualProcess;
}

/** The access of one process to the shared database, over the network. */
export class VirtualDatabaseClient implements SharedStorage {
  readonly #access: DatabaseAccess;
  /** The batches that this process knows by position. */
  readonly #known = new Map<number, string>();
  readonly reads: StorageReads;

  constructor(access: DatabaseAccess) {
    this.#access = access;
    this.reads = this.#readsOverNetwork();
  }

  async commit(batch: Batch, options: CommitOptions = {}): Promise<number> {
    const { isQueued = false, ranMs = 0, progress } = options;
    progress?.onTexts();
    await Bun.sleep(0);
    progress?.onSending(0);
    const { database, process } = this.#access;
    const known = this.#known.get(batch.position) ?? null;
    try {
      const position = await this.#ask(async () => {
        while (!database.isTurnFree(process.name)) {
          await Bun.sleep(turnRetryMs);
        }
        if (isQueued) {
          database.takeTurn(process.name, ranMs);
        }
        const kept = database.commit(batch, known, process.name);
        database.endTurn(process.name);
        return kept;
      });
      this.#known.set(position, batch.id);
      return position;
    } catch (error) {
      if (error instanceof StaleBatchError) {
        this.#remember(error.commits);
      }
      throw error;
    }
  }

  async acquireLease(ranMs: number): Promise<void> {
    const { database, process } = this.#access;
    await this.#ask(async () => {
      while (!database.isTurnFree(process.name)) {
        await Bun.sleep(turnRetryMs);
      }
      database.takeTurn(process.name, ranMs);
    });
  }

  async releaseLease(): Promise<void> {
    const { database, process } = this.#access;
    await this.#ask(() => database.endTurn(process.name)).catch(() => undefined);
  }

  findCommit(batchId: string): Promise<number | null> {
    return this.#ask(() => this.#access.database.positionOf(batchId));
  }

  async commitsAfter(position: number): Promise<readonly LoggedCommit[]> {
    const known = this.#known.get(position) ?? null;
    const commits = await this.#ask(() => this.#access.database.after(position, known));
    this.#remember(commits);
    return commits;
  }

  async load() {
    const { database } = this.#access;
    const { state, position, batchId } = await this.#ask(() => ({
      state: database.state,
      position: database.position,
      batchId: database.batchAt(database.position),
    }));
    this.#known.clear();
    if (batchId !== null) {
      this.#known.set(position, batchId);
    }
    return { state, position };
  }

  follow(listener: FollowListener): () => void {
    const { database, network, process } = this.#access;
    database.listen(process, (position) => {
      network.sendNews(database.process, process, () => {
        listener(position);
      });
    });
    const poll = setInterval(() => listener(), pollMs);
    return () => clearInterval(poll);
  }

  probe(): Promise<void> {
    return this.#ask(() => undefined);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #remember(commits: readonly LoggedCommit[]): void {
    for (const { position, batchId } of commits) {
      this.#known.set(position, batchId);
    }
  }

  async #ask<Answer>(answer: () => Answer | Promise<Answer>): Promise<Answer> {
    const { database, network, process } = this.#access;
    const timeoutMs = statementMsMax;
    try {
      return await network.request(process, database.process, answer, { timeoutMs });
    } catch (error) {
      if (error instanceof ConnectionLostError) {
        throw error.isSent
          ? new CommitInDoubtError("The connection broke")
          : new StorageError("The database cannot be reached");
      }
      throw error;
    }
  }

  #readsOverNetwork(): StorageReads {
    const read =
      (name: keyof StorageReads) =>
      (...given: unknown[]) =>
        this.#ask(() => Reflect.apply(this.#access.database.memory.reads[name], undefined, given));
    const { reads } = this.#access.database.memory;
    const names = Object.keys(reads) as (keyof StorageReads)[];
    return Object.fromEntries(names.map((name) => [name, read(name)])) as unknown as StorageReads;
  }
}

/** The lease of the leader, over the network. */
export class VirtualLeaseTable implements LeaseTable {
  readonly #access: DatabaseAccess;

  constructor(access: DatabaseAccess) {
    this.#access = access;
  }

  take(holder: string, leaseMs: number): Promise<boolean> {
    const { database, network, process } = this.#access;
    return network.request(process, database.process, () => database.takeLease(holder, leaseMs), {
      timeoutMs: leaseMs / 2,
    });
  }

  release(holder: string): Promise<void> {
    const { database, network, process } = this.#access;
    return network.request(process, database.process, () => database.releaseLease(holder), {
      timeoutMs: 200,
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
