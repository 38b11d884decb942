import { expect, test } from "bun:test";
import type { ApiClient } from "../helpers/api-client.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";

/** Large enough to be sent as gzip. */
const many = Object.fromEntries(
  Array.from({ length: 50 }, (_, index) => [`feature_${index}`, { actors: [`User;${index}`] }]),
);

const getList = (api: ApiClient, query: string, headers: Record<string, string> = {}) =>
  api.send(`/features${query}`, { headers });

async function etagOf(api: ApiClient, query = "", headers: Record<string, string> = {}) {
  const response = await getList(api, query, headers);
  expect(response.status).toBe(200);
  const etag = response.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
  return etag;
}

// If-None-Match, with TAG replaced by the list's tag (RFC 9110, section 13.1.2).
const conditions: [ifNoneMatch: string, status: number][] = [
  ["TAG", 304],
  ["W/TAG", 304],
  ["*", 304],
  [" * ", 304],
  ['"other", TAG', 304],
  ['W/"other",W/TAG , "more"', 304],
  ['"a,b", TAG', 304],
  ['"other"', 200],
  ['W/"other"', 200],
  ['"*"', 200],
  ['""', 200],
  ["other", 200],
  ["BARE", 200],
  ['"BARE', 200],
  ['"xBARE"', 200],
  ['"BAREx"', 200],
  ["", 200],
];

// Each way to change the list, in this order.
const changes: [name: string, change: (api: ApiClient) => Promise<unknown>][] = [
  ["create", (api) => api.features.create("search")],
  ["actor", (api) => api.gates.post("search", "actors", { flipper_id: "User;1" })],
  ["group", (api) => api.gates.post("search", "groups", { name: "admins" })],
  [
    "percentage of actors",
    (api) => api.gates.post("search", "percentage_of_actors", { percentage: 1 }),
  ],
  [
    "percentage of time",
    (api) => api.gates.post("search", "percentage_of_time", { percentage: 1 }),
  ],
  ["boolean", (api) => api.gates.post("search", "boolean")],
  ["another feature", (api) => api.gates.delete("other", "boolean")],
  ["clear", (api) => api.features.clear("search")],
  ["remove", (api) => api.features.remove("search")],
];

describeMountable(
  "ETag, 304, gzip and Vary (docs/api.md#caching)",
  (api) => {
    test.each(conditions)("If-None-Match %s: %i", async (pattern, status) => {
      await api.import({ search: {} });
      const etag = await etagOf(api);
      const header = pattern.replace("TAG", etag).replace("BARE", etag.slice(1, -1));
      const response = await getList(api, "", { "if-none-match": header });
      const text = await response.text();
      expect([response.status, text === ""]).toEqual([status, status === 304]);
      expect(response.headers.get("etag")).toBe(etag);
      expect(response.headers.get("vary")?.toLowerCase()).toBe("accept-encoding");
      expect(response.headers.get("poll-interval")).toBe("15");
      expect(Number(response.headers.get("flipper-sync-version"))).toBeGreaterThan(0);
    });

    test("the tag changes with every visible change", async () => {
      const seen = [await etagOf(api)];
      for (const [, change] of changes.slice(0, -2)) {
        await change(api);
        seen.push(await etagOf(api));
      }
      expect(new Set(seen).size).toBe(seen.length);
    });

    test.each(changes)("after %s a known tag no longer gives a 304", async (_name, change) => {
      await api.import({ search: { actors: ["User;9"], percentage_of_time: "50" } });
      await api.features.remove("search");
      if (_name !== "create") {
        await api.import({ search: { actors: ["User;9"], percentage_of_time: "50" } });
      }
      const known = { "if-none-match": await etagOf(api) };
      expect((await getList(api, "", known)).status).toBe(304);
      await change(api);
      expect((await getList(api, "", known)).status).toBe(200);
    });

    test("the same content has the same tag again", async () => {
      await api.features.create("search");
      const etag = await etagOf(api);
      await api.gates.post("search", "boolean");
      await api.gates.delete("search", "boolean");
      expect(await etagOf(api)).toBe(etag);
    });

    test("_cb is ignored: same tag, and 304", async () => {
      await api.features.create("search");
      const etag = await etagOf(api);
      expect(await etagOf(api, "?_cb=1700000000")).toBe(etag);
      expect((await getList(api, "?_cb=2", { "if-none-match": etag })).status).toBe(304);
    });

    test("every form of the list has its own tag", async () => {
      await api.import({ a: {}, b: {} });
      const forms = ["", "?exclude_gates=true", "?exclude_gate_names=true", "?keys=a", "?keys=b,a"];
      const tags: string[] = [];
      for (const form of forms) {
        const etag = await etagOf(api, form);
        expect((await getList(api, form, { "if-none-match": etag })).status).toBe(304);
        tags.push(etag);
      }
      expect(new Set(tags).size).toBe(forms.length);
    });

    const encodings: [accept: string, isGzip: boolean][] = [
      ["gzip", true],
      ["gzip, deflate, br", true],
      ["br;q=1.0, GZIP;q=0.5", true],
      ["*", true],
      ["identity", false],
      ["br", false],
      ["gzip;q=0", false],
      ["gzip;q=0, *", false],
      ["*;q=0, identity", false],
    ];

    test.each(encodings)("Accept-Encoding %s: gzip %p", async (accept, isGzip) => {
      await api.import(many);
      const plain = await (await getList(api, "")).text();
      const response = await getList(api, "", { "accept-encoding": accept });
      expect(response.headers.get("content-encoding")).toBe(isGzip ? "gzip" : null);
      expect(response.headers.get("vary")?.toLowerCase()).toBe("accept-encoding");
      expect(response.headers.get("content-type")).toBe("application/json");
      const bytes = await response.arrayBuffer();
      expect(new TextDecoder().decode(isGzip ? Bun.gunzipSync(bytes) : bytes)).toBe(plain);
      expect(bytes.byteLength < plain.length).toBe(isGzip);
    });

    test("the plain and the gzip form have different tags, and either tag gives a 304", async () => {
      await api.import(many);
      const gzip = { "accept-encoding": "gzip" };
      const tags = [await etagOf(api), await etagOf(api, "", gzip)];
      expect(tags[0]).not.toBe(tags[1]);
      for (const tag of tags) {
        for (const accept of [{}, gzip]) {
          const response = await getList(api, "", { ...accept, "if-none-match": tag });
          expect([response.status, await response.text()]).toEqual([304, ""]);
          expect(response.headers.get("content-encoding")).toBeNull();
        }
      }
    });

    test("a refusal has no tag, and is not replaced by a 304", async () => {
      const response = await getList(api, "?keys[x]=1", { "if-none-match": "*" });
      expect(response.status).toBe(400);
      expect(response.headers.get("etag")).toBeNull();
    });
  },
  { groups: ["admins"], pollIntervalSeconds: 15 },
);

describeMountable("interval headers (docs/api.md#response-headers)", (api) => {
  test("are not sent unless configured", async () => {
    const response = await getList(api, "");
    expect(response.headers.get("poll-interval")).toBeNull();
    expect(response.headers.get("telemetry-interval")).toBeNull();
    expect(response.headers.get("poll-shutdown")).toBeNull();
  });
});
