import { expect } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { RequestTrace } from "../../../src/http/routing/request-trace.ts";
import { serverMigrations } from "../../../src/server/server-migrations.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { loadConfig } from "../../helpers/load-config.ts";

export const dayMs = 24 * 3_600_000;
export const migrationsOn = ["--migrations", "on", "--public-url", "https://toggles.example/t"];
export const migratedExport = {
  version: 1,
  features: { search: { boolean: "true" }, billing: { actors: ["User;1", "User;2"] } },
};
export const migrationPayload = { export: migratedExport, metadata: { app_name: "Shop" } };

/** What the tests of a file have started; newest first. */
const cleanUp: AsyncDisposable[] = [];

export function endAtCleanUp(started: AsyncDisposable): void {
  cleanUp.unshift(started);
}

/** For `afterEach`. */
export async function cleanUpMigrations(): Promise<void> {
  for (const each of cleanUp.splice(0)) {
    await each[Symbol.asyncDispose]();
  }
}

/** The route of a server with these flags; `send` is a client at an address. */
export function startMigrations(flags: readonly string[], directory: string) {
  const clock = { now: 1_700_000_000_000 };
  const faults: unknown[] = [];
  const config = loadConfig(["--data", directory, ...flags], {});
  const started = serverMigrations({
    config,
    context: {
      docsUrl: "/swagger",
      onFault: (error) => void faults.push(error),
      trace: new RequestTrace(),
    },
    now: () => clock.now,
    nowMs: () => clock.now,
  });
  if (started === undefined) {
    throw new Error("there is no route");
  }
  const { apis, quarantine } = started;
  const send = async (
    body: unknown = migrationPayload,
    { address = "192.0.2.1", path = "/api/migrate", ...init }: RequestInit & SendOptions = {},
  ) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const request = new Request(`http://evil.example${path}`, {
      method: "POST",
      body: Bun.gzipSync(text),
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      ...init,
    });
    const api = apis.find(({ prefix }) => path.startsWith(prefix));
    return (
      (await api?.fetch(request, { requestIP: () => ({ address }) })) ??
      new Response(null, { status: 599 })
    );
  };
  endAtCleanUp({
    [Symbol.asyncDispose]: async () => {
      quarantine.close();
      expect(faults).toEqual([]);
    },
  });
  return { send, quarantine, clock, faults };
}

interface SendOptions {
  readonly address?: string;
  readonly path?: string;
}

/** The code in the answer to an export that was kept. */
export async function codeIn(answer: Response): Promise<string> {
  expect(answer.status).toBe(200);
  const { url } = JSON.parse(await answer.text());
  return String(url).split("#")[1] ?? "";
}

export function quarantinedFiles(directory: string): readonly string[] {
  try {
    return readdirSync(join(directory, "quarantine"));
  } catch {
    return [];
  }
}

export function temporaryDirectory(): string {
  const directory = new TemporaryDirectory();
  endAtCleanUp({ [Symbol.asyncDispose]: async () => directory[Symbol.dispose]() });
  return directory.path;
}
