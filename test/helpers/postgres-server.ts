import {
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Glob, SQL } from "bun";
import { freePort } from "./free-port.ts";

/** Debian's programs of PostgreSQL; undefined if it is not installed. */
const programs = [...new Glob("/usr/lib/postgresql/*/bin/pg_ctl").scanSync({ absolute: true })]
  .sort((left, right) => left.localeCompare(right, "en", { numeric: true }))
  .at(-1)
  ?.replace(/\/pg_ctl$/, "");

/** True where the suites are left out; in CI a missing PostgreSQL is a failure. */
export const isPostgresMissing = programs === undefined && process.env.CI !== "true";

export interface PostgresServerOptions {
  /** The server has a certificate for localhost and 127.0.0.1, signed by `ca`. */
  readonly tls?: boolean;
  /** How clients prove who they are; "trust" if missing. */
  readonly authentication?: "trust" | "scram-sha-256";
  readonly encoding?: "UTF8" | "SQL_ASCII";
  readonly settings?: Readonly<Record<string, string>>;
}

const isRoot = process.getuid?.() === 0;
/** PostgreSQL refuses to run as root. */
export const asPostgres = isRoot ? ["runuser", "-u", "postgres", "--"] : [];

/** A PostgreSQL of a test, which ends with the process of the test, however that ends. */
export class PostgresServer {
  readonly directory: string;
  readonly port: number;
  readonly #options: PostgresServerOptions;

  private constructor(directory: string, port: number, options: PostgresServerOptions) {
    this.directory = directory;
    this.port = port;
    this.#options = options;
  }

  static async start(options: PostgresServerOptions = {}): Promise<PostgresServer> {
    const directory = ownedDirectory();
    const data = join(directory, "data");
    await run(directory, ["cp", "-r", await emptyData(options), data]);
    if (options.tls === true) {
      await makeCertificates(directory);
    }
    const server = new PostgresServer(directory, await freePort(), options);
    stopAtExit(directory, data);
    await server.start();
    await server.administer("create role gatehouse login password 'secret'");
    return server;
  }

  /**
   * The server of the tests of this process that leave it as they find it. Files have their own
   * modules, so its address is in a file.
   */
  static async shared(): Promise<PostgresServer> {
    const record = join(tmpdir(), `gatehouse-postgres-of-${process.pid}.json`);
    if (existsSync(record)) {
      const { directory, port } = JSON.parse(readFileSync(record, "utf8"));
      // A process of the same id may have left the record.
      if (existsSync(directory)) {
        return new PostgresServer(directory, port, {});
      }
    }
    const server = await PostgresServer.start();
    writeFileSync(record, JSON.stringify({ directory: server.directory, port: server.port }));
    return server;
  }

