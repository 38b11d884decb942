import { describe, expect, test } from "bun:test";
import { accessibilityProblems, sidewaysScroll, signIn } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

/** Changes are some milliseconds apart, so that a time is between them. */
const pauseMs = 20;

describe("The past", () => {
  let before = "";
  const suite = uiSuite({
    expectedErrors: ["422"],
    prepare: async (server) => {
      const change = async (method: string, path: string, body?: object) => {
        await server.api(method, path, body);
        await Bun.sleep(pauseMs);
      };
      await change("POST", "/features", { name: "same" });
      await change("POST", "/features/turned_off/percentage_of_actors", { percentage: 100 });
      await change("POST", "/features/deleted/actors", { flipper_id: "User;42" });
      await change("POST", "/features/lottery/percentage_of_time", { percentage: 50 });
      before = new Date().toISOString();
      await Bun.sleep(pauseMs);
      await change("POST", "/features/turned_off/percentage_of_actors", { percentage: 0 });
      await change("DELETE", "/features/deleted");
      await change("POST", "/features", { name: "created" });
    },
  });
  const row = (key: string) => suite.page.getByRole("row").filter({ hasText: key });
  const actorThen = () => `/actors/User%3B42?at=${encodeURIComponent(before)}`;

  test("of an actor shows what differs from now, and steps from change to change", async () => {
    const { page } = suite;
    await suite.open(actorThen());
    await row("turned_off").getByText("differs").waitFor();
    const cells = async (key: string) =>
      (await row(key).getByRole("gridcell").allTextContents()).slice(0, 3);
    expect(await cells("turned_off")).toEqual(["turned_off", "On", "Offdiffers"]);
    expect(await cells("deleted")).toEqual(["deleted", "On", "Deleteddiffers"]);
    expect(await cells("created")).toEqual(["created", "Did not exist", "Off"]);
    expect(await cells("lottery")).toEqual(["lottery", "By chance", "By chance"]);
    await row("turned_off")
      .getByText(/^100% → 0% by GATEHOUSE_TOKEN, /)
      .waitFor();
    await row("deleted")
      .getByText(/^deleted by GATEHOUSE_TOKEN, /i)
      .waitFor();
    await page.getByText("2 of 5 features differ from now").waitFor();
    await page.getByRole("button", { name: "Differs 2" }).click();
    await row("same").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "All 5" }).click();
    // The feature is turned off, and the other one is still there.
    await page.getByRole("button", { name: "Change after" }).click();
    await page.getByText("1 of 5 features differs from now").waitFor();
    // Now the other one is gone.
    await page.keyboard.press("]");
    await page.getByText("0 of 4 features differ from now").waitFor();
    await page.keyboard.press("[");
    await page.getByText("1 of 5 features differs from now").waitFor();
    const slider = page.getByRole("slider", { name: "Time" });
    await slider.focus();
    await page.keyboard.press("End");
    await page.getByText("0 of 4 features differ from now").waitFor();
    await page.getByRole("button", { name: "Back to now" }).click();
    await slider.waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.has("at")).toBe(false);
  });

  test("is chosen with At a time, and an unknown one is said", async () => {
    const { page } = suite;
    await suite.open("/actors/User%3B42");
    await page.getByRole("button", { name: "At a time" }).click();
    await page.getByRole("slider", { name: "Time" }).waitFor();
    await page.getByLabel("Exact time").fill("2001-01-01T00:00");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("did not exist then").waitFor();
    await page.getByRole("button", { name: "Now", exact: true }).click();
    await row("same").waitFor();
  });

  test("is compared with now", async () => {
    const { page } = suite;
    await suite.open("/compare");
    await page.getByRole("button", { name: "Two times" }).click();
    await page.getByRole("button", { name: "1 hour ago" }).click();
    await page
      .getByText("4 of 4 features differ")
      .or(page.getByText("3 of 3 features differ"))
      .waitFor();
    await suite.open(`/compare?by=time&from=${encodeURIComponent(before)}`);
    await page.getByText("3 of 5 features differ").waitFor();
    const group = (key: string) => page.locator("tbody").filter({ hasText: key });
    expect(await group("turned_off").getByRole("cell").allTextContents()).toEqual([
      "Conditional",
      "Off",
      "100%",
      "none",
    ]);
    await group("deleted").getByText("did not exist").waitFor();
    await page.getByRole("searchbox").fill("created");
    await group("deleted").waitFor({ state: "detached" });
    await group("created").waitFor();
  });

  test("axe finds nothing, and nothing scrolls sideways on a phone", async () => {
    const { page, browser, server } = suite;
    const paths = [actorThen(), `/compare?by=time&from=${encodeURIComponent(before)}`];
    const phone = await browser.open({ isPhone: true });
    await signIn(phone, server);
    for (const path of paths) {
      await suite.open(path);
      await page.getByText("features differ").waitFor();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect([path, await accessibilityProblems(page, colorScheme)]).toEqual([path, []]);
      }
      await suite.open(path, phone);
      await phone.getByText("created").waitFor();
      expect([path, await sidewaysScroll(phone)]).toEqual([path, 0]);
      expect([path, await accessibilityProblems(phone)]).toEqual([path, []]);
    }
  });
});
