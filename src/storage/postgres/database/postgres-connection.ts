import { SQL } from "bun";
import { StorageError } from "../../storage-error.ts";
import {
  isBrokenConnection,
  isOfSession,
  postgresError,
  ReadOnlyDatabaseError,
} from "./postgres-errors.ts";

export interface PostgresSettings {
  readonly url: string;
  /** The URL of the same database without a pooler, for notifications and locks. */
  readonly directUrl?: string | undefined;
  /** Whether `url` goes through a pooler that gives each transaction another connection. */
  readonly isPooled?: boolean;
  /** PEM text of the authority that signed the server's certificate; with it TLS is required. */
  readonly ca?: string | undefined;
  /** The most connections that are open at once, beside those of `openDirect`; 8 if missing. */
  readonly poolMax?: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
  /** How long work may take, with the time to connect; 10,000 if missing. */
  readonly timeoutMs?: number;
}

const timeoutMsDefault = 10_000;
const connectSecondsMax = 5;
const closeMs = 500;
const poolMaxDefault = 8;
const versionMin = 140_000;

/** Work took too long: the network may be interrupted. It is not known what it did. */
export class PostgresTimeoutError extends Error {
  override readonly name = "PostgresTimeoutError";
}

/**
 * The connections to one database. They are opened when they are needed. After work that took too
 * long, all are replaced: the network may have dropped them without a sign. So they are after a
 * statement that a setting of the session refused or ended.
 */
export class PostgresConnections {
  readonly settings: PostgresSettings;
  /** The work that runs, with its pool. */
  readonly #running = new Map<Promise<unknown>, SQL>();
  /** Those that end after the work that runs on them. */
  readonly #ending = new Set<SQL>();
  #pool: SQL | undefined;
  #isClosed = false;

  constructor(settings: PostgresSettings) {
    this.settings = settings;
  }

  /** Whether `openDirect` gives connections that keep session locks and get notifications. */
  get hasDirect(): boolean {
    const { isPooled = false, directUrl } = this.settings;
    return !isPooled || directUrl !== undefined;
  }

  /**
   * Runs work that may run twice: if its connection proves to be dead, it runs again on another
   * one. Rejects with the errors of the work, or a `PostgresTimeoutError`.
   */
  async run<Result>(work: (client: SQL) => Promise<Result>, timeoutMs?: number): Promise<Result> {
    try {
      return await this.runOnce(work, timeoutMs);
    } catch (error) {
      if (!isBrokenConnection(error)) {
        throw error;
      }
    }
    return this.runOnce(work, timeoutMs);
  }

  /** Runs work once; rejects as `run` does. */
  async runOnce<Result>(
    work: (client: SQL) => Promise<Result>,
    timeoutMs = this.settings.timeoutMs ?? timeoutMsDefault,
  ): Promise<Result> {
    const pool = this.#openPool();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new PostgresTimeoutError("The database server did not answer in time"));
      this.#dropPool(pool);
      closeNow(pool);
    }, timeoutMs);
    const running = work(pool);
    this.#running.set(running, pool);
    try {
      return await Promise.race([running, late.promise]);
    } catch (error) {
      if (isOfSession(error)) {
        // It keeps the settings of its begin, or is one of a server that is no primary any more.
        this.#dropPool(pool);
        this.#ending.add(pool);
      }
      throw error;
    } finally {
      clearTimeout(timer);
      this.#running.delete(running);
      this.#closeEnded();
    }
  }

  /**
   * One connection of its own, without the pooler if it is known how. The caller closes it.
   * `onClose` is called when the connection ends.
   */
  openDirect(onClose: () => void = () => undefined): SQL {
    const { url, directUrl, isPooled = false } = this.settings;
    const settings = { ...this.settings, isPooled: isPooled && directUrl === undefined };
    return openClient(directUrl ?? url, { ...settings, poolMax: 1 }, onClose);
  }

  /** Waits for running work, but not for long. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const pool = this.#pool;
    this.#pool = undefined;
    await this.#settled();
    // What still runs waits for another process, such as the one that has a lock.
    for (const ending of this.#ending) {
      closeNow(ending);
    }
    await pool?.close({ timeout: 0 });
  }

  async #settled(): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, closeMs);
    await Promise.race([Promise.allSettled(this.#running.keys()), late.promise]);
    clearTimeout(timer);
  }

  #openPool(): SQL {
    if (this.#isClosed) {
      throw new StorageError("The connections to the database are closed");
    }
    this.#pool ??= openClient(this.settings.url, this.settings);
    return this.#pool;
  }

  /** No work begins on it any more. */
  #dropPool(pool: SQL): void {
    if (this.#pool === pool) {
      this.#pool = undefined;
    }
  }

  /** Long work such as a load goes on when other work of its pool has failed. */
  #closeEnded(): void {
    const inUse = new Set(this.#running.values());
    for (const pool of this.#ending) {
      if (!inUse.has(pool)) {
        this.#ending.delete(pool);
        closeNow(pool);
      }
    }
  }
}

