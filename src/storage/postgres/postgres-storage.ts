import type { SQL } from "bun";
import type { ChainEnds } from "../record-reads.ts";
import {
  type CommitOptions,
  type FollowListener,
  type LoggedCommit,
  LogLostError,
  type SharedStorage,
} from "../shared-storage.ts";
import type { ShortLivedStorage } from "../short-lived-storage.ts";
import type { Batch, OpenedStorage, ProbeKind, StorageReads } from "../storage.ts";
import { StorageError } from "../storage-error.ts";
import { migratePostgres } from "./database/migrate-postgres.ts";
import {
  checkKindOfServer,
  openPostgres,
  PostgresConnections,
  type PostgresSettings,
} from "./database/postgres-connection.ts";
import { postgresError } from "./database/postgres-errors.ts";
import type { DatabaseClock } from "./database-clock.ts";
import { readAuditPage, readHistory, readLatestTimes } from "./postgres-audit-reads.ts";
import { PostgresCommits } from "./postgres-commits.ts";
import { followCommits } from "./postgres-follow.ts";
import { countComments, readComments, readRequest, readRequests } from "./postgres-governance.ts";
import { type CommitMark, loadSharedState } from "./postgres-load.ts";
import { gatehouseMigrations } from "./postgres-migrations.ts";
import { hashOldPostgresAudits } from "./postgres-old-audits.ts";
import {
  readActs,
  readChainEnds,
  readChainedAudits,
  readSigningKeys,
} from "./postgres-record-reads.ts";
import { readRollout, readRollouts } from "./postgres-rollouts.ts";
import { PostgresShortLivedStorage } from "./postgres-short-lived-storage.ts";
import {
  readLatestEventBefore,
  readWebhookDeliveries,
  readWebhookEvents,
} from "./postgres-webhook-reads.ts";

/** Loading an installation may take longer than other reads. */
const loadMsMax = 600_000;

export interface OpenedSharedStorage extends OpenedStorage {
  readonly storage: PostgresStorage;
}

/**
 * Opens the storage of an installation in a PostgreSQL database, after its migration. Rejects with
 * a `StorageError` of one line, without URL and password.
 */
