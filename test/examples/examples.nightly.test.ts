import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { freePort } from "../helpers/free-port.ts";
import { UiBrowser } from "../ui/ui-browser.ts";
import type { ExampleApp } from "./example-app.ts";
import { endpoints, missingFor, react } from "./example-programs.ts";
import { ExampleServer, expectStartWithoutServer, someGates } from "./example-server.ts";

const timeoutMs = 600_000;
const data = new TemporaryDirectory();
const apps = new Map<string, ExampleApp>();
const started = (name: string): ExampleApp => {
  const app = apps.get(name);
  if (app === undefined) {
    throw new Error(`${name} is not running`);
  }
  return app;
};
let server: ExampleServer;
let pagePort: number;

beforeAll(async () => {
  pagePort = await freePort();
  server = await ExampleServer.start(join(data.path, "data"), `http://127.0.0.1:${pagePort}`);
}, timeoutMs);
afterAll(() => {
  for (const app of apps.values()) {
    app[Symbol.dispose]();
  }
  server[Symbol.dispose]();
  data[Symbol.dispose]();
});

const here = endpoints.filter((example) => missingFor(example) === undefined);
const rows = here.map((example) => [example.name, example] as const);
const isPageHere = missingFor(react) === undefined;

describe.each([...endpoints, react].map((example) => [example.name, missingFor(example)] as const))(
  "the example %s",
  (_, missing) => {
    test.skipIf(missing !== undefined)(`can run here${missing ? `: ${missing}` : ""}`, () => {
      expect(missing).toBeUndefined();
    });
  },
);

test.each(rows)(
  "the example %s has the results of the server, and follows changes",
  async (name, example) => {
    const app = await server.run(example);
    apps.set(name, app);
    await server.expectFollowed(app);
  },
  timeoutMs,
);

/** What the page for a query shows in the end. */
async function showing(browser: UiBrowser, query: string, expectedErrors: readonly string[] = []) {
  const page = await browser.open({ expectedErrors });
  await page.goto(`${started("react").url}/checkout?${query}`);
  return {
    page,
    shows: (text: string) => page.getByRole("heading", { name: `${text} checkout` }).waitFor(),
  };
}

test.skipIf(!isPageHere)(
  "the example react shows the results of the server, and follows changes",
  async () => {
    await server.set({});
    apps.set("react", await server.run(react, pagePort));
    await using browser = await UiBrowser.launchOwn();
    const { page, shows } = await showing(browser, "user=42");
    await shows("old");
    await server.set(someGates);
    await shows("new");
    await (await showing(browser, "user=43")).shows("old");
    await (await showing(browser, "user=43&group=staff")).shows("new");
    browser.expectNoProblems();
    await page.close();
  },
  timeoutMs,
);

test(
  "without the server the examples answer, stop at a signal, and start",
  async () => {
    const all = here.map((example) => [started(example.name), example] as const);
    await server.stopUnder(all);
    for (const each of all) {
      await expectStartWithoutServer(each);
    }
    if (isPageHere) {
      await using browser = await UiBrowser.launchOwn();
      const { shows } = await showing(browser, "user=42", ["Failed to load", "OFREPApiFetchError"]);
      await shows("old");
      browser.expectNoProblems();
      expect(react.ends).toContain(await started("react").stop());
    }
  },
  timeoutMs,
);