/** It is of no use any more, whatever its end says. */
function closeNow(pool: SQL): void {
  pool.close({ timeout: 0 }).catch(() => undefined);
}

function openClient(
  url: string,
  { isPooled = false, ca, poolMax = poolMaxDefault, applicationName }: PostgresSettings,
  onClose: () => void = () => undefined,
): SQL {
  return new SQL(url, {
    adapter: "postgres",
    max: poolMax,
    prepare: !isPooled,
    connectionTimeout: connectSecondsMax,
    onclose: onClose,
    ...(ca === undefined ? {} : { tls: { ca } }),
    ...(applicationName === undefined ? {} : { connection: { application_name: applicationName } }),
  });
}

/**
 * Opens connections, and checks that the server can hold an installation. Rejects with a
 * `StorageError` of one line, which has neither URL nor password.
 */
export async function openPostgres(settings: PostgresSettings): Promise<PostgresConnections> {
  const connections = new PostgresConnections(settings);
  try {
    await connections.run(checkServer);
    return connections;
  } catch (error) {
    await connections.close();
    throw postgresError("The database cannot be used", error);
  }
}

interface ServerFacts {
  readonly version: string;
  readonly encoding: string;
  readonly is_read_only: boolean;
  readonly has_schema: boolean;
}

async function checkServer(client: SQL): Promise<void> {
  refuseServer(await factsOf(client));
}

/** As `openPostgres` checks it, but a server that is read-only passes, as it may not stay so. */
export async function checkKindOfServer(client: SQL): Promise<void> {
  refuseServer({ ...(await factsOf(client)), isReadOnly: false });
}

async function factsOf(client: SQL): Promise<CheckedFacts> {
  const [facts] = await client<ServerFacts[]>`
    select current_setting('server_version_num') as version,
      current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') = 'on' as is_read_only,
      current_schema() is not null as has_schema`;
  return {
    versionNumber: Number(facts?.version),
    encoding: facts?.encoding ?? "",
    isReadOnly: facts?.is_read_only ?? false,
    hasSchema: facts?.has_schema ?? false,
  };
}

interface CheckedFacts {
  /** As in 150_004 for 15.4. */
  readonly versionNumber: number;
  readonly encoding: string;
  readonly isReadOnly: boolean;
  readonly hasSchema: boolean;
}

const noSchema =
  "the role can use no schema of its search_path; create one, as in CREATE SCHEMA gatehouse AUTHORIZATION gatehouse, or change the path, as in ALTER ROLE gatehouse SET search_path = public";

/** Throws a `StorageError` if a server cannot hold an installation. */
export function refuseServer(facts: CheckedFacts): void {
  if (!(facts.versionNumber >= versionMin)) {
    const version = Math.floor(facts.versionNumber / 10_000);
    throw new StorageError(
      `the server is PostgreSQL ${version}, and Gatehouse needs version 14 or newer`,
    );
  }
  if (facts.encoding !== "UTF8") {
    throw new StorageError(`the encoding of the database is ${facts.encoding}, but must be UTF8`);
  }
  if (!facts.hasSchema) {
    throw new StorageError(noSchema);
  }
  if (facts.isReadOnly) {
    throw new ReadOnlyDatabaseError();
  }
}