export async function openPostgresStorage(
  settings: PostgresSettings,
  node: string,
): Promise<OpenedSharedStorage> {
  const connections = await openPostgres(settings);
  const storage = new PostgresStorage(connections, node);
  try {
    await migratePostgres(connections, [gatehouseMigrations]);
    await storage.hashOldAudits();
    return { storage, ...(await storage.load()) };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** A PostgreSQL database, which any number of processes share, as the port of storages. */
export class PostgresStorage implements SharedStorage {
  readonly reads: StorageReads = {
    audits: (query) => this.#read("The audits", (client) => readAuditPage(client, query)),
    history: (query) => this.#read("The audits", (client) => readHistory(client, query)),
    latestAuditTimes: (query) =>
      this.#read("The audits", (client) => readLatestTimes(client, query)),
    webhookEvents: (query) =>
      this.#read("The events", (client) => readWebhookEvents(client, query)),
    latestWebhookEventBefore: (time) =>
      this.#read("The events", (client) => readLatestEventBefore(client, time)),
    webhookDeliveries: (query) =>
      this.#read("The deliveries", (client) => readWebhookDeliveries(client, query)),
    acts: (query) => this.#read("The acts", (client) => readActs(client, query)),
    signingKeys: () => this.#read("The signing keys", readSigningKeys),
    chainEnds: () => this.#chainEnds(),
    chainedAudits: (query) =>
      this.#read("The audits", (client) => readChainedAudits(client, query)),
    requests: (query) => this.#read("The requests", (client) => readRequests(client, query)),
    request: (id) => this.#read("The request", (client) => readRequest(client, id)),
    rollouts: (query) => this.#read("The rollouts", (client) => readRollouts(client, query)),
    rollout: (id) => this.#read("The rollout", (client) => readRollout(client, id)),
    comments: (query) => this.#read("The comments", (client) => readComments(client, query)),
    commentCount: (subject) =>
      this.#read("The comments", (client) => countComments(client, subject)),
  };
  readonly #connections: PostgresConnections;
  readonly #writing: PostgresConnections;
  /** The short-lived values that all servers of the database share. */
  readonly shortLived: ShortLivedStorage;
  readonly #commits: PostgresCommits;
  /** Resolves when the database can be used; null if the next call must try. */
  #prepared: Promise<void> | null = Promise.resolve();

  /** The database must be migrated, unless `resumeAt` is called. `close` closes the connections. */
  constructor(connections: PostgresConnections, node: string) {
    this.#connections = connections;
    this.shortLived = new PostgresShortLivedStorage(connections);
    this.#writing = new PostgresConnections({ ...connections.settings, poolMax: 1 });
    this.#commits = new PostgresCommits(this.#writing, connections, node);
  }

  /** The clock that all servers of the database use. */
  get clock(): DatabaseClock {
    return this.#commits.clock;
  }

  /** Needs the latest log format that all live nodes read. */
  writeInForm(readByAll: number): void {
    this.#commits.writeInForm(readByAll);
  }

  /** The identity of the commit at a position; null if this process does not know it. */
  markAt(position: number): CommitMark | null {
    return this.#commits.known.markAt(position);
  }

  /**
   * Continues with a state that is not from `load`, such as a copy on disk. The database is checked
   * and migrated before it is used.
   */
  resumeAt(mark: CommitMark): void {
    this.#prepared = null;
    this.#commits.restartAt(mark);
  }

  async commit(batch: Batch, options: CommitOptions = {}): Promise<number> {
    if (!this.clock.isKnown) {
      // The batch has times of a clock that may be wrong, so it is built again.
      await this.commitsAfter(batch.position);
      throw new StorageError("The time of the database was not known yet");
    }
    return this.#commits.commit(batch, options);
  }

  /** Hashes audits that servers of an earlier version stored. Rejects with a `StorageError`. */
  hashOldAudits(): Promise<void> {
    return this.#read("The audits", hashOldPostgresAudits, loadMsMax);
  }

  /** First hashes the audits that servers of an earlier version stored in a rolling upgrade. */
  async #chainEnds(): Promise<ChainEnds> {
    const ends = await this.#read("The chains", readChainEnds);
    if (ends.environments.every(({ hash }) => hash !== null)) {
      return ends;
    }
    await this.hashOldAudits();
    return this.#read("The chains", readChainEnds);
  }

  acquireLease(ranMs: number): Promise<void> {
    return this.#commits.acquireLease(ranMs);
  }

  releaseLease(): Promise<void> {
    return this.#commits.releaseLease();
  }

  findCommit(batchId: string): Promise<number | null> {
    return this.#read("The latest commit", async (client) => {
      // The lock waits for a running commit.
      const [row] = await client<{ position: number; batch: string }[]>`
        select position::float8, batch::text from head where id = 1 for update`;
      return row?.batch === batchId ? row.position : null;
    });
  }

  async commitsAfter(position: number): Promise<readonly LoggedCommit[]> {
    await this.#prepare();
    return this.#read("The log", (client) => this.#commits.commitsAfter(client, position));
  }

  async load(): Promise<Pick<OpenedStorage, "state" | "position">> {
    await this.#prepare();
    const { state, ...mark } = await this.#read(
      "The data",
      (client) => loadSharedState(client, this.clock),
      loadMsMax,
    );
    this.#commits.restartAt(mark);
    return { state, position: mark.position };
  }

  follow(listener: FollowListener): () => void {
    const { known } = this.#commits;
    return followCommits(this.#connections, {
      listener,
      isAfterLatest: (position) => known.isAfterLatest(position),
    });
  }

  async probe(kind: ProbeKind): Promise<void> {
    await this.#read("The head", async (client) => {
      await (kind === "durable"
        ? client`update head set probes = probes + 1 where id = 1`
        : client`select position from head where id = 1`);
    });
  }

  async close(): Promise<void> {
    await this.#commits.releaseLease();
    await Promise.all([this.#connections.close(), this.#writing.close()]);
  }

  /** After a failed attempt, the next call tries again. */
  async #prepare(): Promise<void> {
    this.#prepared ??= this.#checkAndMigrate().catch((error: unknown) => {
      this.#prepared = null;
      throw error;
    });
    await this.#prepared;
  }

  async #checkAndMigrate(): Promise<void> {
    await this.#read("The database", checkKindOfServer);
    await migratePostgres(this.#connections, [gatehouseMigrations]);
    await this.hashOldAudits();
  }

  /** Runs a query; `what` begins the message of a failure. */
  async #read<Result>(
    what: string,
    query: (client: SQL) => Promise<Result>,
    timeoutMs?: number,
  ): Promise<Result> {
    try {
      return await this.#connections.run(query, timeoutMs);
    } catch (error) {
      throw error instanceof LogLostError
        ? error
        : postgresError(`${what} could not be read`, error);
    }
  }
}
