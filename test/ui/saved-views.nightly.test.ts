import { describe, expect, test } from "bun:test";
import { uiSuite } from "./ui-suite.ts";

describe("Saved views of the list", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      for (const name of ["cart_v2", "cart_beta", "search_v2"]) {
        await server.api("POST", "/features", { name });
      }
      await server.api("POST", "/features/cart_v2/actors", { flipper_id: "User;1" });
      await server.api("POST", "/features/search_v2/boolean");
    },
  });

  const keys = () => suite.page.getByRole("row").getByRole("link").allTextContents();
  const tab = (name: string) =>
    suite.page.getByRole("navigation", { name: "Views" }).getByRole("link", { name });

  test("the filters, the search and the order become a tab with its number", async () => {
    const { page } = suite;
    await suite.open("/?state=conditional,off&q=cart&sort=key");
    await page.getByText("2 of 3").waitFor();
    await page.getByRole("button", { name: "Save as view" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Carts");
    await page.keyboard.press("Enter");
    await tab("Carts 2").waitFor();
    expect(await tab("Carts 2").getAttribute("aria-current")).toBe("page");
    // The filters are in the view now, and others can be added.
    expect(await page.getByRole("button", { name: /^Remove the filter/ }).count()).toBe(0);
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
    expect(await keys()).toEqual(["cart_beta", "cart_v2"]);
    await page.getByRole("searchbox").fill("v2");
    await page.getByText("1 of 3").waitFor();
    expect(await keys()).toEqual(["cart_v2"]);
    await tab("Carts 1").waitFor();
    await tab("All 2").waitFor();
  });

  test("a view of a view has the conditions of both", async () => {
    const { page } = suite;
    await page.getByRole("button", { name: "Save as view" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Carts, v2");
    await page.keyboard.press("Enter");
    await tab("Carts, v2 1").waitFor();
    await tab("All 3").waitFor();
    expect(await keys()).toEqual(["cart_v2"]);
    await page.reload();
    await tab("Carts, v2 1").waitFor();
    expect(await keys()).toEqual(["cart_v2"]);
  });

  test("a view is renamed, and deleted with a way back", async () => {
    const { page } = suite;
    await page.getByRole("button", { name: "Actions for the view Carts, v2" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByLabel("Name", { exact: true }).fill("New carts");
    await page.keyboard.press("Enter");
    await tab("New carts 1").waitFor();
    await page.getByRole("button", { name: "Actions for the view New carts" }).click();
    await page.getByRole("menuitem", { name: "Delete the view" }).click();
    await tab("New carts").waitFor({ state: "detached" });
    expect(await tab("All 3").getAttribute("aria-current")).toBe("page");
    await page
      .getByRole("dialog", { name: "The view New carts is deleted." })
      .getByRole("button", { name: "Undo" })
      .click();
    await tab("New carts 1").waitFor();
  });
});
