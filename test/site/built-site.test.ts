import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { base, origin, repositoryUrl } from "../../site/address.ts";
import { pages } from "../../site/pages.ts";
import { launchChromium } from "../ui/browser-programs.ts";

/** What `make site` wrote; the tests run with `make test-site`. */
const directory = process.env.BUILT_SITE ?? "";
const addresses = pages.map(({ slug }) => base + (slug === "index" ? "" : `${slug}/`));

let server: Bun.Server<undefined>;
let browser: Browser;

beforeAll(async () => {
  server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answer });
  browser = await launchChromium();
}, 60_000);

afterAll(async () => {
  await browser.close();
  await server.stop(true);
});

/** Answers as GitHub Pages does. */
function answer(request: Request): Response {
  const { pathname } = new URL(request.url);
  const file = fileOf(pathname);
  return file === undefined
    ? new Response("not found", { status: 404 })
    : new Response(Bun.file(file));
}

/** The file behind a path; undefined if there is none. */
function fileOf(pathname: string): string | undefined {
  if (!pathname.startsWith(base)) {
    return undefined;
  }
  const path = join(directory, decodeURIComponent(pathname.slice(base.length)));
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, "index.html") : path;
  return existsSync(file) ? file : undefined;
}

interface LoadedPage {
  readonly hrefs: readonly string[];
  readonly ids: readonly string[];
}

async function load(address: string): Promise<LoadedPage> {
  const page = await browser.newPage();
  const requests: string[] = [];
  const problems: string[] = [];
  page.on("request", (request) => void requests.push(request.url()));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      problems.push(message.text());
    }
  });
  page.on("pageerror", (error) => void problems.push(error.message));
  try {
    const response = await page.goto(`${server.url.origin}${address}`, {
      waitUntil: "networkidle",
    });
    expect(response?.status()).toBe(200);
    expect(
      requests.filter((url) => !url.startsWith(server.url.origin) && !url.startsWith("data:")),
    ).toEqual([]);
    expect(problems).toEqual([]);
    const links = page.locator("a[href], link[href], img[src], script[src]");
    return {
      hrefs: await links.evaluateAll((elements) =>
        elements.map((each) => each.getAttribute("href") ?? each.getAttribute("src") ?? ""),
      ),
      ids: await page.locator("[id]").evaluateAll((elements) => elements.map(({ id }) => id)),
    };
  } finally {
    await page.close();
  }
}

test("every page loads without a request to elsewhere and without an error, and every link has a target", async () => {
  const loaded = new Map<string, LoadedPage>();
  for (const address of addresses) {
    loaded.set(address, await load(address));
  }
  const broken = [...loaded].flatMap(([from, { hrefs }]) =>
    hrefs.filter((href) => !hasTarget(from, href, loaded)).map((href) => `${from}: ${href}`),
  );
  expect(broken).toEqual([]);
}, 180_000);

/** Links to other sites are right if the documents are; those to the own repository are files. */
function hasTarget(from: string, href: string, loaded: ReadonlyMap<string, LoadedPage>): boolean {
  const url = new URL(href, origin + from);
  if (url.href.startsWith(`${repositoryUrl}/blob/`)) {
    const [, , , , , ...path] = url.pathname.split("/");
    return existsSync(join(import.meta.dir, "../..", path.join("/")));
  }
  if (url.origin !== origin) {
    return true;
  }
  const page = loaded.get(url.pathname);
  const anchor = decodeURIComponent(url.hash.slice(1));
  return page === undefined
    ? fileOf(url.pathname) !== undefined && anchor === ""
    : anchor === "" || page.ids.includes(anchor);
}

test("a reader finds a page by its words", async () => {
  const page = await browser.newPage();
  try {
    await page.goto(`${server.url.origin}${base}`, { waitUntil: "networkidle" });
    await page.keyboard.press("Control+k");
    await page.locator("dialog input").fill("percentage of actors");
    const found = page.locator("dialog a[href*='/']").first();
    await found.waitFor();
    expect(await found.getAttribute("href")).toStartWith(base);
  } finally {
    await page.close();
  }
}, 60_000);

test("language models get a list of pages, and each page as Markdown", async () => {
  const list = await (await fetch(`${server.url.origin}${base}llms.txt`)).text();
  for (const { slug } of pages) {
    expect(list).toContain(`${origin}${base}${slug}.md`);
    const markdown = await fetch(`${server.url.origin}${base}${slug}.md`);
    expect(markdown.status).toBe(200);
    expect(await markdown.text()).toStartWith("# ");
  }
});
