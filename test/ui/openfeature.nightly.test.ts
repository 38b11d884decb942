import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { documentBlocks } from "../documents/document-blocks.ts";
import { FlagSite } from "./flag-site.ts";
import { UiBrowser } from "./ui-browser.ts";

/** The page of these tests: it shows a flag, and the events of its provider. */
const script = `
import { OFREPWebProvider } from "@openfeature/ofrep-web-provider";
import { OpenFeature, ProviderEvents } from "@openfeature/web-sdk";

const options = JSON.parse(decodeURIComponent(location.hash.slice(1)) || "{}");
const provider = new OFREPWebProvider({
  baseUrl: "http://127.0.0.1:8080",
  headers: [["X-API-Key", "TOKEN"]],
  ...options,
});
const client = OpenFeature.getClient();
const events = [];
const show = () => {
  const { value, reason } = client.getBooleanDetails("search", false);
  document.body.innerHTML = "<p>" + value + " " + reason + "</p><p>" + events.join(" ") + "</p>";
  return document.body.textContent;
};
window.show = show;
for (const event of Object.values(ProviderEvents)) {
  client.addHandler(event, () => {
    events.push(event);
    show();
  });
}
window.ask = (user) => OpenFeature.setContext({ targetingKey: user }).then(show);
window.hide = (isHidden) => {
  Object.defineProperty(document, "visibilityState", {
    value: isHidden ? "hidden" : "visible",
    configurable: true,
  });
  document.dispatchEvent(new Event("visibilitychange"));
};
await OpenFeature.setProviderAndWait(provider, { targetingKey: "User;1" });
show();
`;

const blockOf = (kind: string) => {
  const [block] = documentBlocks().filter(({ test: word }) => word === kind);
  if (block === undefined) {
    throw new Error(`docs/openfeature.md has no block for ${kind}`);
  }
  return block.text;
};

let site: FlagSite;
let browser: UiBrowser;
beforeAll(async () => {
  [site, browser] = await Promise.all([FlagSite.start(), UiBrowser.launch()]);
});
afterEach(() => browser.expectNoProblems());
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const evaluationPath = "/ofrep/v1/evaluate/flags";
const streamPath = "/ofrep/v1/stream?ticket=";

/** The statuses of a page's evaluations so far. */
function evaluationsOf(page: Page): number[] {
  const statuses: number[] = [];
  page.on("response", (response) => {
    if (response.url().includes(evaluationPath) && response.request().method() === "POST") {
      statuses.push(response.status());
    }
  });
  return statuses;
}

/**
 * Expects so many whole answers. One 304 may be beside them: a stream that is opened soon after a
 * change says so, as the page may have asked before.
 */
function expectWholeAnswers(statuses: readonly number[], count: number): void {
  expect(statuses.filter((status) => status !== 304)).toEqual(new Array(count).fill(200));
  expect(statuses.length).toBeLessThanOrEqual(count + 1);
}

/** The streams that a page has opened, and how many of them have ended. */
function streamsOf(page: Page) {
  const counts = { opened: 0, ended: 0 };
  page.on("request", (request) => {
    counts.opened += request.url().includes(streamPath) ? 1 : 0;
  });
  const onEnd = (request: { url(): string }) => {
    counts.ended += request.url().includes(streamPath) ? 1 : 0;
  };
  page.on("requestfinished", onEnd);
  page.on("requestfailed", onEnd);
  return counts;
}

async function opened(options: Readonly<Record<string, unknown>>, expectedErrors: string[] = []) {
  await site.api("POST", "/import", { features: { search: {} } });
  const page = await browser.open({ expectedErrors });
  const [evaluations, streams] = [evaluationsOf(page), streamsOf(page)];
  const url = await site.addPage("page.ts", script);
  const connected =
    options.changeDetection === "polling"
      ? undefined
      : page.waitForResponse((response) => response.url().includes(streamPath));
  await page.goto(`${url}#${encodeURIComponent(JSON.stringify(options))}`);
  await connected;
  await page.getByText("false STATIC").waitFor();
  return { page, evaluations, streams };
}

const enable = () => site.api("POST", "/features/search/actors", { flipper_id: "User;1" });
const disable = () => site.api("DELETE", "/features/search/actors", { flipper_id: "User;1" });

