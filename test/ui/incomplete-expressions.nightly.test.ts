import { describe, expect, test } from "bun:test";
import { ExpressionPage } from "./expression-page.ts";
import { gatesOf } from "./feature-gates.ts";
import { uiSuite } from "./ui-suite.ts";

const typeName = "Type a name.";
const typeProperty = "Type a property";
const typeValue = "Type a value";
const focused = "document.activeElement.getAttribute('aria-label')";
const typeText = 'Type a text. The empty text is "" in the JSON.';

describe("An expression that is not complete", () => {
  const suite = uiSuite({
    expectedErrors: ["422"],
    prepare: async (server) => {
      for (const name of ["built", "refused", "written", "timed", "referring"]) {
        await server.api("POST", "/features", { name });
      }
    },
  });

  const expression = new ExpressionPage(suite);
  const property = () => expression.builder.getByLabel("Property of the expression");
  const value = () =>
    expression.builder.getByLabel("Value of the expression", { exact: true }).last();

  test("a property and a value that nobody typed are incomplete, and not saved", async () => {
    const { builder, gate, bar } = expression;
    await expression.open("built");
    await gate.getByRole("button", { name: "Add a condition" }).click();
    // The fields show only their placeholders.
    expect(await property().inputValue()).toBe("");
    expect(await expression.alerts()).toEqual([typeProperty]);
    await builder.getByLabel("Comparison in the expression").selectOption("is not");
    expect(await expression.alerts()).toEqual(["Empty: would be true for everyone"]);
    expect(await property().getAttribute("aria-invalid")).toBe("true");
    expect(await value().getAttribute("aria-invalid")).toBe("true");
    await gate.getByText("1 condition is not complete").waitFor();
    await expression.expectIncomplete();
    expect(await gate.getByText("The server accepts this expression.").count()).toBe(0);

    await property().fill("  ");
    await value().fill("free");
    expect(await expression.alerts()).toEqual(["Empty: would be true for everyone"]);
    await property().fill("plan");
    await value().fill("");
    expect(await expression.alerts()).toEqual([typeValue]);
    await expression.expectIncomplete();
    await bar.getByRole("button", { name: "Show it" }).click();
    await value().and(suite.page.locator(":focus")).waitFor();
    // The draft is kept, and its row is closed again.
    await suite.open("/features/built");
    expect(await builder.count()).toBe(0);
    await bar.getByRole("button", { name: "Show it" }).click();
    await builder.waitFor();
    expect(await suite.page.evaluate(focused)).toBe("Value of the expression");
    expect((await gatesOf(suite.server, "built")).state).toBe("off");

    await value().fill("free");
    await expression.accepted();
    expect(await expression.alerts()).toEqual([]);
    await expression.apply();
    expect(await expression.saved()).toEqual({ NotEqual: [{ Property: ["plan"] }, "free"] });
  });

  test("the server refuses an empty property as well", async () => {
    const refusal = await suite.server.fetch("POST", "/features/refused/expression", {
      NotEqual: [{ Property: [" "] }, "free"],
    });
    expect([refusal.status, await refusal.text()]).toEqual([
      422,
      expect.stringContaining("At NotEqual[0].Property[0]: The name of the property is empty"),
    ]);
    // Over the Admin API, with the changes that the page sends.
    const changes = [
      { gate: "expression", action: "enable", value: { Equal: [{ Property: [""] }, "pro"] } },
    ];
    const status: unknown = await suite.page.evaluate(
      `fetch("/admin/v1/environments/1/features/refused/changes", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: ${JSON.stringify(JSON.stringify({ changes }))},
      }).then(({ status }) => status)`,
    );
    expect(status).toBe(422);
    expect((await gatesOf(suite.server, "refused")).state).toBe("off");
  });

  test("the name of a feature and a time that nobody typed are incomplete too", async () => {
    await expression.open("referring");
    await expression.addCondition(expression.gate, 0, ["a", "is", "b"]);
    await expression.gate.getByRole("button", { name: "Advanced…" }).click();
    const kind = expression.builder.getByLabel("Kind of the value of the expression").nth(1);
    for (const [operator, message] of [
      ["FeatureEnabled", typeName],
      ["Time", typeText],
      ["String", typeText],
    ] as const) {
      await kind.selectOption(operator);
      await value().fill("");
      expect([operator, await expression.alerts()]).toEqual([operator, [message]]);
      await expression.expectIncomplete();
    }
    expect((await gatesOf(suite.server, "referring")).state).toBe("off");
  });

  test("in JSON an empty text is a value, and an empty property is none", async () => {
    await expression.open("written");
    await expression.openJson();
    await expression.json.fill('{"NotEqual": [{"Property": [""]}, ""]}');
    await expression.builder.getByText("Empty: would be true for everyone").waitFor();
    await expression.expectIncomplete();
    await expression.json.fill('{"Equal": [{"Property": ["plan"]}, ""]}');
    await expression.accepted();
    await expression.apply();
    const saved = { Equal: [{ Property: ["plan"] }, ""] };
    expect(await expression.saved()).toEqual(saved);
    await expression.open("written");
    await value().waitFor();
    expect(await expression.alerts()).toEqual([]);
  });

  test("a constant that the server refuses is shown at its field", async () => {
    await expression.open("timed");
    await expression.openJson();
    await expression.json.fill('{"LessThan": [{"Now": []}, {"Time": ["Jan 1 2024"]}]}');
    await expression.builder
      .getByText('"Jan 1 2024" is not a time that all clients read alike')
      .waitFor();
    expect(await expression.builder.getByRole("alert").count()).toBe(1);
    expect(await value().getAttribute("aria-invalid")).toBe("true");
    await expression.expectRefused();
    await value().fill("2024-01-01T00:00:00Z");
    await expression.accepted();
    expect(await expression.alerts()).toEqual([]);
    expect((await gatesOf(suite.server, "timed")).state).toBe("off");
  });
});
