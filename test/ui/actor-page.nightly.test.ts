import { describe, expect, test } from "bun:test";
import { accessibilityProblems, sidewaysScroll, signIn } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

const hostileIds = ["a/b?c#d%2F é", "..", "<img src=x onerror=alert(1)>", '"two words", x;1'];

describe("The page of an actor", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      const feature = async (name: string, ...gates: readonly (readonly [string, object])[]) => {
        await server.api("POST", "/features", { name });
        for (const [path, body] of gates) {
          await server.api("POST", `/features/${name}/${path}`, body);
        }
      };
      await feature("everyone_has_it", ["boolean", {}]);
      await feature("in_percent", ["percentage_of_actors", { percentage: 100 }]);
      await feature("is_pro", ["expression", { Equal: [{ Property: ["plan"] }, "pro"] }]);
      await feature("four_actors", ["actors", { flipper_id: "Company;12" }]);
      await feature("for_staff", ["groups", { name: "staff" }]);
      await feature("at_random", ["percentage_of_time", { percentage: 1 }]);
      await feature("nobody_has_it");
      await server.api("POST", "/environments", { name: "Staging" });
    },
  });

  const row = (key: string) => suite.page.getByRole("row").filter({ hasText: key });
  const keys = async () =>
    (await suite.page.getByRole("grid").getByRole("link").allTextContents()).sort();

  test("each feature is on or off, with the gate that decides", async () => {
    const { page } = suite;
    await suite.open("/actors");
    await page.getByLabel("Actor id").fill("User;42");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "User;42", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/actors/User%3B42");
    await row("everyone_has_it").getByText("Everyone", { exact: true }).waitFor();
    await row("in_percent").getByText("Percentage of actors: bucket").waitFor();
    await row("is_pro").getByText("Expression is not true: plan is pro").waitFor();
    await row("four_actors").getByText("Actors: not the one actor").waitFor();
    await row("for_staff").getByText("Groups: not in the one group").waitFor();
    await row("at_random").getByText("by chance").waitFor();
    await row("nobody_has_it").getByText("No gate is set").waitFor();
    await page.getByText("Percentages of time and random conditions are chance").waitFor();
  });

  test("properties and groups are added as chips, and are in the link", async () => {
    const { page } = suite;
    await suite.open("/actors/User%3B42");
    await page.getByRole("button", { name: "Property or group" }).click();
    await page.getByRole("textbox", { name: "Property or group" }).fill("plan = pro");
    await page.keyboard.press("Enter");
    await row("is_pro").getByText("Expression: plan is pro").waitFor();
    await page.keyboard.type("staff");
    await page.keyboard.press("Enter");
    await row("for_staff").getByText("Group staff").waitFor();
    await page.reload();
    await row("for_staff").getByText("Group staff").waitFor();
    await page.getByRole("button", { name: "Remove plan" }).click();
    await row("is_pro").getByText("Expression is not true").waitFor();
    expect(new URL(page.url()).searchParams.get("groups")).toBe("staff");
    expect(new URL(page.url()).searchParams.has("properties")).toBe(false);
  });

  test("the filters have counts, and Differs compares with the other environments", async () => {
    const { page, server } = suite;
    await suite.open("/features/nobody_has_it?env=staging");
    await page.getByRole("switch", { name: "Enabled for everyone" }).click();
    await page.getByText("everyone in Staging").waitFor();
    await suite.open("/actors/User%3B42");
    await page.getByRole("button", { name: "Differs 1" }).click();
    expect(await keys()).toEqual(["nobody_has_it"]);
    await row("nobody_has_it").getByRole("img", { name: "Staging: on" }).waitFor();
    await page.getByRole("button", { name: "All 7" }).click();
    await row("everyone_has_it").getByRole("img", { name: "Staging: as Production" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("PERC");
    await row("everyone_has_it").waitFor({ state: "detached" });
    expect(await keys()).toEqual(["in_percent"]);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "in_percent", level: 1 }).waitFor();
    expect(await page.getByLabel("Actor ids").inputValue()).toBe("User;42");
    expect(await server.api("GET", "/features/in_percent")).toMatchObject({ state: "conditional" });
  });

  test("no rows of another environment are shown while those of the chosen one are loaded", async () => {
    const { page } = suite;
    await suite.open("/actors/User%3B42");
    await row("everyone_has_it").waitFor();
    const released = Promise.withResolvers<void>();
    await page.route("**/actors/features", async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.locator(".environment-choice").click();
    await page.getByRole("menuitemradio", { name: "Staging" }).click();
    await row("everyone_has_it").waitFor({ state: "detached" });
    released.resolve();
    await row("everyone_has_it").waitFor();
    await page.unroute("**/actors/features");
  });

  test("j and k move a visible cursor, and Enter opens its feature", async () => {
    const { page } = suite;
    await suite.open("/actors/User%3B42");
    await row("at_random").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    const shown = page.locator('[role=row][aria-selected="true"]');
    await shown.getByText("everyone_has_it").waitFor();
    await page.keyboard.press("k");
    await shown.getByText("at_random").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "at_random", level: 1 }).waitFor();
  });

  test("every id has its page, and this browser knows the latest", async () => {
    const { page } = suite;
    for (const id of hostileIds) {
      await suite.open("/actors");
      await page.getByLabel("Actor id").fill(id);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: id, level: 1, exact: true }).waitFor();
      await page.reload();
      await page.getByRole("heading", { name: id, level: 1, exact: true }).waitFor();
      await row("at_random").waitFor();
    }
    expect(await page.locator("img").count()).toBe(0);
    await suite.open("/actors");
    const recent = page.getByRole("list").filter({ hasText: "User;42" }).getByRole("link");
    expect(await recent.allTextContents()).toEqual([...hostileIds.toReversed(), "User;42"]);
    await page.getByRole("button", { name: "Remove User;42" }).click();
    await page.getByRole("link", { name: "User;42" }).waitFor({ state: "detached" });
  });

  test("axe finds nothing, and a phone shows the reasons without scrolling sideways", async () => {
    const { page, browser, server } = suite;
    for (const path of ["/actors", "/actors/User%3B42?properties=plan+%3D+pro"]) {
      await suite.open(path);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect([path, await accessibilityProblems(page, colorScheme)]).toEqual([path, []]);
      }
    }
    const phone = await browser.open({ isPhone: true });
    await signIn(phone, server);
    await suite.open("/actors/User%3B42", phone);
    await phone.getByText("Expression is not true: plan is pro").waitFor();
    expect(await sidewaysScroll(phone)).toBe(0);
    expect(await accessibilityProblems(phone)).toEqual([]);
    const search = await phone.locator("main .search").boundingBox();
    expect(search?.width).toBeGreaterThan(300);
    // On a narrow phone the filters scroll sideways, and a shade at their edge shows it.
    await phone.setViewportSize({ width: 320, height: 640 });
    const filters: unknown = await phone.evaluate(`(() => {
      const element = document.querySelector(".actor-filters > .segmented");
      const { backgroundAttachment } = getComputedStyle(element);
      return [element.scrollWidth > element.clientWidth, backgroundAttachment];
    })()`);
    expect(filters).toEqual([true, expect.stringMatching(/^local, local, scroll/)]);
  });
});

describe("The page of an actor in the mountable deployment", () => {
  const suite = uiSuite({
    mode: "mountable",
    variables: { GATEHOUSE_BASE_PATH: "/toggles" },
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "for_staff" });
      await server.api("POST", "/features/for_staff/groups?allow_unregistered_groups=true", {
        name: "staff",
      });
    },
  });

  test("has groups, and no environments or properties", async () => {
    const { page } = suite;
    await suite.open("/toggles/flipper/actors/User%3B42");
    await page.getByText("Groups: not in the one group").waitFor();
    expect(await page.getByRole("button", { name: "Environment:" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Differs" }).count()).toBe(0);
    await page.getByRole("button", { name: "Group", exact: true }).click();
    await page.keyboard.type("staff");
    await page.keyboard.press("Enter");
    await page.getByText("Group staff").waitFor();
  });
});