describe("the web SDK with its OFREP provider, on a page of another origin", () => {
  test("is told of changes by the stream, and asks only then", async () => {
    const { page, evaluations, streams } = await opened({});
    await enable();
    await page.getByText("true TARGETING_MATCH").waitFor();
    await disable();
    await page.getByText("false STATIC").waitFor();
    expectWholeAnswers(evaluations, 3);
    expect(streams).toEqual({ opened: 1, ended: 0 });
    await page.close();
  });

  test("that polls sends the tag, and gets 304 until something changes", async () => {
    const { page, evaluations, streams } = await opened({
      changeDetection: "polling",
      pollInterval: 50,
    });
    await page.waitForResponse((response) => response.status() === 304);
    await enable();
    await page.getByText("true TARGETING_MATCH").waitFor();
    await page.waitForResponse((response) => response.status() === 304);
    expect(evaluations.filter((status) => status === 200)).toHaveLength(2);
    expect(new Set(evaluations)).toEqual(new Set([200, 304]));
    expect(streams.opened).toBe(0);
    await page.close();
  });

  test("asks for another context, and keeps the tag of its own", async () => {
    const { page, evaluations } = await opened({ cacheMode: "disabled" });
    await enable();
    await page.getByText("true TARGETING_MATCH").waitFor();
    await page.evaluate('window.ask("User;2")');
    await page.getByText("false TARGETING_MATCH").waitFor();
    await page.evaluate('window.ask("User;1")');
    await page.getByText("true TARGETING_MATCH").waitFor();
    // Without a cache the page has no tag at its start, so the one answer beside them may be whole.
    const whole = evaluations.filter((status) => status === 200).length;
    expect([4, 5]).toContain(whole);
    expect(evaluations.length).toBeLessThanOrEqual(5);
    await page.close();
  });

  test("closes the stream of a hidden page, and asks again when it is shown", async () => {
    const { page, evaluations, streams } = await opened({ inactivityDelaySec: 0.05 });
    const closed = page.waitForEvent("requestfailed");
    await page.evaluate("window.hide(true)");
    await closed;
    expect(streams).toEqual({ opened: 1, ended: 1 });
    await enable();
    expectWholeAnswers(evaluations, 1);
    await page.evaluate("window.hide(false)");
    await page.getByText("true TARGETING_MATCH").waitFor();
    await disable();
    await page.getByText("false STATIC").waitFor();
    expect(streams.opened).toBe(2);
    await page.close();
  });

  test("follows a server that was started again, whose old tickets are worth nothing", async () => {
    const { page, streams } = await opened({}, [
      "Failed to load",
      "blocked by CORS",
      "EventSource",
    ]);
    await site.stopServer();
    await page.getByText("PROVIDER_STALE").waitFor();
    await site.startServer();
    const connected = page.waitForResponse(
      (response) => response.url().includes(streamPath) && response.status() === 200,
    );
    await enable();
    // The provider asks again after some seconds, and says so to nobody.
    await page.waitForFunction("window.show().includes('true TARGETING_MATCH')");
    await connected;
    const reopened = streams.opened;
    expect(reopened).toBeGreaterThan(1);
    await disable();
    await page.getByText("false STATIC").waitFor();
    expect(streams.opened).toBe(reopened);
    await page.close();
  });

  test("is told in time that its token is wrong", async () => {
    await site.api("POST", "/import", { features: { search: {} } });
    const page = await browser.open({ expectedErrors: ["401", "Initialization failed"] });
    const url = await site.addPage("wrong.ts", script.replace("TOKEN", "wrong"));
    await page.goto(url);
    await page.getByText("PROVIDER_ERROR").waitFor();
    await page.close();
  });
});

describe.each([
  ["the browser", "browser", "example.ts"],
  ["React", "react", "example.tsx"],
])("the example for %s in docs/openfeature.md", (_name, kind, file) => {
  test("shows a feature, and changes with it", async () => {
    await site.api("POST", "/import", { features: { search: {} } });
    const page = await browser.open();
    await page.goto(await site.addPage(file, blockOf(kind)));
    const shown = (text: string) =>
      kind === "react"
        ? page.getByRole("heading", { name: text }).waitFor()
        : page.waitForFunction(`document.title === ${JSON.stringify(text)}`);
    await shown("old search");
    await site.api("POST", "/features/search/actors", { flipper_id: "User;42" });
    await shown("new search");
    await page.close();
  });
});
