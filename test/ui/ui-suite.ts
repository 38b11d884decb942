import { afterAll, afterEach, beforeAll } from "bun:test";
import type { Page } from "playwright-core";
import type { BrowserName } from "./browser-programs.ts";
import { type PageOptions, settled, setUpOwner, UiBrowser } from "./ui-browser.ts";
import { UiServer } from "./ui-server.ts";

interface SuiteOptions extends PageOptions {
  readonly browser?: BrowserName;
  readonly mode?: "hosted" | "mountable";
  readonly variables?: Readonly<Record<string, string>>;
  /** Fills the server before the browser opens. */
  readonly prepare?: (server: UiServer) => Promise<void>;
}

interface Started {
  readonly server: UiServer;
  readonly browser: UiBrowser;
  /** The owner's page; in the mountable deployment a blank one. */
  readonly page: Page;
}

export interface UiSuite extends Started {
  /** Opens a path of the server and waits until it is loaded; in the owner's page unless given. */
  open(path: string, page?: Page): Promise<void>;
}

/** One server, one browser and the owner's page, for all tests of a `describe`. */
export function uiSuite(options: SuiteOptions = {}): UiSuite {
  const stack = new AsyncDisposableStack();
  let running: Started | undefined;
  const started = () => {
    if (running === undefined) {
      throw new Error("The suite is used before its tests begin");
    }
    return running;
  };
  beforeAll(async () => {
    running = await start(options, stack);
  });
  // An error of a page, or a violation of the policy, fails the test that caused it.
  afterEach(() => started().browser.expectNoProblems());
  afterAll(() => stack.disposeAsync());
  return {
    get server() {
      return started().server;
    },
    get browser() {
      return started().browser;
    },
    get page() {
      return started().page;
    },
    async open(path, page = started().page) {
      await page.goto(started().server.url + path);
      await settled(page);
    },
  };
}

async function start(
  {
    browser: name = "chromium",
    mode = "hosted",
    variables = {},
    prepare,
    ...options
  }: SuiteOptions,
  stack: AsyncDisposableStack,
): Promise<Started> {
  const [server, browser] = await Promise.all([
    UiServer.start(mode, variables),
    UiBrowser.launch(name),
  ]);
  stack.use(server);
  stack.use(browser);
  await prepare?.(server);
  const page = await browser.open(options);
  if (mode === "hosted") {
    await setUpOwner(page, server);
  }
  return { server, browser, page };
}
