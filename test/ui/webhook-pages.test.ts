import { afterAll, describe, expect, test } from "bun:test";
import { RawReceiver } from "../webhooks/targets/raw-receiver.ts";
import { accessibilityProblems, sidewaysScroll } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

const hostile = `<img src=x onerror="alert(1)">${"W".repeat(80)}`;

/** What the receiver answers next; each connection asks once. */
let status = "200 OK";
let answer = hostile;
const receiver = await RawReceiver.listen((socket) => {
  const length = Buffer.byteLength(answer);
  socket.end(`HTTP/1.1 ${status}\r\nContent-Length: ${length}\r\n\r\n${answer}`);
});

describe("Webhooks", () => {
  afterAll(() => receiver[Symbol.asyncDispose]());
  const suite = uiSuite({
    // The page of a webhook asks once more when it is deleted.
    expectedErrors: ["404", "422"],
    variables: { GATEHOUSE_WEBHOOK_ALLOW: "127.0.0.0/8" },
  });

  const dialog = (name: string) => suite.page.getByRole("dialog", { name });
  const button = (name: string) => suite.page.getByRole("button", { name, exact: true });
  const deliveries = () =>
    suite.page.getByRole("region", { name: "Deliveries" }).getByRole("listitem");
  const act = async (name: string) => {
    await button("Actions").click();
    await suite.page.getByRole("menuitem", { name }).click();
  };

  async function expectFine(): Promise<void> {
    const { page } = suite;
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(page, colorScheme)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await sidewaysScroll(page)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  }

  test("a target that is not allowed is refused with the reason", async () => {
    const { page } = suite;
    await suite.open("/settings/webhooks");
    await page.getByText("No webhooks yet").waitFor();
    await button("New webhook").click();
    const form = dialog("New webhook");
    await form.getByLabel("URL").fill("https://10.1.2.3/hook");
    await form.getByRole("button", { name: "Create" }).click();
    await form.getByText("whose address is not public (private)").waitFor();
    await expectFine();
    await form.getByRole("button", { name: "Cancel" }).click();
  });

  test("a webhook is created, and its secret is shown once", async () => {
    const { page } = suite;
    await button("New webhook").click();
    const form = dialog("New webhook");
    await form.getByLabel("URL").fill(`http://127.0.0.1:${receiver.port}/hook`);
    await form.getByLabel("Name").fill(hostile);
    await form.getByLabel("feature.updated").check();
    await form.getByLabel("Feature keys").fill("shop_*");
    await form.getByRole("button", { name: "Create" }).click();
    const secret = dialog("Copy the secret now");
    await secret.getByText(/^whsec_/).waitFor();
    const value = await secret.getByText(/^whsec_/).textContent();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button("I have copied it").click();
    await page.getByText("Nothing was sent yet").waitFor();
    expect(await page.content()).not.toContain(value);
    await page.getByRole("link", { name: "All webhooks" }).click();
    await page.getByRole("link", { name: `Show ${hostile}` }).waitFor();
    await expectFine();
    await page.getByRole("link", { name: `Show ${hostile}` }).click();
    await page.getByText("Nothing was sent yet").waitFor();
  });

  test("a test is sent, and the log shows the answer as text", async () => {
    const { page } = suite;
    await button("Send a test").click();
    await page.getByText("The test was delivered.").waitFor();
    await deliveries().getByText("webhook.test").waitFor();
    await deliveries().getByText("Answer").click();
    await deliveries().getByText("<img src=x").waitFor();
    expect(receiver.received.at(-1)).toContain('"webhook.test"');
  });

  test("a change is delivered, and can be sent again", async () => {
    const { page, server } = suite;
    await server.api("POST", "/features/other/boolean", {});
    await server.api("POST", "/features", { name: "shop_cart" });
    await server.api("POST", "/features/shop_cart/boolean", {});
    await deliveries().getByText("shop_cart").waitFor();
    expect(await deliveries().getByText("feature.updated").count()).toBe(1);
    const before = receiver.received.length;
    await page.getByRole("button", { name: "Send again: delivery 2" }).click();
    await deliveries().getByText("feature.updated").nth(1).waitFor();
    expect(receiver.received.length).toBe(before + 1);

    await page.getByLabel("From event").fill("1");
    await page.getByRole("region", { name: "Send events again" }).getByRole("button").click();
    await deliveries().getByText("feature.updated").nth(2).waitFor();
    await page.getByLabel("From event").fill("99999");
    await page.getByRole("region", { name: "Send events again" }).getByRole("button").click();
    await page.getByText("There are no such events").waitFor();
  });

  test("the exact payload of a delivery is shown; the one of a test is not stored", async () => {
    const { page } = suite;
    const payload = async (text: string) => {
      const entry = deliveries().filter({ hasText: text }).last();
      await entry.getByRole("button", { name: "Show the payload" }).click();
      return page.getByRole("dialog", { name: /^Payload of delivery \d+$/ });
    };
    const shown = await payload("feature.updated");
    const text = await shown.locator("pre").textContent();
    expect(receiver.received.some((request) => request.includes(text ?? "none"))).toBe(true);
    expect(text).toContain("shop_cart");
    await page.keyboard.press("Escape");
    const tested = await payload("webhook.test");
    await tested.getByText("does not store the payload of a test").waitFor();
    await page.keyboard.press("Escape");
  });

  test("its name, URL and filters are edited", async () => {
    const { page } = suite;
    await act("Edit…");
    const dialog = page.getByRole("dialog", { name: /^Edit / });
    expect(await dialog.getByLabel("Feature keys").inputValue()).toBe("shop_*");
    await dialog.getByLabel("Name", { exact: true }).fill("shop chat");
    await dialog.getByLabel("Feature keys").fill("cart_*");
    await dialog.getByLabel("URL").fill("http://192.0.2.1/");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("alert").waitFor();
    await dialog.getByLabel("URL").fill(`http://127.0.0.1:${receiver.port}/hook`);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("shop chat is changed.").waitFor();
    const card = page.getByRole("region", { name: "shop chat" });
    await card.getByText("cart_*").waitFor();
    await act("Edit…");
    await dialog.getByLabel("Name", { exact: true }).fill(hostile);
    await dialog.getByLabel("Feature keys").fill("shop_*");
    await dialog.getByRole("button", { name: "Save" }).click();
    // While the dialog is open, no region is reachable: the new name shows that the change is stored.
    await page.getByRole("region", { name: hostile }).waitFor();
  });

  test("failures are shown with what comes next", async () => {
    const { page, server } = suite;
    status = "500 No";
    await server.api("DELETE", "/features/shop_cart/boolean", {});
    await deliveries().getByText("Failed").first().waitFor();
    await page.getByText("Failing since").waitFor();
    await page.getByText("status 500").first().waitFor();
    await button("Send a test").click();
    const toast = page.locator(".toast-error").filter({ hasText: "The test was not delivered" });
    await toast.getByText("status 500").waitFor();
    // It stays for some seconds, and must not be there in one of two checks.
    await toast.locator(".icon-button").click();
    await toast.waitFor({ state: "detached" });
    await expectFine();
    status = "200 OK";
  });

  test("one whose receiver is gone is paused, and says so", async () => {
    const { page } = suite;
    status = "410 Gone";
    // What is asked for does not wait for the next try.
    await page.getByLabel("From event").fill("1");
    await page.getByRole("region", { name: "Send events again" }).getByRole("button").click();
    await page.getByText("Paused, because the endpoint answered that it is gone").waitFor();
    await expectFine();
    status = "200 OK";
    await act("Resume");
    await page.getByText("Paused, because the endpoint").waitFor({ state: "hidden" });
  });

  test("it is paused and resumed, gets another secret, and is deleted", async () => {
    const { page } = suite;
    await act("Pause");
    await page.getByText("Paused here or on the command line").waitFor();
    await act("Resume");
    await page.getByText("Paused here or on the command line").waitFor({ state: "hidden" });
    await act("New secret");
    await dialog("Give <img src=x").getByRole("button", { name: "New secret" }).click();
    await dialog("Copy the secret now")
      .getByText(/^whsec_/)
      .waitFor();
    await page
      .getByRole("dialog")
      .getByText(/The earlier one stays valid until \d/)
      .waitFor();
    await button("I have copied it").click();
    await page.getByText(/^Valid until \d/).waitFor();
    await button("End it now").click();
    await page.getByText("The earlier secret is no longer valid.").waitFor();
    await page.getByText(/^Valid until/).waitFor({ state: "hidden" });
    await act("Delete");
    await dialog("Delete <img src=x").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No webhooks yet").waitFor();
  });

  test("a Flipper application has no filters", async () => {
    await button("New webhook").click();
    const form = dialog("New webhook");
    await form.getByLabel("A Flipper application").check();
    expect(await form.getByLabel("Feature keys").count()).toBe(0);
    await form.getByLabel("URL").fill(`http://127.0.0.1:${receiver.port}/_flipper/webhooks`);
    await form.getByRole("button", { name: "Create" }).click();
    await button("I have copied it").click();
    answer = JSON.stringify({ groups: [{ name: "admins" }, { name: hostile }] });
    await button("Send a test").click();
    await deliveries().getByText("sync").first().waitFor();
  });

  test("the groups that the application told are shown with the webhook that told them", async () => {
    const { page } = suite;
    await page.getByText(`${hostile}, admins`).waitFor();
    await suite.open("/settings/groups");
    const admins = page.getByRole("listitem").filter({ hasText: "admins" });
    await admins.getByText(/, reported by webhook \d+$/).waitFor();
    await page.getByText(hostile).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
  });
});
