import { describe, expect, test } from "bun:test";
import { uiSuite } from "./ui-suite.ts";

describe("Changes of others in the list", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      for (const name of ["alpha", "beta", "gamma", "delta"]) {
        await server.api("POST", "/features", { name });
        // The list is in the order of changes: each in another millisecond.
        await Bun.sleep(2);
      }
    },
  });

  const keys = () =>
    suite.page.getByRole("row").getByRole("link").allTextContents() as Promise<string[]>;
  const row = (key: string) => suite.page.getByRole("row").filter({ hasText: key });

  test("a row is tinted once, and moves immediately while nothing is in the list", async () => {
    const { page, server } = suite;
    await suite.open("/");
    await row("alpha").waitFor();
    expect(await keys()).toEqual(["delta", "gamma", "beta", "alpha"]);
    await page.evaluate(`(() => {
      window.tinted = [];
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          if (target.dataset.tinted === "") {
            window.tinted.push(target.dataset.key);
          }
        }
      }).observe(document.body, { subtree: true, attributeFilter: ["data-tinted"] });
    })()`);
    await server.api("POST", "/features/alpha/actors", { flipper_id: "User;1" });
    await row("alpha").getByText("1 actor").waitFor();
    expect(await keys()).toEqual(["alpha", "delta", "gamma", "beta"]);
    expect(await page.evaluate("window.tinted")).toEqual(["alpha"]);
    await page.locator("[data-tinted]").waitFor({ state: "detached" });
  });

  test("while the pointer or the cursor is in the list, rows wait for Show", async () => {
    const { page, server } = suite;
    const waiting = page.getByRole("status").filter({ hasText: "changed" });
    await row("gamma").hover();
    await server.api("POST", "/features/beta/actors", { flipper_id: "User;1" });
    await row("beta").getByText("1 actor").waitFor();
    await server.api("POST", "/features", { name: "omega" });
    await server.api("DELETE", "/features/delta");
    await waiting.getByText("3 changed").waitFor();
    expect(await keys()).toEqual(["alpha", "delta", "gamma", "beta"]);
    await row("delta").getByText("deleted").waitFor();
    await waiting.getByRole("button", { name: "Show" }).click();
    expect(await keys()).toEqual(["omega", "beta", "alpha", "gamma"]);
    expect(await waiting.count()).toBe(0);

    await page.mouse.move(5, 5);
    await page.keyboard.press("j");
    await server.api("POST", "/features/gamma/actors", { flipper_id: "User;1" });
    await waiting.getByText("1 changed").waitFor();
    expect(await keys()).toEqual(["omega", "beta", "alpha", "gamma"]);
    // Leaving the list puts it in order.
    await page.keyboard.press("Escape");
    await waiting.waitFor({ state: "detached" });
    expect(await keys()).toEqual(["gamma", "omega", "beta", "alpha"]);
  });

  test("another filter shows the present state", async () => {
    const { page, server } = suite;
    await page.keyboard.press("j");
    await server.api("POST", "/features/alpha/boolean");
    await row("alpha").getByText("everyone").waitFor();
    await page.getByRole("button", { name: "Sort by Feature" }).click();
    expect(await keys()).toEqual(["alpha", "beta", "gamma", "omega"]);
  });
});
