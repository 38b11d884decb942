import { afterAll, expect, test } from "bun:test";
import { brotliDecompressSync } from "node:zlib";
import { mountable } from "gatehouse-flags";

const mountPath = "/toggles/api";
const api = mountable({ data: ":memory:", mountPath });
afterAll(() => api.close());

const get = async (path: string) => api.handle(new Request(`http://localhost${path}`));

const assets: [path: string, type: string][] = [
  ["/swagger/swagger-ui.css", "text/css"],
  ["/swagger/swagger-ui.js", "text/javascript; charset=utf-8"],
  ["/swagger/page.js", "text/javascript; charset=utf-8"],
  ["/swagger/icon.svg", "image/svg+xml"],
  ["/swagger/json", "application/json"],
  ["/swagger/page.json", "application/json"],
];

test("the page refers to its own paths only, and each of them answers", async () => {
  const response = await get(`${mountPath}/swagger`);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "text/html; charset=utf-8",
  ]);
  const html = await response.text();
  const references = Array.from(html.matchAll(/(?:src|href)="([^"]*)"/g), ([, url]) => url ?? "");
  expect(references.length).toBeGreaterThan(2);
  for (const url of references) {
    expect(url).toStartWith(`${mountPath}/swagger/`);
    expect((await get(url)).status).toBe(200);
  }
  expect(html).not.toMatch(/https?:|\/\/(?!localhost)\w/);
});

test.each(assets)("%s is served as %s", async (path, type) => {
  const response = await get(mountPath + path);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
  expect((await response.text()).length).toBeGreaterThan(50);
});

test("the page's script loads its document from its own server and uses no validator", async () => {
  const script = await (await get(`${mountPath}/swagger/page.js`)).text();
  expect(script).toContain(`"url":"${mountPath}/swagger/page.json"`);
  expect(script).toContain('"validatorUrl":null');
});

test("the CSS loads nothing from outside", async () => {
  const css = await (await get(`${mountPath}/swagger/swagger-ui.css`)).text();
  const urls = Array.from(css.matchAll(/url\(\s*["']?([^:)]*)/g), ([, scheme]) => scheme);
  expect(new Set(urls)).toEqual(new Set(["data"]));
  expect(css).not.toContain("@import");
});

test("the content security policy allows only own files, and no inline scripts", async () => {
  const policy = (await get(`${mountPath}/swagger`)).headers.get("content-security-policy") ?? "";
  const rules = new Map(
    policy.split("; ").map((rule) => {
      const [name = "", ...sources] = rule.split(" ");
      return [name, sources] as const;
    }),
  );
  expect(rules.get("default-src")).toEqual(["'none'"]);
  expect(rules.get("script-src")).toEqual(["'self'"]);
  expect(rules.get("connect-src")).toEqual(["'self'"]);
  for (const sources of rules.values()) {
    expect(
      sources.every((source) => /^(?:'none'|'self'|'unsafe-inline'|data:)$/.test(source)),
    ).toBe(true);
  }
});

test("errors have a link to the page", async () => {
  const body: unknown = await (await get(`${mountPath}/features/unknown`)).json();
  expect(body).toMatchObject({ more_info: `${mountPath}/swagger` });
});

test("the documentation of the library lists health, and not its own pages", async () => {
  const document = await (await get(`${mountPath}/swagger/json`)).text();
  expect(document).toContain(`"/healthz"`);
  expect(document).not.toContain("swagger-ui");
  expect((await get(`${mountPath}/healthz`)).status).toBe(200);
});

const files = ["swagger-ui.css", "swagger-ui.js", "page.js", "icon.svg", "json", "page.json"];

test.each(files)(
  "/swagger/%s is sent as gzip, and not again to a client that has it",
  async (file) => {
    const url = `http://localhost${mountPath}/swagger/${file}`;
    const ask = (headers: Record<string, string>) => api.handle(new Request(url, { headers }));
    const plain = await ask({});
    const packed = await ask({ "accept-encoding": "gzip" });
    const bytes = new Uint8Array(await packed.arrayBuffer());
    if (file === "icon.svg" || file === "page.js") {
      expect(bytes.length).toBeLessThan(1024);
    } else {
      expect(packed.headers.get("content-encoding")).toBe("gzip");
      expect(bytes.length).toBeLessThan(600_000);
      expect(Bun.gunzipSync(bytes)).toEqual(new Uint8Array(await plain.arrayBuffer()));
    }
    for (const answer of [plain, packed]) {
      const etag = answer.headers.get("etag") ?? "";
      expect(etag).toMatch(/^".+"$/);
      expect(answer.headers.get("vary")).toBe("accept-encoding");
      const again = await ask({ "if-none-match": etag });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    }
    expect((await ask({ "if-none-match": '"other"' })).status).toBe(200);
  },
);

test.each(["swagger-ui.css", "swagger-ui.js"])("/swagger/%s is sent as Brotli", async (file) => {
  const url = `http://localhost${mountPath}/swagger/${file}`;
  const ask = (headers: Record<string, string>) => api.handle(new Request(url, { headers }));
  const plain = await ask({});
  for (const accepted of ["br", "gzip, deflate, br, zstd", "gzip;q=1, br;q=0.5"]) {
    const packed = await ask({ "accept-encoding": accepted });
    expect([packed.headers.get("content-encoding"), packed.headers.get("vary")]).toEqual([
      "br",
      "accept-encoding",
    ]);
    const etag = packed.headers.get("etag") ?? "";
    expect(etag).toEndWith('-br"');
    expect(etag.replace("-br", "")).toBe(plain.headers.get("etag") ?? "");
    const again = await ask({ "if-none-match": etag, "accept-encoding": accepted });
    expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""]);
    const bytes = await packed.bytes();
    expect(bytes.length).toBeLessThan(400_000);
    expect(brotliDecompressSync(bytes)).toEqual(Buffer.from(await plain.clone().arrayBuffer()));
  }
  for (const refused of ["br;q=0", "identity"]) {
    const answer = await ask({ "accept-encoding": refused });
    expect(answer.headers.get("content-encoding")).toBeNull();
    await answer.body?.cancel();
  }
});

test("files whose URL has their version are kept for ever; others are asked for again", async () => {
  const html = await (await get(`${mountPath}/swagger`)).text();
  const urls = Array.from(
    html.matchAll(/(?:src|href)="([^"]*\?v=[^"]*)"/g),
    ([, url]) => url ?? "",
  );
  expect(urls.length).toBe(4);
  for (const url of urls) {
    const caching = async (path: string) => (await get(path)).headers.get("cache-control");
    expect(await caching(url)).toBe("public, max-age=31536000, immutable");
    expect(await caching(`${url}x`)).toBe("no-cache");
    expect(await caching(url.replace(/\?.*/, ""))).toBe("no-cache");
  }
  expect((await get(`${mountPath}/swagger`)).headers.get("cache-control")).toBe("no-cache");
});
