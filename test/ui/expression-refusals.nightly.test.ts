import { describe, expect, test } from "bun:test";
import { ExpressionPage } from "./expression-page.ts";
import { uiSuite } from "./ui-suite.ts";

const plan = { Equal: [{ Property: ["plan"] }, "pro"] };

describe("An expression that cannot be saved", () => {
  const suite = uiSuite({
    expectedErrors: ["422"],
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features/search/expression", plan);
    },
  });

  const expression = new ExpressionPage(suite);
  const second = () => expression.builder.getByRole("listitem").nth(1);
  const unchanged = async () => expect(await expression.saved()).toEqual(plan);

  test("an integer beyond 2^53 is refused at its place, and never rounded", async () => {
    const { page } = suite;
    await expression.open("search");
    await expression.openJson();
    await expression.json.fill(
      `{"All": [${JSON.stringify(plan)},\n {"Equal": [{"Property": ["id"]}, 9007199254740993]}]}`,
    );
    await second().getByText("This integer is beyond 9,007,199,254,740,991").waitFor();
    await page.getByText("Line 2, column 35: This integer is beyond").waitFor();
    const value = second().getByLabel("Value of condition 2", { exact: true });
    expect(await value.inputValue()).toBe("9007199254740993");
    expect(await second().getByRole("alert").count()).toBe(1);
    expect(await expression.builder.getByRole("alert").count()).toBe(1);
    await expression.expectIncomplete();
    await expression.gate.getByRole("button", { name: "Show it" }).click();
    const selection: unknown = await page.evaluate("getSelection().toString()");
    expect(selection).toBe("9007199254740993");
    await second().getByRole("button", { name: "9007199254740993 is number. Use a text" }).click();
    await second().getByRole("alert").waitFor({ state: "detached" });
    expect(await expression.json.inputValue()).toContain('"9007199254740993"');
    await unchanged();
  });

  test("an unknown operator and a missing argument are told at their nodes", async () => {
    await expression.open("search");
    await expression.openJson();
    await expression.json.fill('{"All": [{"Equal": [{"Property": ["a"]}]}, {"Starts": ["a"]}]}');
    await expression.builder
      .getByRole("listitem")
      .first()
      .getByText("Equal needs 2 arguments.")
      .waitFor();
    await second().getByText("This is not an operator, a text").waitFor();
    await expression.expectIncomplete();
    await expression.bar.getByRole("button", { name: "Discard" }).click();
    await expression.builder.getByRole("alert").first().waitFor({ state: "detached" });
    expect(JSON.parse(await expression.json.inputValue())).toEqual(plan);
    await unchanged();
  });

  test("what only the server refuses is shown at the node that it names", async () => {
    const { page } = suite;
    await expression.open("search");
    await expression.openJson();
    // The page knows all rules of today's server, so the request is broken on its way.
    await page.route("**/admin/v1/**/{check,preview}", (route) =>
      route.continue({
        postData: (route.request().postData() ?? "").replace("FeatureEnabled", "FeatureAbled"),
      }),
    );
    await expression.json.fill(
      `{"All": [${JSON.stringify(plan)}, {"FeatureEnabled": ["reports"]}]}`,
    );
    await second().getByText('"FeatureAbled" is not an operator').waitFor();
    expect(await expression.builder.getByRole("alert").count()).toBe(1);
    await expression.expectRefused();
    await page.unrouteAll();
    await unchanged();
  });
});
