import { expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describeFeature } from "../../../../src/app/commands/feature-description.ts";
import { findFeature } from "../../../../src/core/model/state-lookups.ts";
import { startHosted } from "../../../helpers/hosted-server.ts";
import { permissionsOf, startUi, type UiServer } from "../web-ui-server.ts";

const listBytesMax = 12 * 1024;
const areas = ["admin", "billing", "cart", "checkout", "email", "login", "mobile", "search"];
const parts = ["badge", "cache", "editor", "filters", "invoices", "labels", "layout", "preview"];

/** Names and texts as people write them, the same in each run. */
function describedFeatures(count: number) {
  let seed = 7;
  const next = (max: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor(seed / 2 ** 16) % max;
  };
  const oneOf = (words: readonly string[]) => words[next(words.length)] ?? "";
  return Array.from({ length: count }, (_, nth) => ({
    key: `${oneOf(areas)}_${oneOf(parts)}_${nth}`,
    description: `The new ${oneOf(parts)} of the ${oneOf(areas)}, instead of the ${oneOf(parts)}`,
    tags: [oneOf(areas)],
    percentage: next(100),
  }));
}

async function addFeatures(server: UiServer, count: number): Promise<number> {
  const page = await server.page("admin");
  const { environment } = await page.answer("POST /environments", { body: { name: "Staging" } });
  const described = describedFeatures(count);
  for (const id of [1, environment.id]) {
    const features = described.map(({ key, percentage }): [string, object] => [
      key,
      { percentage_of_actors: String(percentage) },
    ]);
    const answer = await page.send("POST", `/environments/${id}/import?typed=Production`, {
      version: 1,
      features: Object.fromEntries(features),
    });
    expect(answer.status).toBe(200);
  }
  await server.hosted.deployment.writer.submit((draft) => {
    for (const { key, description, tags } of described) {
      const feature = findFeature(draft.state, 1, key);
      if (feature !== undefined) {
        describeFeature(draft, feature, { description, tags, ownerId: page.userId });
      }
    }
  });
  return environment.id;
}

async function sent(server: UiServer, cookie: string, path: string, encodings: string) {
  const answer = await server.send(`/admin/v1${path}`, {
    headers: { cookie, "accept-encoding": encodings },
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { coding: answer.headers.get("content-encoding"), bytes };
}

test("a list of 300 features with a column is at most 12 KB, and the same in each encoding", async () => {
  await using server = await startUi();
  const staging = await addFeatures(server, 300);
  const { cookie } = await server.page("viewer");
  const path = `/environments/1/features?columns=${staging}`;
  const brotli = await sent(server, cookie, path, "gzip, deflate, br, zstd");
  expect(brotli.coding).toBe("br");
  expect(brotli.bytes.length).toBeLessThanOrEqual(listBytesMax);
  const gzip = await sent(server, cookie, path, "gzip");
  expect(gzip.coding).toBe("gzip");
  const plain = await sent(server, cookie, path, "identity");
  expect(plain.coding).toBeNull();
  const text = new TextDecoder().decode(plain.bytes);
  expect(new TextDecoder().decode(gunzipSync(gzip.bytes))).toBe(text);
  expect(new TextDecoder().decode(brotliDecompressSync(brotli.bytes))).toBe(text);
  const { features } = JSON.parse(text);
  expect(features).toHaveLength(300);
});

/** A stream that never ends, and facts that the server of these tests does not know. */
const others: ReadonlySet<string> = new Set([
  "GET /environments/:environment/events",
  "GET /about",
]);

test("every JSON answer over 1 KB is compressed", async () => {
  const hosted = await startHosted({ hasTelemetry: true });
  const { telemetry } = hosted;
  await using server = await startUi({ hosted, ...(telemetry === undefined ? {} : { telemetry }) });
  const staging = await addFeatures(server, 50);
  const { cookie } = await server.page("viewer");
  const values = { environment: 1, key: describedFeatures(1)[0]?.key ?? "", audit: 1, user: 1 };
  const query = new URLSearchParams({ a: "1", b: String(staging), days: "7", keys: "[]" });
  let longCount = 0;
  for (const route of permissionsOf(server).keys()) {
    if (!route.startsWith("GET ") || others.has(route)) {
      continue;
    }
    const path = route
      .slice("GET ".length)
      .replaceAll(/:(\w+)/g, (_, name: string) => String(Reflect.get(values, name) ?? 1));
    for (const suffix of ["", `?${query}`, "?days=7", `?a=1&b=${staging}`]) {
      const plain = await sent(server, cookie, path + suffix, "identity");
      const isLong = plain.bytes.length >= 1_024;
      longCount += isLong ? 1 : 0;
      const { coding } = await sent(server, cookie, path + suffix, "gzip");
      expect([path + suffix, coding]).toEqual([path + suffix, isLong ? "gzip" : coding]);
    }
  }
  expect(longCount).toBeGreaterThan(5);
});
