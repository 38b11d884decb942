import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { UiBrowser } from "./ui-browser.ts";
import { UiServer } from "./ui-server.ts";

/** Serves a page with the bundled client, and an API with a stream that the tests play. */
class PageServer implements Disposable {
  /** Resolves when a client follows the stream. */
  readonly streaming: Promise<void>;
  readonly #server: Bun.Server<undefined>;
  #stream: ReadableStreamDefaultController<string> | undefined;
  #isOn = false;

  constructor(bundle: string) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.streaming = promise;
    this.#server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      routes: {
        "/": new Response("<!doctype html><title>page</title>", {
          headers: { "content-type": "text/html" },
        }),
        "/client.js": new Response(bundle, { headers: { "content-type": "text/javascript" } }),
        "/favicon.ico": new Response(null, { status: 204 }),
        "/flipper/api/features": () => Response.json({ features: [this.#feature()] }),
        "/flipper/api/telemetry": new Response("{}", { status: 202 }),
        "/flipper/api/stream": (request, server) => {
          server.timeout(request, 0);
          const body = new ReadableStream<string>({
            start: (controller) => {
              this.#stream = controller;
              controller.enqueue("retry: 1000\n\n");
              resolve();
            },
          });
          return new Response(body, { headers: { "content-type": "text/event-stream" } });
        },
      },
    });
  }

  get origin(): string {
    return this.#server.url.origin;
  }

  change(): void {
    this.#isOn = true;
    this.#stream?.enqueue('id: 1\ndata: {"revision":2,"keys":["search"]}\n\n');
  }

  [Symbol.dispose](): void {
    void this.#server.stop(true);
  }

  #feature(): object {
    return { key: "search", gates: [{ key: "boolean", value: this.#isOn }] };
  }
}

const token = "0123456789abcdef0123456789abcdef";
const stack = new AsyncDisposableStack();
let pages: PageServer;
let server: UiServer;
let browser: UiBrowser;
let page: Page;

beforeAll(async () => {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, "../../src/client.ts")],
    target: "browser",
    minify: true,
  });
  pages = stack.use(new PageServer((await outputs[0]?.text()) ?? ""));
  server = stack.use(await UiServer.start("hosted", { GATEHOUSE_CORS_ORIGIN: pages.origin }));
  browser = stack.use(await UiBrowser.launch());
  page = await browser.open();
  await page.goto(pages.origin);
});
afterEach(() => browser.expectNoProblems());
afterAll(() => stack.disposeAsync());

/** Runs the body of an asynchronous function in the page. */
async function inPage(body: string): Promise<unknown> {
  return page.evaluate(
    `(async () => { const { createClient } = await import("/client.js"); ${body} })()`,
  );
}

test("a page of another origin asks a server, keeps a copy, and submits counts", async () => {
  await server.api("POST", "/features/search/expression", {
    Equal: [{ Property: ["plan"] }, "pro"],
  });
  const answers = await inPage(`
    const errors = [];
    const client = createClient({
      url: ${JSON.stringify(server.url)},
      token: "${token}",
      onError: (error) => errors.push(error.message),
      store: { load: () => localStorage.getItem("list"), save: (text) => localStorage.setItem("list", text) },
    });
    const { source } = await client.ready();
    const actor = { flipperId: "User;1", properties: { plan: "pro" } };
    const enabled = [client.enabled("search", actor), client.enabled("search", "User;1")];
    await client.close();
    return { source, enabled, errors, saved: localStorage.getItem("list")?.includes("search") };
  `);
  expect(answers).toEqual({ source: "server", enabled: [true, false], errors: [], saved: true });
  expect(await server.api("GET", "/telemetry/summary?keys=search")).toMatchObject({
    features: [{ summary: { total: 2, enabled: 1 } }],
  });
});

test("a page follows the stream of its own origin", async () => {
  const changed = inPage(`
    const client = createClient({ url: "/flipper/api", stream: true });
    await client.ready();
    window.isReady = true;
    const before = client.enabled("search");
    const keys = await new Promise((resolve) => client.onChange((change) => resolve(change.keys)));
    const after = client.enabled("search");
    await client.close();
    return { before, keys, after };
  `);
  await page.waitForFunction("window.isReady === true");
  await pages.streaming;
  pages.change();
  expect(await changed).toEqual({ before: false, keys: ["search"], after: true });
});
