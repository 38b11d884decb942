import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
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

  const builder = () => suite.page.getByRole("group", { name: "Conditions", exact: true });
  const json = () => suite.page.getByLabel("Expression as JSON");
  const save = () => suite.page.getByRole("button", { name: "Save expression" });
  const second = () => builder().getByRole("listitem").nth(1);
  const unchanged = async () =>
    expect((await gatesOf(suite.server, "search")).expression).toEqual(plan);

  test("an integer beyond 2^53 is refused at its place, and never rounded", async () => {
    const { page } = suite;
    await suite.open("/features/search");
    await json().fill(
      `{"All": [${JSON.stringify(plan)},\n {"Equal": [{"Property": ["id"]}, 9007199254740993]}]}`,
    );
    await second().getByText("This integer is beyond 9,007,199,254,740,991").waitFor();
    await page.getByText("Line 2, column 35: This integer is beyond").waitFor();
    expect(
      await second().getByLabel("Value of condition 2", { exact: true }).nth(1).inputValue(),
    ).toBe("9007199254740993");
    expect(await second().getByRole("alert").count()).toBe(1);
    expect(await builder().getByRole("alert").count()).toBe(1);
    expect(await save().isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Show it" }).click();
    const selection: unknown = await page.evaluate("getSelection().toString()");
    expect(selection).toBe("9007199254740993");
    await second().getByLabel("Kind of the value of condition 2").nth(1).selectOption("text");
    await second().getByRole("alert").waitFor({ state: "detached" });
    expect(await json().inputValue()).toContain('"9007199254740993"');
    await unchanged();
  });

  test("an unknown operator and a missing argument are told at their nodes", async () => {
    await suite.open("/features/search");
    await json().fill('{"All": [{"Equal": [{"Property": ["a"]}]}, {"Starts": ["a"]}]}');
    await builder().getByRole("listitem").first().getByText("Equal needs 2 arguments.").waitFor();
    await second().getByText("This is not an operator, a text").waitFor();
    expect(await save().isDisabled()).toBe(true);
    await suite.page.getByRole("button", { name: "Discard" }).click();
    await builder().getByRole("alert").first().waitFor({ state: "detached" });
    expect(JSON.parse(await json().inputValue())).toEqual(plan);
    await unchanged();
  });

  test("what only the server refuses is shown at the node that it names", async () => {
    const { page } = suite;
    await suite.open("/features/search");
    // The page knows all rules of today's server, so the request is broken on its way.
    await page.route("**/admin/v1/**/{check,expression}", (route) =>
      route.continue({
        postData: (route.request().postData() ?? "").replace("FeatureEnabled", "FeatureAbled"),
      }),
    );
    await json().fill(`{"All": [${JSON.stringify(plan)}, {"FeatureEnabled": ["reports"]}]}`);
    await second().getByText('"FeatureAbled" is not an operator').waitFor();
    expect(await builder().getByRole("alert").count()).toBe(1);
    expect(await save().isDisabled()).toBe(true);
    await page.unrouteAll();
    await unchanged();
  });
});
