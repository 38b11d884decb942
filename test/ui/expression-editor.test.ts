import { describe, expect, test } from "bun:test";
import { operators } from "../../src/core/expressions/operator-registry.ts";
import { ExpressionPage } from "./expression-page.ts";
import { uiSuite } from "./ui-suite.ts";

/** Constants of the operators that cannot have the text "1". */
const constants: Readonly<Record<string, readonly unknown[]>> = {
  PercentageOfActors: ["1", 25],
  Time: ["2030-01-31T12:00:00Z"],
};

describe("The editor of expressions", () => {
  const suite = uiSuite({
    // Constants that only the server refuses.
    expectedErrors: ["422"],
    prepare: async (server) => {
      for (const name of ["built", "written", "every"]) {
        await server.api("POST", "/features", { name });
      }
    },
  });
  const expression = new ExpressionPage(suite);

  test("the JSON follows the rows: nested groups, texts, numbers as they are typed", async () => {
    const { builder } = expression;
    await expression.open("built");
    await expression.addCondition(expression.gate, 0, ["zip", "is", "007"]);
    await expression.openJson();
    expect(await expression.typed()).toEqual({ Equal: [{ Property: ["zip"] }, "007"] });
    await builder.getByRole("button", { name: "Add a group" }).click();
    const inner = builder.getByRole("group", { name: "condition 2" });
    await inner.getByLabel("Property of condition 1").fill("price");
    await inner.getByLabel("Comparison in condition 1").selectOption("is at least");
    await inner.getByLabel("Value of condition 1", { exact: true }).fill("1.50");
    await expression.addCondition(inner, 2, ["beta", "is", "true"]);
    const built = {
      All: [
        { Equal: [{ Property: ["zip"] }, "007"] },
        {
          Any: [
            { GreaterThanOrEqualTo: [{ Property: ["price"] }, 1.5] },
            { Equal: [{ Property: ["beta"] }, true] },
          ],
        },
      ],
    };
    expect(await expression.typed()).toEqual(built);
    await expression.accepted();
    expect(await expression.saved()).toBeNull();
    expect(await expression.json.inputValue()).toContain("1.50");
    await expression.apply();
    const value = inner.getByLabel("Value of condition 1", { exact: true });
    expect(await value.inputValue()).toBe("1.5");
    expect(await expression.saved()).toEqual(built);
  });

  test("the rows follow the JSON, and keep the last one that could be read", async () => {
    const { builder, json } = expression;
    await expression.open("written");
    await expression.openJson();
    const written = { Any: [{ All: [{ Any: [{ NotEqual: [{ Property: ["plan"] }, "free"] }] }] }] };
    await json.fill(JSON.stringify(written));
    const value = builder
      .getByRole("group", { name: "condition 1" })
      .getByRole("group", { name: "condition 1" })
      .getByLabel("Value of condition 1", { exact: true });
    expect(await value.inputValue()).toBe("free");
    await json.fill('{"Any": [');
    await suite.page.getByText("Line 1, column 10: The JSON ends too early.").waitFor();
    await suite.page.getByText("This is the last valid expression.").waitFor();
    await expression.expectIncomplete();
    expect(await value.inputValue()).toBe("free");
    await json.fill(JSON.stringify(written, null, 1));
    await expression.apply();
    expect(await expression.saved()).toEqual(written);
    await suite.page.reload();
    await expression.openRow();
    await builder.getByRole("button", { name: "Remove expression" }).click();
    await expression.apply();
    expect(await expression.saved()).toBeNull();
  });

  test("every operator of the server can be chosen in the advanced fields, and is read from JSON", async () => {
    const { builder, gate, json } = expression;
    const comparisons = operators.filter(({ name }) => /Than|Equal/.test(name));
    const sentence = '{"Equal": [{"Property": ["a"]}, "1"]}';
    await expression.open("every");
    await expression.addCondition(gate, 0, ["a", "is", "b"]);
    await expression.openJson();
    await json.fill(sentence);
    for (const { name } of comparisons) {
      await builder.getByLabel("Comparison in the expression").selectOption(name);
      expect(Object.keys((await expression.typed()) as object)).toEqual([name]);
    }
    await gate.getByRole("button", { name: "Advanced…" }).click();
    for (const { name } of operators.filter((each) => !comparisons.includes(each))) {
      await json.fill(sentence);
      await builder.getByLabel("Kind of the value of the expression").nth(1).selectOption(name);
      expect([name, await expression.typed()]).toEqual([
        name,
        { Equal: [{ Property: ["a"] }, { [name]: expect.any(Array) }] },
      ]);
    }
    const functions = operators.map(({ name, arity }) => ({
      [name]: constants[name] ?? Array.from({ length: arity.least }, () => "1"),
    }));
    await json.fill(JSON.stringify({ All: functions }));
    await builder.getByRole("button", { name: "Remove condition 18" }).waitFor();
    expect(operators).toHaveLength(18);
    const kinds = await builder.locator("select.kind-select:not(.kind-select-small)").all();
    expect(kinds.length).toBeGreaterThan(10);
    for (const kind of kinds) {
      expect(await kind.inputValue()).not.toBe("json");
    }
    await expression.apply();
    expect(await expression.saved()).toEqual({ All: functions });
  });
});
