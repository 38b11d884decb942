import { expect, test } from "bun:test";
import { join } from "node:path";
import { CreatedEnvironmentModel } from "../../../src/api/flipper/environments/environment-model.ts";
import {
  gatehouse,
  type RunningServer,
  startGatehouse,
} from "../../cli/administration/gatehouse-process.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { modelled } from "../../helpers/modelled.ts";
import { type Entries, entriesOf, withDatabase, writeEntries } from "./archives.ts";

const manager = "a-token-that-outlives-a-restore";

/** Sends a client's request with that token; resolves to the JSON of the response. */
async function sendRequest(server: RunningServer, token: string, path: string, body?: unknown) {
  const response = await fetch(`${server.url}/adapter${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "flipper-cloud-token": token, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  return response.json();
}

async function makePreview(server: RunningServer) {
  const answer = await sendRequest(server, manager, "/environments", { name: "Preview" });
  return modelled(CreatedEnvironmentModel, answer);
}

function submit(server: RunningServer, token: string, value: number): Promise<unknown> {
  const time = Math.floor(Date.now() / 1_000);
  return sendRequest(server, token, "/telemetry", {
    request_id: crypto.randomUUID(),
    enabled_metrics: [{ key: "search", time, result: true, value }],
  });
}

function totalOf(server: RunningServer, token: string): Promise<unknown> {
  return sendRequest(server, token, "/telemetry/summary?days=1");
}

function totalling(total: number) {
  return { features: [{ key: "search", summary: { total, enabled: total, disabled: 0 } }] };
}

/** Runs a shell command that must succeed. */
async function shell(directory: string, ...argv: readonly string[]): Promise<void> {
  expect(await gatehouse(directory, argv)).toMatchObject({ code: 0, err: "" });
}

function only(entries: Entries, name: string): Uint8Array {
  return entries.find((entry) => entry.name === name)?.data ?? new Uint8Array();
}

test(
  "telemetry is restored, but never for another environment with the same id",
  async () => {
    using directory = new TemporaryDirectory();
    const at = (name: string) => join(directory.path, name);
    const variables = { GATEHOUSE_TOKEN: manager };
    const first = await startGatehouse(at("."), variables);
    await sendRequest(first, manager, "/features", { name: "search" });
    await shell(at("."), "backup", at("early.tar.gz"));
    const old = await makePreview(first);
    await submit(first, old.token.value, 7);
    expect(await totalOf(first, old.token.value)).toMatchObject(totalling(7));
    // The worker commits on its own schedule, but a backup holds all telemetry that was
    // acknowledged.
    await shell(at("."), "backup", at("late.tar.gz"));
    await submit(first, old.token.value, 100);
    expect((await first.end("SIGTERM")).code).toBe(0);

    await shell(at("."), "restore", at("late.tar.gz"), "--data", at("late"));
    const second = await startGatehouse(at("late"), variables);
    expect(await totalOf(second, old.token.value)).toMatchObject(totalling(7));
    expect((await second.end("SIGTERM")).code).toBe(0);

    const [early, late] = await Promise.all([
      entriesOf(at("early.tar.gz")),
      entriesOf(at("late.tar.gz")),
    ]);
    await writeEntries(
      at("mixed.tar.gz"),
      withDatabase(early, "telemetry.db", only(late, "telemetry.db")),
    );
    await shell(at("."), "restore", at("mixed.tar.gz"), "--data", at("mixed"));
    const third = await startGatehouse(at("mixed"), variables);
    const young = await makePreview(third);
    expect(young.environment.id).toBe(old.environment.id);
    expect(await totalOf(third, young.token.value)).toMatchObject(totalling(0));
    await submit(third, young.token.value, 3);
    expect(await totalOf(third, young.token.value)).toMatchObject(totalling(3));
    expect((await third.end("SIGTERM")).code).toBe(0);
  },
  { timeout: 180_000 },
);
