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
  /** The most open connections, in addition to those of `openDirect`; 8 if missing. */
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

/** Work took too long: the network may be interrupted. The outcome is unknown. */
export class PostgresTimeoutError extends Error {
  override readonly name = "PostgresTimeoutError";
}

/**
 * The connections to one database, opened on demand. All are replaced after work that took too
 * long, as the network may have dropped them without a sign. The same happens after a setting of
 * the session refused or ended a statement.
 */
export class PostgresConnections {
  readonly settings: PostgresSettings;
  /** The work that runs, with its pool. */
  readonly #running = new Map<Promise<unknown>, SQL>();
  /** Pools that end after their running work. */
  readonly #ending = new Set<SQL>();
  #pool: SQL | undefined;
  #isClosed = false;

  constructor(settings: PostgresSettings) {
    this.settings = settings;
  }

  /** Whether `openDirect` returns connections that keep session locks and get notifications. */
  get hasDirect(): boolean {
    const { isPooled = false, directUrl } = this.settings;
    return !isPooled || directUrl !== undefined;
  }

  /**
   * Runs work that may run twice: if its connection is dead, it runs again on another one. Rejects
   * with the errors of the work, or a `PostgresTimeoutError`.
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
        // Its settings are from its start, or its server is no longer the primary.
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
   * One separate connection, without the pooler if its URL is known. The caller closes it.
   * `onClose` is called when the connection ends.
   */
  openDirect(onClose: () => void = () => undefined): SQL {
    const { url, directUrl, isPooled = false } = this.settings;
    const settings = { ...this.settings, isPooled: isPooled && directUrl === undefined };
    return openClient(directUrl ?? url, { ...settings, poolMax: 1 }, onClose);
  }

  /**
   * Waits for `last`, which may still begin work and must not reject, and for running work, but not for
   * long.
   */
  async close(last?: Promise<unknown>): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, closeMs);
    if (last !== undefined) {
      await Promise.race([last, late.promise]);
    }
    this.#isClosed = true;
    const pool = this.#pool;
    this.#pool = undefined;
    await Promise.race([Promise.allSettled(this.#running.keys()), late.promise]);
    clearTimeout(timer);
    // Work still running waits for another process, such as the holder of a lock.
    for (const ending of this.#ending) {
      closeNow(ending);
    }
    await pool?.close({ timeout: 0 });
  }

  #openPool(): SQL {
    if (this.#isClosed) {
      throw new StorageError("The connections to the database are closed");
    }
    this.#pool ??= openClient(this.settings.url, this.settings);
    return this.#pool;
  }

  /** New work no longer uses this pool. */
  #dropPool(pool: SQL): void {
    if (this.#pool === pool) {
      this.#pool = undefined;
    }
  }

  /** Long work such as a load continues when other work of its pool has failed. */
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

/** The pool is of no use any more, even if closing it fails. */
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
 * `StorageError` of one line, without URL and password.
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

/** As `openPostgres`, but accepts a read-only server, as it may become writable. */
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
