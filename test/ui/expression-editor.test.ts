import { describe, expect, test } from "bun:test";
import { operators } from "../../src/core/expressions/operator-registry.ts";
import { gatesOf } from "./feature-gates.ts";
import { uiSuite } from "./ui-suite.ts";

/** Constants of the operators that cannot have the text "1". */
const constants: Readonly<Record<string, readonly unknown[]>> = {
  PercentageOfActors: ["1", 25],
  Time: ["2030-01-31T12:00:00Z"],
};

describe("The editor of expressions", () => {
  const suite = uiSuite({
    // The refusal that asks for the key.
    expectedErrors: ["422"],
    prepare: async (server) => {
      for (const name of ["built", "written", "every"]) {
        await server.api("POST", "/features", { name });
      }
    },
  });

  const builder = () => suite.page.getByRole("group", { name: "Conditions", exact: true });
  const json = () => suite.page.getByLabel("Expression as JSON");
  const save = () => suite.page.getByRole("button", { name: "Save expression" });
  const typed = async (): Promise<unknown> => JSON.parse(await json().inputValue());
  const confirmedByKey = async (key: string) => {
    const dialog = suite.page.getByRole("dialog", { name: "This change affects many actors" });
    await dialog.getByLabel(`Type ${key} to confirm`).fill(key);
    await dialog.getByRole("button", { name: "Change it" }).click();
  };
  const saved = async () => {
    await save().click();
    await suite.page.getByText("The expression is saved.").last().waitFor();
    await suite.page.getByText("Not saved yet").waitFor({ state: "detached" });
  };

  test("the JSON follows the builder: nested groups, texts, numbers as they are typed", async () => {
    const { page, server } = suite;
    await suite.open("/features/built");
    await page.getByRole("button", { name: "Add a condition" }).click();
    const rootValues = builder().getByLabel("Value of the expression", { exact: true });
    await rootValues.nth(0).fill("zip");
    await rootValues.nth(1).fill("007");
    expect(await typed()).toEqual({ Equal: [{ Property: ["zip"] }, "007"] });
    await builder().getByRole("button", { name: "Add a group" }).click();
    const inner = builder().getByRole("group", { name: "condition 2" });
    await inner.getByLabel("Value of condition 1", { exact: true }).first().fill("price");
    await inner.getByLabel("Comparison in condition 1").selectOption("is at least");
    await inner.getByLabel("Kind of the value of condition 1").nth(1).selectOption("number");
    await inner.getByLabel("Value of condition 1", { exact: true }).nth(1).fill("1.50");
    await inner.getByRole("button", { name: "Add a condition" }).click();
    await inner.getByLabel("Value of condition 2", { exact: true }).first().fill("beta");
    await inner.getByLabel("Kind of the value of condition 2").nth(1).selectOption("true/false");
    await inner.getByLabel("Value of condition 2", { exact: true }).nth(1).selectOption("true");
    const expression = {
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
    expect(await typed()).toEqual(expression);
    await page.getByText("The server accepts this expression.").waitFor();
    expect((await gatesOf(server, "built")).expression).toBeNull();
    await saved();
    expect(await json().inputValue()).toContain("1.50");
    expect(
      await inner.getByLabel("Value of condition 1", { exact: true }).nth(1).inputValue(),
    ).toBe("1.50");
    expect((await gatesOf(server, "built")).expression).toEqual(expression);
    expect((await gatesOf(server, "written")).state).toBe("off");
  });

  test("the builder follows the JSON, and keeps the last one that could be read", async () => {
    const { page, server } = suite;
    await suite.open("/features/written");
    const expression = {
      Any: [{ All: [{ Any: [{ NotEqual: [{ Property: ["plan"] }, "free"] }] }] }],
    };
    await json().fill(JSON.stringify(expression));
    const innermost = builder()
      .getByRole("group", { name: "condition 1" })
      .getByRole("group", { name: "condition 1" });
    await innermost.getByLabel("Value of condition 1", { exact: true }).nth(1).waitFor();
    expect(
      await innermost.getByLabel("Value of condition 1", { exact: true }).nth(1).inputValue(),
    ).toBe("free");
    await json().fill('{"Any": [');
    await page.getByText("Line 1, column 10: The JSON ends too early.").waitFor();
    await page.getByText("This is the last valid expression.").waitFor();
    expect(await save().isDisabled()).toBe(true);
    expect(
      await innermost.getByLabel("Value of condition 1", { exact: true }).nth(1).inputValue(),
    ).toBe("free");
    await json().fill(JSON.stringify(expression, null, 1));
    await save().click();
    // It is true for everyone without the property.
    await confirmedByKey("written");
    await page.getByText("The expression is saved.").last().waitFor();
    expect((await gatesOf(server, "written")).expression).toEqual(expression);
    await page.reload();
    await innermost.getByLabel("Value of condition 1", { exact: true }).nth(1).waitFor();
    await builder().getByRole("button", { name: "Remove expression" }).click();
    await save().click();
    await confirmedByKey("written");
    await page.getByText("The expression is removed.").waitFor();
    expect((await gatesOf(server, "written")).expression).toBeNull();
    expect((await gatesOf(server, "built")).state).toBe("conditional");
  });

  test("every operator of the server can be chosen, and is read from JSON", async () => {
    const comparisons = operators.filter(({ name }) => /Than|Equal/.test(name));
    await suite.open("/features/every");
    await json().fill('{"Equal": [{"Property": ["a"]}, "1"]}');
    const comparison = builder().getByLabel("Comparison in the expression");
    for (const { name } of comparisons) {
      await comparison.selectOption(name);
      expect(Object.keys((await typed()) as object)).toEqual([name]);
    }
    for (const { name } of operators.filter((each) => !comparisons.includes(each))) {
      await json().fill('{"Equal": [{"Property": ["a"]}, "1"]}');
      await builder().getByLabel("Kind of the value of the expression").nth(1).selectOption(name);
      expect([name, await typed()]).toEqual([
        name,
        { Equal: [{ Property: ["a"] }, { [name]: expect.any(Array) }] },
      ]);
    }
    const functions = operators.map(({ name, arity }) => ({
      [name]: constants[name] ?? Array.from({ length: arity.least }, () => "1"),
    }));
    await json().fill(JSON.stringify({ All: functions }));
    await builder().getByRole("button", { name: "Remove condition 18" }).waitFor();
    expect(operators).toHaveLength(18);
    const kinds = await builder().locator("select.kind-select:not(.kind-select-small)").all();
    for (const kind of kinds) {
      expect(await kind.inputValue()).not.toBe("json");
    }
    await saved();
    expect((await gatesOf(suite.server, "every")).expression).toEqual({ All: functions });
  });
});
