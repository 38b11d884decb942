import { afterAll, beforeAll, expect, test } from "bun:test";
import { UiBrowser } from "./ui-browser.ts";
import { UiServer } from "./ui-server.ts";

const token = "0123456789abcdef0123456789abcdef";
const stack = new AsyncDisposableStack();
let server: UiServer;
let browser: UiBrowser;

beforeAll(async () => {
  server = stack.use(await UiServer.start("hosted"));
  browser = stack.use(await UiBrowser.launch());
});
afterAll(() => stack.disposeAsync());

test("a browser reads a long list, whose gzip form is joined from blocks", async () => {
  const keys = Array.from({ length: 2_500 }, (_, index) => `release 🎉 ${10_000 + index}`);
  const features = Object.fromEntries(keys.map((key) => [key, { actors: [`User;${key}`] }]));
  await server.api("POST", "/import", { version: 1, features });
  const page = await browser.open();
  await page.goto(server.url);
  const listed = await page.evaluate(`fetch("/adapter/features", {
    headers: { "flipper-cloud-token": "${token}" },
  }).then(async (answer) => ({
    coding: answer.headers.get("content-encoding"),
    keys: (await answer.json()).features.map(({ key }) => key),
  }))`);
  expect(listed).toEqual({ coding: "gzip", keys });
});
