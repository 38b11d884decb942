import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { loadState } from "../../src/storage/sqlite/sqlite-load.ts";
import {
  openSqliteStorage,
  type WorkerStorageOptions,
} from "../../src/storage/sqlite/sqlite-storage.ts";
import { plainState } from "../contract/plain-state.ts";
import type { Answer } from "../helpers/answer.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";
import { commitWorkerUrl } from "../helpers/worker-entries.ts";

/** Both forms of committing. */
export const commitForms: readonly (readonly [string, WorkerStorageOptions])[] = [
  ["commits on the calling thread", {}],
  ["commits in a worker", { workerUrl: commitWorkerUrl }],
];

/** A hosted server whose data directory gets faults, and what its clients see. */
export class FaultyServer {
  readonly hosted: HostedServer;
  readonly #directory: string;

  private constructor(hosted: HostedServer, directory: string) {
    this.hosted = hosted;
    this.#directory = directory;
  }

  static async start(
    directory: string,
    { now, ...options }: WorkerStorageOptions & { readonly now?: () => number } = {},
  ): Promise<FaultyServer> {
    const opened = await openSqliteStorage(directory, options);
    const hosted = await startHosted(now === undefined ? { opened } : { opened, now });
    return new FaultyServer(hosted, directory);
  }

  enableActor(name: string, actor: string): Promise<Answer> {
    return this.hosted.manager.gates.post(name, "actors", { flipper_id: actor });
  }

  /** All responses of reads with their revision; throws if a read fails. */
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

  /** Expects that the data on the disk equals the server's memory. */
  expectMemoryEqualsDisk(directory: string = this.#directory): void {
    const client = new Database(join(directory, "gatehouse.db"), { readonly: true });
    try {
      const stored = plainState(loadState(drizzle({ client })));
      expect(stored).toEqual(plainState(this.hosted.deployment.writer.state));
    } finally {
      client.close(true);
    }
  }

  /** Returns the logged faults, and removes them from the unexpected ones. */
  takeFaults(): readonly string[] {
    return this.hosted.faults.splice(0).map(messageOf);
  }

  stop(): Promise<void> {
    return this.hosted.stop();
  }
}

/** Expects the response to a write that was not done and may be retried. */
export function expectUnavailable([response, body]: Answer): void {
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("1");
  expect(body).toMatchObject({ code: "unavailable" });
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error.cause === undefined ? error.message : `${error.message}: ${messageOf(error.cause)}`;
}
