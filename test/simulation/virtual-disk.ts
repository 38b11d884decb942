import { Database } from "bun:sqlite";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

type Transaction = (...given: unknown[]) => unknown;

/**
 * Disks that forget what was not synchronized. SQLite's files are real. After a power cut, the
 * write-ahead log has only what it had when it was last synchronized: by SQLite, or by the program.
 */
export class VirtualDisk implements Disposable {
  readonly #directory = new TemporaryDirectory();
  /** The synchronized content of write-ahead logs, by the path of the database. */
  readonly #synchronized = new Map<string, Uint8Array>();
  readonly #opened = new Set<Database>();
  /** Databases whose commits wait for the disk. */
  readonly #waiting = new WeakSet<Database>();
  readonly #restore: () => void;
  #directories = 0;

  constructor() {
    this.#restore = this.#watchDatabases();
  }

  newDirectory(): string {
    const path = join(this.#directory.path, String(this.#directories++));
    mkdirSync(path);
    return path;
  }

  /** Everything that the log of a database has now survives a power cut. */
  synchronized(path: string): void {
    const log = `${path}-wal`;
    this.#synchronized.set(path, existsSync(log) ? readFileSync(log) : new Uint8Array());
  }

  /** The log of a database as it is now, which counts as synchronized when `keep` is called. */
  synchronizing(path: string): () => void {
    const content = readFileSync(`${path}-wal`);
    return () => this.#synchronized.set(path, content);
  }

  /** A directory with the content of another one: of now, or of after a power cut. */
  copy(directory: string, name: string, isPowerCut: boolean): string {
    const to = this.newDirectory();
    const path = join(directory, name);
    if (existsSync(path)) {
      copyFileSync(path, join(to, name));
      const log = isPowerCut ? this.#synchronized.get(path) : logOf(path);
      if (log !== undefined) {
        writeFileSync(join(to, `${name}-wal`), log);
        this.#synchronized.set(join(to, name), log);
      }
    }
    return to;
  }

  [Symbol.dispose](): void {
    this.#restore();
    for (const database of this.#opened) {
      database.close(true);
    }
    this.#directory[Symbol.dispose]();
  }

  #watchDatabases(): () => void {
    const { run, transaction } = Database.prototype;
    const noticed = (database: Database, sql: string) => this.#notice(database, sql);
    const committed = (database: Database) => this.#committed(database);
    Database.prototype.run = function (this: Database, sql, ...given) {
      const changes = run.call(this, sql, ...given);
      noticed(this, sql);
      return changes;
    };
    Reflect.set(
      Database.prototype,
      "transaction",
      function (this: Database, work: Parameters<typeof transaction>[0]) {
        const begun = transaction.call(this, work);
        const watched =
          (kind: Transaction): Transaction =>
          (...given) => {
            const result = kind(...given);
            committed(this);
            return result;
          };
        const { deferred, immediate, exclusive } = begun;
        return Object.assign(watched(begun), {
          deferred: watched(deferred),
          immediate: watched(immediate),
          exclusive: watched(exclusive),
        });
      },
    );
    return () => Object.assign(Database.prototype, { run, transaction });
  }

  #notice(database: Database, sql: string): void {
    if (this.#isOurs(database)) {
      this.#opened.add(database);
      if (sql === "PRAGMA synchronous = FULL") {
        this.#waiting.add(database);
      } else if (sql === "PRAGMA synchronous = NORMAL") {
        this.#waiting.delete(database);
      } else if (sql.startsWith("PRAGMA wal_checkpoint")) {
        this.synchronized(database.filename);
      }
    }
  }

  #committed(database: Database): void {
    if (this.#waiting.has(database) && !database.inTransaction) {
      this.synchronized(database.filename);
    }
  }

  #isOurs({ filename }: Database): boolean {
    return dirname(dirname(filename)) === this.#directory.path && basename(filename) !== "";
  }
}

function logOf(path: string): Uint8Array | undefined {
  return existsSync(`${path}-wal`) ? readFileSync(`${path}-wal`) : undefined;
}
