import type { Page } from "playwright-core";
import { settled, setUpOwner, UiBrowser } from "../test/ui/ui-browser.ts";
import { UiServer } from "../test/ui/ui-server.ts";
import { readable, table } from "./report-table.ts";
import { median, quantile } from "./statistics.ts";

/** `make bench-page`: how long a person waits for the web UI, in Chromium on this machine. */
const loads = 5;
const searches = 10;
const openings = 20;
const navigations = 200;
const waitMs = 30_000;

interface Link {
  readonly latencyMs: number;
  readonly bytesPerSecond: number;
}

/** Of a phone that has hardly any reception. */
const slowLink: Link = { latencyMs: 400, bytesPerSecond: 50 * 1_024 };
/** Of a phone on the way: 4 Mbit/s. */
const mobileLink: Link = { latencyMs: 100, bytesPerSecond: 500_000 };

/** Records in the page when the first row was there, and how far its layout shifted. */
const recorder = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  const look = () => {
    if (document.querySelector("[role=grid] [role=row] a") === null) requestAnimationFrame(look);
    else window.rowsAt = performance.now();
  };
  look();`;

interface Load {
  readonly paint: number;
  readonly rows: number;
  readonly shift: number;
  /** What the server sent until the rows were there, with its headers; 0 without a link. */
  readonly bytes: number;
}

/** Loads the list as a browser that knows only the session. */
async function load(browser: UiBrowser, owner: Page, link?: Link): Promise<Load> {
  const page = await browser.open();
  const context = page.context();
  await context.addCookies(await owner.context().cookies());
  await context.addInitScript(recorder);
  let bytes = 0;
  if (link !== undefined) {
    const session = await context.newCDPSession(page);
    session.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: link.latencyMs,
      downloadThroughput: link.bytesPerSecond,
      uploadThroughput: link.bytesPerSecond,
    });
  }
  await page.goto(new URL("/", owner.url()).href, { timeout: waitMs, waitUntil: "commit" });
  await page.getByRole("row").getByRole("link").first().waitFor({ timeout: waitMs });
  const bytesOfRows = bytes;
  await settled(page);
  const found: unknown = await page.evaluate(`({
    paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    rows: window.rowsAt,
    shift: window.shift,
  })`);
  await context.close();
  return { ...(found as Load), bytes: bytesOfRows };
}

async function medianLoad(browser: UiBrowser, owner: Page, link?: Link): Promise<Load> {
  const found: Load[] = [];
  for (let round = 0; round < loads; round++) {
    found.push(await load(browser, owner, link));
  }
  return {
    paint: median(found.map(({ paint }) => paint)),
    rows: median(found.map(({ rows }) => rows)),
    shift: Math.max(...found.map(({ shift }) => shift)),
    bytes: median(found.map((each) => each.bytes)),
  };
}

/**
 * Milliseconds from an event of the page, which `act` causes, until a frame in which `isDone` is
 * true; `isDone` is an expression of the page.
 */
async function timed(page: Page, event: string, isDone: string, act: () => Promise<unknown>) {
  await page.evaluate(`window.measured = new Promise((resolve) => {
    addEventListener(${JSON.stringify(event)}, () => {
      const startedAt = performance.now();
      const look = () => {
        if (${isDone}) resolve(performance.now() - startedAt);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, { once: true, capture: true });
  }), 0`);
  await act();
  return Number(await page.evaluate("window.measured"));
}

const rowCount = `document.querySelector("[role=grid]")?.getAttribute("aria-rowcount")`;
const firstRow = `document.querySelector("[role=grid] [role=row] a")?.textContent`;

async function timeSearches(page: Page) {
  const frames: number[] = [];
  const rows: number[] = [];
  for (let round = 0; round < searches; round++) {
    await page.getByLabel("Search features").focus();
    for (const digit of String(1_234 + 307 * round)) {
      const before = String(await page.evaluate(rowCount));
      rows.push(
        await timed(page, "keydown", `${rowCount} !== ${JSON.stringify(before)}`, () =>
          page.keyboard.press(digit),
        ),
      );
    }
    for (let back = 0; back < 4; back++) {
      frames.push(await timed(page, "keydown", "true", () => page.keyboard.press("Backspace")));
      await page.waitForTimeout(100);
    }
  }
  await page.keyboard.press("Escape");
  return { frames, rows };
}

async function timeSorts(page: Page): Promise<readonly number[]> {
  const found: number[] = [];
  for (let round = 0; round < searches; round++) {
    const before = String(await page.evaluate(firstRow));
    found.push(
      await timed(page, "click", `${firstRow} !== ${JSON.stringify(before)}`, () =>
        page.getByRole("button", { name: "Sort by Feature" }).click(),
      ),
    );
  }
  return found;
}

async function timeOpenings(page: Page) {
  const heads: number[] = [];
  const wholes: number[] = [];
  for (let round = 0; round < openings; round++) {
    const link = page
      .getByRole("row")
      .getByRole("link")
      .nth(round % 10);
    const key = String(await link.textContent());
    const isThere = `document.querySelector("h1")?.textContent === ${JSON.stringify(key)}`;
    const isWhole = `${isThere} && document.querySelector("main section") !== null &&
      document.querySelector("[aria-busy=true]") === null`;
    const isHeadRound = round % 2 === 0;
    const ms = await timed(page, "click", isHeadRound ? isThere : isWhole, () => link.click());
    (isHeadRound ? heads : wholes).push(ms);
    await settled(page);
    await page.goBack();
    await page.getByRole("row").getByRole("link").first().waitFor();
  }
  return { heads, wholes };
}

/** Bytes of the heap that the page keeps. */
async function keptHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}

async function heapAfterNavigations(page: Page) {
  for (let round = 0; round < navigations / 2; round++) {
    await page
      .getByRole("row")
      .getByRole("link")
      .nth(round % 15)
      .click();
    await settled(page);
    await page.goBack();
    await page.getByRole("row").getByRole("link").first().waitFor();
  }
  return keptHeap(page);
}

async function fill(server: UiServer, count: number): Promise<void> {
  const features = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `feature_${String(index).padStart(4, "0")}`,
      index % 3 === 0 ? { boolean: "true" } : { percentage_of_actors: String(index % 100) },
    ]),
  );
  await server.api("POST", "/import", { version: 1, features });
}

await using server = await UiServer.start();
await using browser = await UiBrowser.launchOwn();
await fill(server, 300);
const owner = await browser.open();
await setUpOwner(owner, server);
const few = await medianLoad(browser, owner);
const mobile = await medianLoad(browser, owner, mobileLink);
const slow = await medianLoad(browser, owner, slowLink);
await fill(server, 5_000);
const many = await medianLoad(browser, owner);
await owner.goto(new URL("/", owner.url()).href);
await settled(owner);
const { frames, rows } = await timeSearches(owner);
const sorts = await timeSorts(owner);
const heapBefore = await keptHeap(owner);
const { heads, wholes } = await timeOpenings(owner);
const heapAfter = await heapAfterNavigations(owner);

const mebi = 2 ** 20;
console.log(
  table([
    ["what a person waits for", "measured", "at most"],
    ["first paint, ms", readable(few.paint), "300"],
    ["first paint, 4 Mbit/s and 100 ms", readable(mobile.paint), "500"],
    ["first paint, slow link", readable(slow.paint), "1,500"],
    ["rows, 300 features", readable(few.rows), "1,200"],
    ["rows, 5,000 features", readable(many.rows), "1,600"],
    ["rows, 300 features, 4 Mbit/s and 100 ms", readable(mobile.rows), "900"],
    ["sent until these rows, kB", readable(mobile.bytes / 1_000), "150"],
    ["rows, 300 features, slow link", readable(slow.rows), "4,000"],
    ["layout shift", Math.max(few.shift, mobile.shift, slow.shift, many.shift).toFixed(3), "0"],
    ["key to frame, 5,000 features, p95", readable(quantile(frames, 0.95)), "16"],
    ["key to rows, 5,000 features, p95", readable(quantile(rows, 0.95)), "100"],
    ["sort, 5,000 features, p95", readable(quantile(sorts, 0.95)), "80"],
    ["head of an opened feature, p95", readable(quantile(heads, 0.95)), "-"],
    ["whole opened feature, p95", readable(quantile(wholes, 0.95)), "150"],
    ["heap on the list, MiB", readable(heapBefore / mebi), "-"],
    ["heap after 200 navigations", readable(heapAfter / mebi), "12"],
  ]),
);
