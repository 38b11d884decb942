import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { streamUriOf } from "../api/ofrep/ofrep-schema.ts";
import { gatehouse, type Running, running } from "../documents/running-gatehouse.ts";
import { EventReader } from "../helpers/event-reader.ts";
import { isInstalled, ProxyProcess } from "./proxy-process.ts";

/** In CI, a missing package makes the tests fail instead of being skipped. */
const isRequired = process.env.CI === "true";
const token = "a-token-for-the-proxies";
const limitedBurst = 100;

const sites = [
  ["nginx", "toggles.example", ""],
  ["nginx", "www.example", "/toggles"],
  ["caddy", "toggles.example", ""],
  ["caddy", "www.example", "/toggles"],
] as const;

const privateSites = [...sites, ["caddy of a cluster", "toggles.example", ""]] as const;

describe.each(privateSites)("%s, for https://%s%s", (name, host, basePath) => {
  test.skipIf(!(isInstalled(name) || isRequired))(
    "health and metrics are not for clients from outside, in any form of their paths",
    async () => {
      const server = await running(
        gatehouse("serve", "--port", "0", "--log-level", "error", "--base-path", basePath),
      );
      const upstream = new URL(server.url).host;
      const proxy = await ProxyProcess.start(name, upstream);
      const statusOf = (address: string, path: string, ...words: readonly string[]) =>
        Bun.$`curl --silent --insecure --path-as-is --output /dev/null --write-out %{http_code} ${words} ${address}${path}`.text();
      const { port } = proxy;
      const resolved = ["--resolve", `${host}:${port}:127.0.0.1`];
      const reached: string[] = [];
      try {
        for (const path of ["/healthz", "/readyz", "/metrics"].flatMap(formsOf(basePath))) {
          const outside = await statusOf(`https://${host}:${port}`, path, ...resolved);
          expect([path, outside]).toEqual([path, "404"]);
          if ((await statusOf(`http://${upstream}`, path)) === "200") {
            reached.push(path);
          }
        }
        expect(await statusOf(`https://${host}:${port}`, `${basePath}/features`, ...resolved)).toBe(
          "200",
        );
      } finally {
        await proxy.stop();
        await server.stop();
      }
      // Without the proxy these forms are answered.
      for (const path of ["/metrics", "/metrics/", "//metrics"]) {
        expect(reached).toContain(basePath + path);
      }
    },
  );
});

/** The forms of a path that the server or a proxy could take for it. */
function formsOf(basePath: string) {
  return (path: string): readonly string[] => [
    basePath + path,
    `${basePath}${path}/`,
    `${basePath}${path}//`,
    `${basePath}${path}/x`,
    `${basePath}/${path}`,
    `${basePath}//${path}/`,
    `/${basePath}${path}`,
    `//${basePath}/${path}`,
    `${basePath}/.${path}`,
    `${basePath}/x/..${path}`,
    `${basePath}/x/%2e%2e${path}/`,
    `${basePath}/%${Buffer.from(path.slice(1, 2)).toString("hex")}${path.slice(2)}`,
    basePath + path.toUpperCase(),
    `${basePath}/${path.slice(1, 2).toUpperCase()}${path.slice(2)}/`,
    `${basePath}${path}?x=/`,
  ];
}