  /** A hot standby that follows a server, and has everything it has when this resolves. */
  static async standbyOf(primary: PostgresServer): Promise<PostgresServer> {
    const directory = ownedDirectory();
    const data = join(directory, "data");
    const source = `host=127.0.0.1 port=${primary.port} user=postgres`;
    const how = ["-R", "-X", "stream", "-c", "fast", "--no-sync"];
    await run(directory, [program("pg_basebackup"), "-d", source, "-D", data, ...how]);
    const standby = new PostgresServer(directory, await freePort(), primary.#options);
    stopAtExit(directory, data);
    await standby.start();
    return standby;
  }

  /** The certificate of the authority, in PEM. */
  get ca(): string {
    return readFileSync(join(this.directory, "ca.pem"), "utf8");
  }

  url(database: string, user = "gatehouse", password = "secret"): string {
    return `postgres://${user}:${password}@127.0.0.1:${this.port}/${database}`;
  }

  /**
   * The URL of a new and empty database, which its user owns; its tables are in the directory
   * `place` if given.
   */
  async database(place?: string): Promise<string> {
    const name = `test_${crypto.randomUUID().slice(0, 13).replace("-", "_")}`;
    if (place !== undefined) {
      giveToPostgres(place);
      await this.administer(`create tablespace place_of_${name} location '${place}'`);
    }
    const storage = place === undefined ? "" : ` tablespace place_of_${name}`;
    await this.administer(`create database ${name} owner gatehouse strategy file_copy${storage}`);
    return this.url(name);
  }

  /** Runs statements one after the other as the superuser. */
  async administer(...statements: readonly string[]): Promise<void> {
    const tls = this.#options.tls === true ? "?sslmode=require" : "";
    await using sql = new SQL(this.url("postgres", "postgres") + tls, { max: 1 });
    for (const statement of statements) {
      await sql.unsafe(statement);
    }
  }

  /** Writes a database to a file, as an operator does who makes a backup. */
  async dump(url: string): Promise<string> {
    const file = join(this.directory, "dump.sql");
    await run(this.directory, [program("pg_dump"), "-f", file, "-d", url]);
    return file;
  }

  /** Replaces everything in a database by what was dumped. */
  async restore(url: string, file: string): Promise<void> {
    const emptied = "drop schema public cascade; create schema public";
    const options = ["-q", "-v", "ON_ERROR_STOP=1", "--single-transaction"];
    const scripts = ["-c", emptied, "-f", file];
    await run(this.directory, [program("psql"), ...options, ...scripts, "-d", url]);
  }

  async start(): Promise<void> {
    await this.control("-w", "-l", join(this.directory, "log"), "-o", this.#arguments(), "start");
  }

  /** Ends the server as a crash does: connections break, and it recovers at its start. */
  async restartImmediately(): Promise<void> {
    await this.control("-w", "-m", "immediate", "-l", join(this.directory, "log"), "restart");
  }

  async stop(): Promise<void> {
    await this.control("-w", "-m", "fast", "stop");
  }

  /** Ends the server for good, as the failure of its machine does. */
  async crash(): Promise<void> {
    await this.control("-w", "-m", "immediate", "stop");
  }

  /** Makes a standby a primary. */
  async promote(): Promise<void> {
    await this.control("-w", "promote");
  }

  async control(...values: readonly string[]): Promise<void> {
    const data = join(this.directory, "data");
    await run(this.directory, [program("pg_ctl"), "-D", data, ...values]);
  }

  #arguments(): string {
    const settings = {
      listen_addresses: "127.0.0.1",
      port: String(this.port),
      unix_socket_directories: this.directory,
      max_connections: "200",
      ...{ fsync: "off", full_page_writes: "off", autovacuum: "off", jit: "off" },
      ...(this.#options.tls === true
        ? {
            ssl: "on",
            ssl_cert_file: join(this.directory, "server.pem"),
            ssl_key_file: join(this.directory, "server.key"),
          }
        : {}),
      ...this.#options.settings,
    };
    return Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(" ");
  }
}

let shared: Promise<PostgresServer> | undefined;

/** The server that the tests of this process share, which must leave it as they find it. */
export function postgresServer(): Promise<PostgresServer> {
  shared ??= PostgresServer.shared();
  return shared;
}

/** The URL of a new and empty database of the shared server. */
export async function database(): Promise<string> {
  return (await postgresServer()).database();
}

function program(name: string): string {
  if (programs === undefined) {
    throw new Error("PostgreSQL is not installed");
  }
  return join(programs, name);
}

/** The directory of a new server's data, which the tests of this run copy: to make one takes longer. */
async function emptyData(options: PostgresServerOptions): Promise<string> {
  const { encoding = "UTF8", authentication = "trust" } = options;
  const version = programs?.split("/").at(-2);
  const empty = join(tmpdir(), `empty-postgres-${version}-${encoding}-${authentication}`);
  if (!existsSync(empty)) {
    const directory = ownedDirectory();
    const password = join(directory, "password");
    writeFileSync(password, "secret");
    await run(directory, [
      ...[program("initdb"), "-D", join(directory, "data"), "-U", "postgres", "-A", authentication],
      ...[`--pwfile=${password}`, "-E", encoding, "--no-sync"],
      `--locale=${encoding === "UTF8" ? "C.UTF-8" : "C"}`,
    ]);
    giveAway(join(directory, "data"), empty);
    rmSync(directory, { recursive: true });
  }
  return empty;
}

/** Another process may have made the directory in the meantime. */
function giveAway(made: string, wanted: string): void {
  try {
    renameSync(made, wanted);
  } catch (error) {
    if (!existsSync(wanted)) {
      throw error;
    }
  }
}

/** A directory of the user that runs PostgreSQL. */
function ownedDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "gatehouse-postgres-"));
  giveToPostgres(directory);
  return directory;
}

function giveToPostgres(directory: string): void {
  if (isRoot) {
    const { stdout } = Bun.spawnSync(["id", "-u", "postgres"]);
    chownSync(directory, Number(stdout.toString()), -1);
  }
}

async function run(directory: string, command: readonly string[]): Promise<void> {
  const process = Bun.spawn([...asPostgres, ...command], {
    cwd: directory,
    stdin: "ignore",
    // A file: the server inherits it, so a pipe would stay open.
    stdout: Bun.file(join(directory, "output")),
    stderr: Bun.file(join(directory, "errors")),
  });
  if ((await process.exited) !== 0) {
    const errors = readFileSync(join(directory, "errors"), "utf8");
    throw new Error(`${command.join(" ")}: ${errors}`);
  }
}

/**
 * Stops a server when this process has ended, also when it was killed. Another process waits for
 * that, which is not a child: Bun kills those of a test that takes too long.
 */
function stopAtExit(directory: string, data: string): void {
  const stop = `${program("pg_ctl")} -D ${data} -m immediate stop; cat ${directory}/pooler-*.pid | xargs kill; rm -rf ${directory}`;
  const wait = `tail --pid=${process.pid} -f /dev/null; ${stop}`;
  Bun.spawnSync([...asPostgres, "setsid", "sh", "-c", `(${wait}) > /dev/null 2>&1 &`], {
    cwd: "/",
    stdio: ["ignore", "ignore", "ignore"],
  });
}

async function makeCertificates(directory: string): Promise<void> {
  const [ca, key, request, server] = ["ca.pem", "ca.key", "server.csr", "server.pem"].map((name) =>
    join(directory, name),
  );
  const serverKey = join(directory, "server.key");
  const names = join(directory, "names");
  await run(directory, [
    "sh",
    "-ec",
    `openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ${key} -out ${ca}
    openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout ${serverKey} -out ${request}
    printf 'subjectAltName=DNS:localhost' > ${names}
    openssl x509 -req -in ${request} -CA ${ca} -CAkey ${key} -CAcreateserial -days 2 -extfile ${names} -out ${server}
    chmod 600 ${serverKey}`,
  ]);
}
