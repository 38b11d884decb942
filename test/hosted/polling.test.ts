import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { environmentOf, mirror } from "../helpers/hosted-administration.ts";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

let server: HostedServer;
let production: HostedClient;
let preview: HostedClient;
let environmentId = 0;
beforeEach(async () => {
  server = await startHosted({ pollIntervalSeconds: 30 });
  production = server.manager;
  const { environment, token } = created(await production.environments.create("preview"));
  environmentId = environment.id;
  preview = production.as(token.value);
  await production.import({ search: { boolean: "true" }, stats: { actors: ["User;1"] } });
});
afterEach(() => server.stop());

function poll(client: HostedClient, query = "", headers: Record<string, string> = {}) {
  return client.call("GET", "/features", { query: `exclude_gate_names=true${query}`, headers });
}

async function etagOf(client: HostedClient, query = ""): Promise<string> {
  const [response] = await poll(client, query);
  expect(response.status).toBe(200);
  return response.headers.get("etag") ?? "";
}

describe("headers for pollers (docs/clients.md#response-headers)", () => {
  test("a 304 has no body, and all the headers of the 200", async () => {
    const [whole] = await poll(preview);
    const etag = whole.headers.get("etag") ?? "";
    const [unchanged, , text] = await poll(preview, "", { "if-none-match": etag });
    expect(unchanged.status).toBe(304);
    expect(text).toBe("");
    for (const name of ["etag", "poll-interval", "flipper-sync-version", "vary"]) {
      expect(whole.headers.get(name)).not.toBeNull();
      expect(unchanged.headers.get(name)).toBe(whole.headers.get(name));
    }
    expect(unchanged.headers.get("poll-interval")).toBe("30");
    expect(unchanged.headers.get("vary")).toBe("accept-encoding, flipper-cloud-token");
  });

  test("refusals of the list have a poll-interval, other refusals do not", async () => {
    const unknown = server.manager.as("unknown");
    const refused = await Promise.all([
      poll(unknown),
      poll(unknown, "", { "if-none-match": "*" }),
      poll(production, "&keys[x]=bad"),
      production.call("GET", "/features/", { query: "keys[x]=bad" }),
      unknown.call("HEAD", "/features"),
    ]);
    expect(refused.map(([response]) => response.status)).toEqual([401, 401, 400, 400, 401]);
    for (const [response] of refused) {
      expect(response.headers.get("poll-interval")).toBe("30");
    }
    const others = await Promise.all([
      unknown.call("GET", "/features/search"),
      unknown.call("POST", "/features"),
      production.call("PUT", "/features"),
      production.call("GET", "/features/unknown"),
    ]);
    expect(others.map(([response]) => response.status)).toEqual([401, 401, 405, 404]);
    for (const [response] of others) {
      expect(response.headers.has("poll-interval")).toBe(false);
    }
  });

  test("no poll-interval unless one is configured", async () => {
    const unconfigured = await startHosted();
    const [whole] = await poll(unconfigured.manager);
    const etag = whole.headers.get("etag") ?? "";
    const [unchanged] = await poll(unconfigured.manager, "", { "if-none-match": etag });
    expect([whole.status, unchanged.status]).toEqual([200, 304]);
    for (const response of [whole, unchanged]) {
      expect(response.headers.has("poll-interval")).toBe(false);
    }
    await unconfigured.stop();
  });

  test("the ETag depends only on the content, not on _cb, the token or the environment", async () => {
    const etag = await etagOf(production);
    const readOnly = await server.newClient({ access: "read_only" });
    expect(await etagOf(production, "&_cb=1700000000")).toBe(etag);
    expect(await etagOf(production, "&_cb=1700000001&_cb=2")).toBe(etag);
    expect(await etagOf(readOnly)).toBe(etag);
    expect(await etagOf(preview)).toBe(etag);
    const [unchanged] = await poll(preview, "&_cb=3", { "if-none-match": etag });
    expect(unchanged.status).toBe(304);
  });

  test("the ETag changes with every effective value, and is the same for the same values", async () => {
    const first = await etagOf(preview);
    await production.gates.delete("search", "boolean");
    const second = await etagOf(preview);
    expect(second).not.toBe(first);
    expect(await etagOf(production)).toBe(second);
    await preview.gates.post("search", "boolean");
    expect(await etagOf(preview)).toBe(first);
    expect(await etagOf(production)).toBe(second);
    await mirror(server, environmentOf(server, environmentId), "search");
    expect(await etagOf(preview)).toBe(second);
  });

  test("a change that is not visible keeps the ETag, and the 304 has the higher version", async () => {
    const [before] = await poll(preview);
    const etag = before.headers.get("etag") ?? "";
    await preview.gates.post("search", "boolean");
    const [after] = await poll(preview, "", { "if-none-match": etag });
    expect(after.status).toBe(304);
    expect(Number(after.headers.get("flipper-sync-version"))).toBeGreaterThan(
      Number(before.headers.get("flipper-sync-version")),
    );
  });

  test("a poller of a deleted environment gets 401, not 304", async () => {
    const etag = await etagOf(preview);
    await production.environments.delete(environmentId);
    const [response] = await poll(preview, "", { "if-none-match": etag });
    expect(response.status).toBe(401);
  });

  test("HEAD has the same status and ETag as GET", async () => {
    const etag = await etagOf(preview);
    const head = (headers: Record<string, string>) =>
      preview.call("HEAD", "/features", { query: "exclude_gate_names=true", headers });
    const [whole] = await head({});
    expect([whole.status, whole.headers.get("etag")]).toEqual([200, etag]);
    expect((await head({ "if-none-match": etag }))[0].status).toBe(304);
  });

  test("the ETag is the same after a restart, so that no client reads the list again", async () => {
    using directory = new TemporaryDirectory();
    const token = "a-token-that-outlives-a-restart";
    const first = await startHosted({ opened: await openSqliteStorage(directory.path), token });
    await first.manager.import({ search: { boolean: "true" }, stats: { actors: ["User;1"] } });
    const etag = await etagOf(first.manager);
    await first.stop();
    const second = await startHosted({ opened: await openSqliteStorage(directory.path) });
    const [response] = await poll(second.manager.as(token), "", { "if-none-match": etag });
    expect(response.status).toBe(304);
    await second.stop();
  });
});
