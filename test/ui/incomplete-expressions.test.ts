import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { confirmNoticed } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

const typeName = "Type a name.";
const typeText = 'Type a text. The empty text is "" in the JSON.';

describe("An expression that is not complete", () => {
  const suite = uiSuite({
    expectedErrors: ["422"],
    prepare: async (server) => {
      for (const name of ["built", "written", "timed", "referring"]) {
        await server.api("POST", "/features", { name });
      }
    },
  });

  const builder = () => suite.page.getByRole("group", { name: "Conditions", exact: true });
  const json = () => suite.page.getByLabel("Expression as JSON");
  const save = () => suite.page.getByRole("button", { name: "Save expression" });
  const values = () => builder().getByLabel("Value of the expression", { exact: true });
  const alerts = async () => {
    const all = await builder().getByRole("alert").allTextContents();
    return all.map((text) => text.trim());
  };
  const accepted = () => suite.page.getByText("The server accepts this expression.").waitFor();

  test("a property and a value that nobody typed are incomplete, and not saved", async () => {
    const { page, server } = suite;
    await suite.open("/features/built");
    await page.getByRole("button", { name: "Add a condition" }).click();
    await builder().getByLabel("Comparison in the expression").selectOption("is not");
    // The first field shows only its placeholder.
    expect(await values().nth(0).inputValue()).toBe("");
    expect(await alerts()).toEqual([typeName, typeText]);
    expect(await values().nth(0).getAttribute("aria-invalid")).toBe("true");
    expect(await save().isDisabled()).toBe(true);
    expect(await page.getByText("The server accepts this expression.").count()).toBe(0);

    await values().nth(0).fill("  ");
    await values().nth(1).fill("free");
    expect(await alerts()).toEqual([typeName]);
    expect(await save().isDisabled()).toBe(true);
    await values().nth(0).fill("plan");
    await values().nth(1).fill("");
    expect(await alerts()).toEqual([typeText]);
    expect(await save().isDisabled()).toBe(true);
    expect((await gatesOf(server, "built")).state).toBe("off");

    await values().nth(1).fill("free");
    await accepted();
    expect(await alerts()).toEqual([]);
    await save().click();
    // It is true for everyone without the property.
    await confirmNoticed(page, "built");
    await page.getByText("The expression is saved.").waitFor();
    expect((await gatesOf(server, "built")).expression).toEqual({
      NotEqual: [{ Property: ["plan"] }, "free"],
    });
  });

  test("the name of a feature and a time that nobody typed are incomplete too", async () => {
    await suite.open("/features/referring");
    await json().fill('{"Equal": [{"Property": ["a"]}, "1"]}');
    const kind = builder().getByLabel("Kind of the value of the expression").nth(1);
    for (const [operator, message] of [
      ["FeatureEnabled", typeName],
      ["Time", typeText],
      ["String", typeText],
    ] as const) {
      await kind.selectOption(operator);
      await values().last().fill("");
      expect([operator, await alerts()]).toEqual([operator, [message]]);
      expect(await save().isDisabled()).toBe(true);
    }
    expect((await gatesOf(suite.server, "referring")).state).toBe("off");
  });

  test("in JSON an empty text is a value, and an empty property is none", async () => {
    const { page, server } = suite;
    await suite.open("/features/written");
    await json().fill('{"NotEqual": [{"Property": [""]}, ""]}');
    await builder().getByText(typeName).waitFor();
    expect(await alerts()).toEqual([typeName]);
    expect(await save().isDisabled()).toBe(true);
    await json().fill('{"Equal": [{"Property": ["plan"]}, ""]}');
    await accepted();
    await save().click();
    await page.getByText("The expression is saved.").waitFor();
    const saved = { Equal: [{ Property: ["plan"] }, ""] };
    expect((await gatesOf(server, "written")).expression).toEqual(saved);
    await suite.open("/features/written");
    await values().nth(1).waitFor();
    expect(await alerts()).toEqual([]);
  });

  test("a constant that the server refuses is shown at its field", async () => {
    await suite.open("/features/timed");
    await json().fill('{"LessThan": [{"Now": []}, {"Time": ["Jan 1 2024"]}]}');
    await builder().getByText('"Jan 1 2024" is not a time that all clients read alike').waitFor();
    expect(await builder().getByRole("alert").count()).toBe(1);
    expect(await values().last().getAttribute("aria-invalid")).toBe("true");
    expect(await save().isDisabled()).toBe(true);
    await values().last().fill("2024-01-01T00:00:00Z");
    await accepted();
    expect(await alerts()).toEqual([]);
    expect((await gatesOf(suite.server, "timed")).state).toBe("off");
  });
});