describe.each(sites)("%s, for https://%s%s", (name, host, basePath) => {
  describe.skipIf(!(isInstalled(name) || isRequired))("with its file of packaging/", () => {
    let server: Running;
    let proxy: ProxyProcess;
    let port: number;
    beforeAll(async () => {
      server = await running(
        gatehouse(
          ...["serve", "--port", "0", "--log-level", "error", "--trusted-proxy", "127.0.0.1"],
          ...["--base-path", basePath, "--rate-limit-address", `1:${limitedBurst}`],
        ),
        { GATEHOUSE_TOKEN: token, GATEHOUSE_PUBLIC_URL: `https://${host}${basePath}` },
      );
      proxy = await ProxyProcess.start(name, new URL(server.url).host);
      port = proxy.port;
    });
    afterAll(async () => {
      await proxy?.stop();
      await server?.stop();
    });

    /** A request from another loopback address, which the proxy sees as its client's. */
    async function curl(path: string, client: string, ...words: readonly string[]) {
      const child = Bun.spawn(
        [
          ...["curl", "--silent", "--insecure", "--path-as-is", "--interface", client],
          ...["--resolve", `${host}:${port}:127.0.0.1`, ...words, `https://${host}:${port}${path}`],
        ],
        { stdout: "pipe", stderr: "pipe" },
      );
      return { out: await child.stdout.text(), code: await child.exited };
    }

    function request(path: string, init: BunFetchRequestInit = {}, headers = {}) {
      return fetch(`https://127.0.0.1:${port}${basePath}${path}`, {
        ...init,
        headers: { host, "flipper-cloud-token": token, ...headers },
        tls: { ca: proxy.certificate, serverName: host, checkServerIdentity: () => undefined },
      });
    }

    test("an encoded slash in the name of a feature arrives", async () => {
      for (const name of ["a/b", "a b", "ä", "a%2Fb", "c//d"]) {
        const path = `/adapter/features/${encodeURIComponent(name)}/boolean`;
        const enabled = await request(path, { method: "POST" });
        expect(await enabled.json()).toMatchObject({ key: name, state: "on" });
        const removed = `/adapter/features/${encodeURIComponent(name)}`;
        expect((await request(removed, { method: "DELETE" })).status).toBe(204);
      }
    });

    test("ETags, 304 and HEAD are those of the server, with and without gzip", async () => {
      const names = Array.from({ length: 200 }, (_, index) => `feature-${index}`);
      const features = Object.fromEntries(names.map((each) => [each, { boolean: "true" }]));
      const body = JSON.stringify({ version: 1, features });
      const init = { method: "POST", body };
      const json = { "content-type": "application/json" };
      expect((await request("/adapter/import", init, json)).status).toBe(204);
      for (const encoding of ["gzip", "identity"]) {
        const path = "/adapter/features";
        const accepting = { "accept-encoding": encoding };
        const direct = await fetch(`${server.url}${basePath}${path}`, {
          headers: { "flipper-cloud-token": token, ...accepting },
          decompress: false,
        });
        const answer = await request(path, { decompress: false }, accepting);
        const bytes = await answer.bytes();
        expect(answer.headers.get("content-encoding")).toBe(encoding === "gzip" ? "gzip" : null);
        expect(bytes).toEqual(await direct.bytes());
        expect(encoding === "gzip" ? gunzipSync(bytes).length : bytes.length).toBeGreaterThan(
          9_000,
        );
        const etag = answer.headers.get("etag") ?? "none";
        expect(etag).toBe(direct.headers.get("etag") ?? "");
        const again = await request(path, {}, { ...accepting, "if-none-match": etag });
        expect([again.status, await again.text()]).toEqual([304, ""]);
        const head = await request(path, { method: "HEAD" }, accepting);
        expect([head.status, head.headers.get("etag")]).toEqual([200, etag]);
        expect(head.headers.get("content-length")).toBe(direct.headers.get("content-length"));
      }
    });

    test("a long URL and a large import arrive", async () => {
      const keys = Array.from({ length: 9_000 }, (_, index) => `feature-${index}`).join(",");
      expect(keys.length).toBeGreaterThan(100_000);
      const listed = await request(`/adapter/features?keys=${keys}`);
      expect(listed.status).toBe(200);
      const padding = " ".repeat(5_000_000);
      const body = `{"version":1,${padding}"features":{}}`;
      const json = { "content-type": "application/json" };
      const imported = await request("/adapter/import", { method: "POST", body }, json);
      expect(imported.status).toBe(204);
    });

    test("links of answers are those of clients, and errors arrive unchanged", async () => {
      const missing = await request("/adapter/features/unknown");
      expect(missing.status).toBe(404);
      const moreInfo = `https://${host}${basePath}/swagger`;
      expect(await missing.json()).toMatchObject({ code: 1, more_info: moreInfo });
      expect((await request("/adapter/features", {}, { "flipper-cloud-token": "x" })).status).toBe(
        401,
      );
    });

    test("events reach a client at once, and both streams have the paths of clients", async () => {
      const evaluate = (headers: Readonly<Record<string, string>> = {}) =>
        request("/ofrep/v1/evaluate/flags", { method: "POST" }, { "x-api-key": token, ...headers });
      const evaluated = await evaluate();
      const etag = evaluated.headers.get("etag") ?? "none";
      expect(evaluated.status).toBe(200);
      expect((await evaluate({ "if-none-match": etag })).status).toBe(304);
      const path = streamUriOf(await evaluated.json());
      expect(path).toStartWith(`${basePath}/ofrep/v1/stream?ticket=`);
      const streams = [
        new EventReader(await request("/adapter/stream")),
        new EventReader(
          await request(path.slice(basePath.length), {}, { "flipper-cloud-token": "" }),
        ),
      ];
      for (const stream of streams) {
        expect([stream.status, stream.headers.get("content-type")]).toEqual([
          200,
          "text/event-stream",
        ]);
        await stream.next();
        await stream.next();
      }
      await request("/adapter/features/told/boolean", { method: "POST" });
      expect(await streams[0]?.next()).toContain('"keys":["told"]');
      expect(await streams[1]?.next()).toContain("refetchEvaluation");
      expect((await evaluate({ "if-none-match": etag })).status).toBe(200);
      await Promise.all(streams.map((stream) => stream.close()));
    });

    test("the path without a slash leads to the page", async () => {
      const page = await curl(basePath, "127.0.0.1", "--location", "--connect-timeout", "5");
      expect(page.out).toContain("<!doctype html>");
    });

    test("a client is limited by its own address, whatever it says it is", async () => {
      const header = "X-Forwarded-For: 198.51.100.[1-9]";
      const times = `${basePath}/adapter/features?[1-${limitedBurst + 20}]`;
      const words = ["--output", "/dev/null", "--write-out", "%{http_code} "];
      const limited = await curl(times, "127.0.0.2", "--header", header, ...words);
      const statuses = limited.out.trim().split(" ");
      expect(statuses.length).toBe(limitedBurst + 20);
      expect(new Set(statuses)).toEqual(new Set(["401", "429"]));
      const other = await curl(`${basePath}/adapter/features`, "127.0.0.3", ...words);
      expect(other.out.trim()).toBe("401");
    });
  });
});
