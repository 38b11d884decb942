import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { freePort } from "./free-port.ts";
import { asPostgres, type PostgresServer, postgresServer } from "./postgres-server.ts";

const program = "/usr/sbin/pgbouncer";
/** From PgBouncer 1.21 on it can keep the prepared statements of its clients. */
const minorWithStatements = 21;

function keepingNoStatements(): string {
  const version = Bun.spawnSync([program, "--version"]).stdout.toString();
  const minor = Number(/^PgBouncer 1\.(?<minor>\d+)/.exec(version)?.groups?.minor);
  return minor >= minorWithStatements ? "max_prepared_statements = 0\n" : "";
}

/** A PgBouncer that gives each transaction another connection, for any database of a server. */
export class Pooler implements AsyncDisposable {
  readonly #process: Bun.Subprocess;
  readonly #port: number;

  private constructor(process: Bun.Subprocess, port: number) {
    this.#process = process;
    this.#port = port;
  }

  static async start(server: PostgresServer): Promise<Pooler> {
    const port = await freePort();
    const settings = join(server.directory, `pgbouncer-${port}.ini`);
    const users = join(server.directory, "users.txt");
    writeFileSync(users, '"gatehouse" "secret"\n');
    writeFileSync(
      settings,
      `[databases]\n* = host=127.0.0.1 port=${server.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n` +
        `listen_port = ${port}\nunix_socket_dir =\nauth_type = trust\nauth_file = ${users}\n` +
        `pool_mode = transaction\npidfile = ${join(server.directory, `pooler-${port}.pid`)}\n` +
        keepingNoStatements(),
    );
    const process = Bun.spawn([...asPostgres, program, settings], {
      cwd: server.directory,
      stdout: "ignore",
      stderr: "ignore",
    });
    const pooler = new Pooler(process, port);
    await pooler.#answering(server);
    return pooler;
  }

  /** The URL of a database through the pooler. */
  urlOf(direct: string): string {
    const url = new URL(direct);
    url.port = String(this.#port);
    return url.href;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill();
    await this.#process.exited;
  }

  async #answering(server: PostgresServer): Promise<void> {
    for (let tries = 0; tries < 2_400; tries++) {
      try {
        const url = this.urlOf(server.url("postgres"));
        await using sql = new SQL(url, { max: 1, prepare: false });
        await sql`select 1`;
        return;
      } catch {
        await Bun.sleep(25);
      }
    }
    throw new Error("PgBouncer does not answer");
  }
}

export async function withPooler(server?: PostgresServer): Promise<Pooler> {
  return Pooler.start(server ?? (await postgresServer()));
}
