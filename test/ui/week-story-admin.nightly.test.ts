import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { RawReceiver } from "../webhooks/targets/raw-receiver.ts";
import { gatesOf } from "./feature-gates.ts";
import { Hand } from "./hand.ts";
import { saveBar, signIn } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

const answer = "not ready";
const receiver = await RawReceiver.listen((socket) => {
  socket.end(`HTTP/1.1 500 No\r\nContent-Length: ${answer.length}\r\n\r\n${answer}`);
});

/** The tasks of the people who look after the server and its features. */
describe("The first week of an admin", () => {
  afterAll(() => receiver[Symbol.asyncDispose]());
  const suite = uiSuite({
    expectedErrors: ["401"],
    variables: { GATEHOUSE_WEBHOOK_ALLOW: "127.0.0.0/8" },
    prepare: async (server) => {
      await server.api("POST", "/environments", { name: "Staging" });
      for (const name of ["alpha", "beta", "gamma", "stale_1", "stale_2", "stale_3"]) {
        await server.api("POST", "/features", { name });
      }
      const time = Math.floor(Date.now() / 1_000);
      await server.api("POST", "/telemetry", {
        request_id: crypto.randomUUID(),
        enabled_metrics: ["alpha", "beta", "gamma"].map((key) => ({
          ...{ key, time, result: true, value: 7 },
        })),
      });
    },
  });
  let hand: Hand;
  beforeEach(() => {
    hand = new Hand(suite.page);
  });

  const button = (name: string) => suite.page.getByRole("button", { name, exact: true });
  const dialog = (name: string | RegExp) => suite.page.getByRole("dialog", { name });
  const selection = () => suite.page.getByRole("region", { name: "Selection" });
  const change = async (environment: string, key: string, percentage: number) => {
    const url = `${suite.server.url}/admin/v1/environments/${environment}/features/${key}/percentage-of-actors`;
    const sent = { data: { percentage }, headers: { origin: suite.server.url } };
    expect((await suite.page.request.put(url, sent)).status()).toBe(200);
  };

  test("three features are compared and copied", async () => {
    const { page, server } = suite;
    for (const key of ["alpha", "beta", "gamma"]) {
      await change("staging", key, 20);
    }
    await suite.open("/");
    await hand.goTo("compare", "Compare environments");
    await hand.click(page.getByRole("checkbox", { name: "Select all that differ" }));
    await selection().getByText("3 selected").waitFor();
    await hand.click(selection().getByRole("button", { name: "Copy to Production…" }));
    await dialog(/^Copy/).getByText("3 features change").waitFor();
    await hand.hasFocus(dialog(/^Copy/).getByLabel("Type 3 to confirm"));
    await hand.confirm("3");
    await hand.press("Enter");
    await dialog(/^Copy/).waitFor({ state: "detached" });
    expect((await gatesOf(server, "gamma")).percentageOfActors).toBe(20);
    expect(hand.effort()).toEqual({ clicks: 2, keys: 3, confirmed: 1 });
  });

  test("three features that nobody checks are deleted", async () => {
    const { page, server } = suite;
    await suite.open("/");
    await hand.click(page.getByRole("link", { name: /^Never evaluated/ }));
    await page.getByRole("row").filter({ hasText: "alpha" }).waitFor({ state: "detached" });
    await hand.press("Control+a");
    await selection().getByText("3 selected").waitFor();
    await hand.click(selection().getByRole("button", { name: "Delete…" }));
    await hand.hasFocus(dialog("Delete 3 features?").getByLabel("Type 3 to confirm"));
    await hand.confirm("3");
    await hand.press("Enter");
    await page.getByText("3 of 3 deleted, as one step.").waitFor();
    expect((await server.fetch("GET", "/features/stale_1")).status).toBe(404);
    expect((await server.fetch("GET", "/features/alpha")).status).toBe(200);
    expect(hand.effort()).toEqual({ clicks: 2, keys: 2, confirmed: 1 });
  });

  test("a token is rotated", async () => {
    const { page } = suite;
    await suite.open("/");
    await hand.press("g", "t");
    await hand.click(page.getByRole("button", { name: /^Rotate / }).first());
    await hand.click(button("Rotate"));
    await hand.click(button("I have copied it"));
    await dialog("Copy the token now").waitFor({ state: "detached" });
    await page
      .getByRole("button", { name: /^Rotate / })
      .nth(1)
      .waitFor();
    expect(hand.effort()).toEqual({ clicks: 3, keys: 2, confirmed: 0 });
  });

  test("a webhook is created, and its failure is read", async () => {
    const { page } = suite;
    await suite.open("/");
    await hand.goTo("webhooks", "Settings: Webhooks");
    await hand.click(button("New webhook"));
    await hand.hasFocus(dialog("New webhook").getByLabel("URL"));
    await hand.type(`http://127.0.0.1:${receiver.port}/hook`);
    await hand.press("Enter");
    await hand.click(button("I have copied it"));
    await hand.click(button("Send a test"));
    const delivery = page.getByRole("region", { name: "Deliveries" }).getByRole("listitem");
    await delivery.getByText(answer, { exact: true }).waitFor();
    expect(hand.effort()).toEqual({ clicks: 3, keys: 3, confirmed: 0 });
  });

  test("a file is imported", async () => {
    const { page, server } = suite;
    await suite.open("/");
    await hand.goTo("import", "Settings: Export and import");
    const features = { alpha: {}, beta: {}, added: { boolean: "true" } };
    const chooser = page.waitForEvent("filechooser");
    await hand.click(page.locator("button", { hasText: "Choose a file" }));
    await (await chooser).setFiles({
      name: "features.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify({ version: 1, features })),
    });
    const action = "Delete 1 feature, change 3";
    await hand.click(button(action));
    await dialog(`${action}?`).getByText("gamma", { exact: true }).waitFor();
    await hand.hasFocus(dialog(`${action}?`).getByLabel("Type 1 to confirm"));
    await hand.confirm("1");
    await hand.press("Enter");
    await page.getByText("The import is done.").waitFor();
    expect((await gatesOf(server, "added")).state).toBe("on");
    expect((await server.fetch("GET", "/features/gamma")).status).toBe(404);
    expect(hand.effort()).toEqual({ clicks: 2, keys: 3, confirmed: 1 });
  });

  test("a feature is changed on a phone", async () => {
    const { server, browser } = suite;
    const phone = await browser.open({ isPhone: true, expectedErrors: ["401"] });
    await signIn(phone, server);
    hand = new Hand(phone);
    await hand.click(phone.getByRole("link", { name: "beta", exact: true }));
    const row = phone.getByRole("region", { name: "Percentage of actors", exact: true });
    await hand.click(row.getByRole("button", { name: /^Percentage/ }));
    await hand.click(row.getByRole("button", { name: "10%", exact: true }));
    await hand.click(saveBar(phone).getByRole("button", { name: "Review" }));
    const review = phone.getByRole("dialog", { name: /^Review/ });
    await hand.click(review.getByRole("button", { name: "Apply" }));
    await review.waitFor({ state: "detached" });
    expect((await gatesOf(server, "beta")).percentageOfActors).toBe(10);
    expect(hand.effort()).toEqual({ clicks: 5, keys: 0, confirmed: 0 });
  });

  test("a feature is changed with the keyboard alone", async () => {
    const { page, server } = suite;
    await suite.open("/");
    await hand.goTo("alpha", /^alpha/);
    await page.getByRole("region", { name: "Percentage of actors", exact: true }).waitFor();
    await hand.press("p");
    await hand.hasFocus(page.getByRole("spinbutton", { name: "Percentage of actors" }));
    await hand.press("Control+a");
    await hand.type("15");
    await hand.press("Enter");
    await dialog(/^Review/)
      .locator("button:enabled", { hasText: "Apply" })
      .waitFor();
    await hand.press("Control+Enter");
    await dialog(/^Review/).waitFor({ state: "detached" });
    expect((await gatesOf(server, "alpha")).percentageOfActors).toBe(15);
    expect(hand.effort()).toEqual({ clicks: 0, keys: 6, confirmed: 0 });
  });
});
