import { describe, expect, test } from "bun:test";
import { ExpressionPage } from "./expression-page.ts";
import { accessibilityProblems, sidewaysScroll } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

const plan = { Equal: [{ Property: ["plan"] }, "pro"] };
const seats = { GreaterThan: [{ Property: ["seats"] }, 20] };

describe("The actors that an expression is tried with", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      for (const name of ["tried", "other"]) {
        await server.api("POST", "/features", { name });
        await server.api("POST", `/features/${name}/expression`, { All: [plan, seats] });
      }
    },
  });
  const expression = new ExpressionPage(suite);
  const results = async (place: string) =>
    expression.builder
      .locator(`[data-place="${place}"] .rule-cell .visually-hidden`)
      .allTextContents();
  const gate = async () => expression.builder.locator(".rule-gate .rule-cell").allTextContents();

  async function add(id: string, properties: string): Promise<void> {
    await expression.builder.getByRole("button", { name: "Add an actor to try" }).click();
    const dialog = suite.page.getByRole("dialog");
    await dialog.getByLabel("Actor id", { exact: true }).fill(id);
    await dialog.getByLabel("Properties", { exact: true }).fill(properties);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  }

  test("have a result in each row, with one request", async () => {
    await expression.open("tried");
    await add("User;42", "plan = pro\nseats = 14");
    await add("User;77", "plan = free\nseats = 40");
    await add("Org;9", "plan = pro\nseats = 60");
    await expression.builder.getByText("Org;9: matches").waitFor();
    expect(await gate()).toEqual(["User;42: no match", "User;77: no match", "Org;9: matches"]);
    expect(await results("All[0]")).toEqual([
      ...["User;42: true", "User;77: not true, has free", "Org;9: true"],
    ]);
    expect(await results("All[1]")).toEqual([
      ...["User;42: not true, has 14", "User;77: not needed", "Org;9: true"],
    ]);
    expect(await expression.builder.getByRole("button", { name: "Add an actor" }).count()).toBe(0);
    expect(await accessibilityProblems(suite.page)).toEqual([]);
  });

  test("are kept in the browser, and see the draft and not the saved expression", async () => {
    const { builder } = expression;
    await expression.open("other");
    await builder.getByText("Org;9: matches").waitFor();
    let requests = 0;
    suite.page.on("request", (request) => {
      requests += request.url().endsWith("/explain") ? 1 : 0;
    });
    await builder.getByLabel("Value of condition 2", { exact: true }).fill("10");
    await builder.getByText("User;42: matches").waitFor();
    expect(requests).toBe(1);
    // An incomplete condition has no result, the others still have.
    await builder.getByRole("button", { name: "Add a condition" }).click();
    expect(await results("All[2]")).toEqual([
      ...["User;42: not evaluated", "User;77: not evaluated", "Org;9: not evaluated"],
    ]);
    expect(await results("All[1]")).toEqual([
      "User;42: true",
      "User;77: not needed",
      "Org;9: true",
    ]);
    expect(await expression.saved()).toEqual({ All: [plan, seats] });
  });

  test("are changed and removed, and on a phone one is shown", async () => {
    const { builder } = expression;
    await builder.getByRole("button", { name: "Change or remove User;77" }).click();
    const dialog = suite.page.getByRole("dialog");
    await dialog.getByLabel("Properties", { exact: true }).fill('{"plan": "pro", "seats": 11}');
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await builder.getByText("User;77: matches").waitFor();
    await builder.getByRole("button", { name: "Change or remove User;42" }).click();
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await gate()).toEqual(["User;77: matches", "Org;9: matches"]);
    await suite.page.setViewportSize({ width: 390, height: 844 });
    const cells = builder.locator(".rule-gate .rule-cell");
    expect([await cells.first().isVisible(), await cells.last().isVisible()]).toEqual([
      true,
      false,
    ]);
    expect(await builder.getByRole("button", { name: "Add an actor to try" }).count()).toBe(0);
    expect(await sidewaysScroll(suite.page)).toBe(0);
  });
});
