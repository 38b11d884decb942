import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { loadState } from "../../src/storage/sqlite/sqlite-load.ts";
import {
  openSqliteStorage,
  type SqliteStorageOptions,
} from "../../src/storage/sqlite/sqlite-storage.ts";
import { plainState } from "../contract/plain-state.ts";
import type { Answer } from "../helpers/answer.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

/** A hosted server on a data directory in which a test causes faults. */
export class FaultyServer {
  readonly hosted: HostedServer;
  readonly #directory: string;

  private constructor(hosted: HostedServer, directory: string) {
    this.hosted = hosted;
    this.#directory = directory;
  }

  static async start(
    directory: string,
    { now, ...options }: SqliteStorageOptions & { readonly now?: () => number } = {},
  ): Promise<FaultyServer> {
    const opened = openSqliteStorage(directory, options);
    const hosted = await startHosted(now === undefined ? { opened } : { opened, now });
    return new FaultyServer(hosted, directory);
  }

  enableActor(name: string, actor: string): Promise<Answer> {
    return this.hosted.manager.gates.post(name, "actors", { flipper_id: actor });
  }

  /** Returns the list, the audits and the revision as text; throws unless both reads are 200. */
  async readAll(): Promise<string> {
    const [list, , text] = await this.hosted.manager.features.list();
    const [audits, , history] = await this.hosted.manager.audits.list("per_page=250");
    expect([list.status, audits.status]).toEqual([200, 200]);
    return [list.headers.get("flipper-sync-version"), text, history].join("\n");
  }

  async revision(): Promise<number> {
    const [list] = await this.hosted.manager.features.list();
    return Number(list.headers.get("flipper-sync-version"));
  }

  /** Expects the database, read without the server, to equal the server's state in memory. */
  expectMemoryEqualsDisk(directory: string = this.#directory): void {
    const client = new Database(join(directory, "gatehouse.db"), { readonly: true });
    try {
      const stored = plainState(loadState(drizzle({ client })));
      expect(stored).toEqual(plainState(this.hosted.deployment.writer.state));
    } finally {
      client.close(true);
    }
  }

  /** Returns the reported faults, and removes them from the list that `stop` checks. */
  takeFaults(): readonly string[] {
    return this.hosted.faults.splice(0).map(messageOf);
  }

  stop(): Promise<void> {
    return this.hosted.stop();
  }
}

/** Expects the answer to a write that failed and may be repeated. */
export function expectUnavailable([response, body]: Answer): void {
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("1");
  expect(body).toMatchObject({ code: "unavailable" });
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error.cause === undefined ? error.message : `${error.message}: ${messageOf(error.cause)}`;
}
