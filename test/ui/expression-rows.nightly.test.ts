import { describe, expect, test } from "bun:test";
import { ExpressionPage } from "./expression-page.ts";
import { accessibilityProblems, sidewaysScroll } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

const equal = (value: unknown, name = "country") => ({ Equal: [{ Property: [name] }, value] });
const unequal = (value: unknown) => ({ NotEqual: [{ Property: ["country"] }, value] });
const focused = "document.activeElement.getAttribute('aria-label')";

describe("The rows of an expression", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      for (const name of ["listed", "typed", "wrapped", "nested", "shown"]) {
        await server.api("POST", "/features", { name });
      }
      await server.api("POST", "/features/listed/expression", {
        All: [equal("pro", "plan"), { Any: [equal("DE"), equal("AT")] }],
      });
      await server.api("POST", "/features/shown/expression", {
        Any: [{ All: [equal("pro", "plan"), unequal("DE")] }, { FeatureEnabled: ["typed"] }],
      });
      await server.api("POST", "/features/nested/expression", {
        Equal: [{ Number: [{ Property: ["seats"] }] }, 14],
      });
    },
  });
  const expression = new ExpressionPage(suite);
  const focus = async () => String(await suite.page.evaluate(focused));
  const label = (name: string) => expression.builder.getByLabel(name, { exact: true });

  test("say is one of several values, which every client understands", async () => {
    const { builder, gate } = expression;
    await expression.open("listed");
    const comparison = label("Comparison in condition 2");
    expect(await comparison.inputValue()).toBe("IsOneOf");
    expect(await label("Value of condition 2").inputValue()).toBe("DE");
    await gate.getByText("Open when plan is pro and country is DE or AT.").waitFor();
    await label("Value 2 of condition 2").press("Enter");
    await suite.page.keyboard.type("CH");
    await expression.openJson();
    const listed = { Any: [equal("DE"), equal("AT"), equal("CH")] };
    expect(await expression.typed()).toEqual({ All: [equal("pro", "plan"), listed] });
    await comparison.selectOption("is none of");
    await label("Remove value 1 of condition 2").click();
    expect(await focus()).toBe("Value 2 of condition 2");
    const none = { All: [unequal("AT"), unequal("CH")] };
    expect(await expression.typed()).toEqual({ All: [equal("pro", "plan"), none] });
    await label("Property of condition 1").fill("tier");
    await expression.apply();
    expect(await expression.saved()).toEqual({ All: [equal("pro", "tier"), none] });
    // The saved expression replaces the draft in the builder.
    const chosen = comparison.locator("option:checked", { hasText: "is none of" });
    await chosen.waitFor({ state: "attached" });
    await builder.getByRole("button", { name: "Remove condition 1" }).click();
    expect(await focus()).toBe("Property of condition 1");
    expect(await expression.typed()).toEqual({ All: [none] });
    await expression.bar.getByRole("button", { name: "Discard" }).click();
  });

  test("list operators that no client has, but do not offer them", async () => {
    await expression.open("typed");
    await expression.addCondition(expression.gate, 0, ["plan", "is", "pro"]);
    const options = label("Comparison in the expression").locator(
      'optgroup[label="No client has this operator yet"] > option',
    );
    expect(await options.allTextContents()).toEqual([
      ...["starts with", "ends with", "contains", "matches"],
    ]);
    for (const option of await options.all()) {
      expect(await option.isDisabled()).toBe(true);
    }
    await expression.bar.getByRole("button", { name: "Discard" }).click();
  });

  test("suggest the properties of expressions with their types, and mind them", async () => {
    const { builder, gate } = expression;
    await expression.open("typed");
    await expression.openJson();
    await gate.getByRole("button", { name: "Add a condition" }).click();
    expect(await focus()).toBe("Property of the expression");
    await builder.getByRole("button", { name: "country text" }).waitFor();
    await builder.getByRole("button", { name: "plan text" }).click();
    expect(await focus()).toBe("Value of the expression");
    await suite.page.keyboard.type("14");
    expect(await expression.typed()).toEqual(equal("14", "plan"));
    await builder.getByText("14 is text here.").waitFor();
    await builder.getByRole("button", { name: "Use a number" }).click();
    expect(await expression.typed()).toEqual(equal(14, "plan"));
    await builder.getByText("14 is a number here.").waitFor();
    // An unknown property: the type is what it looks like, and can be changed too.
    await label("Property of the expression").fill("level");
    expect(await builder.getByText("14 is a number here.").count()).toBe(0);
    await builder.getByRole("button", { name: "14 is number. Use a text" }).click();
    expect(await expression.typed()).toEqual(equal("14", "level"));

    await label("Property of the expression").fill("");
    await label("Property of the expression").pressSequentially("cou");
    const option = suite.page.getByRole("option", { name: "country" });
    expect(await option.textContent()).toContain("text");
    await suite.page.keyboard.press("ArrowDown");
    await suite.page.keyboard.press("Enter");
    expect(await label("Property of the expression").inputValue()).toBe("country");
    // The list is closed: there is nothing to leave, and nothing typed is lost.
    await suite.page.keyboard.press("Escape");
    expect(await label("Property of the expression").inputValue()).toBe("country");
    await expression.bar.getByRole("button", { name: "Discard" }).click();
  });

  test("suggest what checks of this week had, with the share of them", async () => {
    const properties = encodeURIComponent(JSON.stringify({ beta_opt_in: true, seats: 14 }));
    await suite.server.api("GET", `/actors/User;1?properties=${properties}`);
    await suite.server.api("GET", `/actors/User;2?properties=${encodeURIComponent('{"seats":2}')}`);
    await expression.open("typed");
    await expression.gate.getByRole("button", { name: "Add a condition" }).click();
    await expression.builder.getByText("Seen this week").waitFor();
    await label("Property of the expression").pressSequentially("beta");
    const option = suite.page.getByRole("option", { name: "beta_opt_in" });
    expect(await option.textContent()).toBe("beta_opt_intrue/false 50%");
    await option.click();
    expect(await label("Property of the expression").inputValue()).toBe("beta_opt_in");
    await expression.bar.getByRole("button", { name: "Discard" }).click();
  });

  test("are wrapped in a group with a key, without a mouse", async () => {
    const { page } = suite;
    await expression.open("wrapped");
    await expression.addCondition(expression.gate, 0, ["plan", "is", "pro"]);
    await expression.openJson();
    await expression.addCondition(expression.builder, 2, ["seats", "is over", "20"]);
    await page.keyboard.press("Control+g");
    expect(await focus()).toBe("Property of condition 1");
    const seats = { GreaterThan: [{ Property: ["seats"] }, 20] };
    expect(await expression.typed()).toEqual({ All: [equal("pro", "plan"), { Any: [seats] }] });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await focus()).toBe("Value of condition 1");
    await page.getByRole("button", { name: "Wrap in a group" }).click();
    expect(await expression.typed()).toEqual({
      All: [equal("pro", "plan"), { Any: [{ All: [seats] }] }],
    });
    await expression.bar.getByRole("button", { name: "Discard" }).click();
  });

  test("that are no sentence keep their fields", async () => {
    await expression.open("nested");
    expect(await expression.builder.getByText("as number").count()).toBeGreaterThan(0);
    await label("Value of the expression").last().fill("15");
    await expression.apply();
    expect(await expression.saved()).toEqual({
      Equal: [{ Number: [{ Property: ["seats"] }] }, 15],
    });
  });

  test("are found sound by axe, in both themes and on a phone", async () => {
    for (const options of [{ theme: "light" }, { theme: "dark" }, { isPhone: true }] as const) {
      const page = await suite.browser.open(options);
      await page.context().addCookies(await suite.page.context().cookies());
      const other = new ExpressionPage({ ...suite, page, open: (path) => suite.open(path, page) });
      await other.open("shown");
      await other.builder.getByRole("button", { name: "Add a condition" }).last().click();
      await other.builder.getByText("Type a property").waitFor();
      expect([options, await accessibilityProblems(page)]).toEqual([options, []]);
      expect([options, await sidewaysScroll(page)]).toEqual([options, 0]);
      await page.context().close();
    }
  });
});

describe("A viewer's page of an expression", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "shown" });
      await server.api("POST", "/features/shown/expression", {
        Any: [{ All: [equal("pro", "plan"), unequal("DE")] }, { FeatureEnabled: ["typed"] }],
      });
    },
  });

  test("has its conditions as text, and no fields", async () => {
    await suite.page.route("**/admin/v1/session", async (route) => {
      const response = await route.fetch();
      const session = (await response.json()) as object;
      await route.fulfill({ response, json: { ...session, role: "viewer" } });
    });
    const expression = new ExpressionPage(suite);
    await expression.open("shown");
    const { gate } = expression;
    expect(await gate.getByText("must be true").allTextContents()).toEqual([
      ...["Any of these must be true", "All of these must be true"],
    ]);
    await gate.getByText("plan is pro").last().waitFor();
    await gate.getByText("country is not DE").last().waitFor();
    await gate.getByText("typed is enabled").last().waitFor();
    expect(await gate.locator("input, select").count()).toBe(0);
    expect(await gate.getByRole("button").allTextContents()).toEqual([
      expect.stringContaining("Expression"),
      "JSON",
    ]);
    await expression.openJson();
    expect(await expression.json.isEditable()).toBe(false);
  });
});
