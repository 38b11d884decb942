import { beforeEach, describe, expect, test } from "bun:test";
import { openGate, signIn } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

const expression = {
  All: [{ Equal: [{ Property: ["plan"] }, "pro"] }, { GreaterThan: [{ Property: ["seats"] }, 10] }],
};

describe("Trying a feature", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features/search/percentage_of_actors", { percentage: 1 });
      await server.api("POST", "/features/search/actors", { flipper_id: "User;1" });
      await server.api("POST", "/features/search/groups", { name: "staff" });
      await server.api("POST", "/features/search/expression", expression);
    },
  });

  // The last question of a browser is in its form.
  beforeEach(async () => {
    await suite.page.evaluate("localStorage.clear()");
  });

  const card = () =>
    suite.page
      .locator("section")
      .filter({ has: suite.page.getByRole("heading", { name: "Try it", exact: true }) });
  const reason = (gate: string) => card().getByRole("listitem").filter({ hasText: gate }).first();
  const ask = () => card().getByRole("button", { name: "Try it", exact: true }).click();

  test("an actor of the gate is enabled, and each gate says why", async () => {
    await suite.open("/features/search");
    await card().getByLabel("Actor ids").fill("User;1");
    await ask();
    await card().getByText("Enabled by Actors.").waitFor();
    await reason("Actors").getByText("User;1 is among them").waitFor();
    await reason("Everyone").getByText("off").waitFor();
    await reason("Groups").getByText("not in the one group").waitFor();
    await reason("Expression").getByText("plan (not sent) is not pro").waitFor();
  });

  test("another one is told the bucket, and how far it is from opening", async () => {
    await suite.open("/features/search");
    await card().getByLabel("Actor ids").fill("User;2");
    await ask();
    await card().getByText("Not enabled: no gate matches.").waitFor();
    const text = await reason("Percentage").textContent();
    const [, bucket = "", percentage = "", points = ""] =
      /bucket ([\d,]+): matches from (\d+)%, (\d+) points? more/.exec(text ?? "") ?? [];
    expect(Number(percentage) - 1).toBe(Number(points));
    expect(Math.floor(Number(bucket.replaceAll(",", "")) / 1_000) + 1).toBe(Number(percentage));
    // What the page says is what happens.
    const path = "/features/search/percentage_of_actors";
    await suite.server.api("POST", path, { percentage: Number(percentage) - 1 });
    await ask();
    await reason("Percentage").getByText("1 point more").waitFor();
    await card().getByText("Not enabled: no gate matches.").waitFor();
    await suite.server.api("POST", path, { percentage: Number(percentage) });
    await ask();
    await card().getByText("Enabled by Percentage of actors.").waitFor();
    await reason("Percentage")
      .getByText(`bucket ${bucket}: matches from ${percentage}%`, { exact: true })
      .waitFor();
    await suite.server.api("POST", path, { percentage: 1 });
  });

  test("properties open the expression, whose parts are shown; 14 and text are told apart", async () => {
    await suite.open("/features/search");
    await card().getByText("Properties and groups").click();
    await card().getByLabel("Properties").fill("plan = pro\nseats = 14");
    await card().getByText("Properties belong to an actor: type an id, too.").waitFor();
    await card().getByLabel("Actor ids").fill("User;3");
    await ask();
    await card().getByText("Enabled by Expression.").waitFor();
    await reason("Expression").getByText("is true", { exact: true }).waitFor();
    await reason("Expression").getByText("How the expression was evaluated").click();
    expect(await reason("Expression").textContent()).toContain('plan"pro"is"pro"');
    await card().getByLabel("Properties").fill("plan = pro\nseats = 14\nplan = free");
    await card().getByText("Line 3: plan appears twice.").waitFor();
    expect(await card().getByRole("button", { name: "Try it", exact: true }).isDisabled()).toBe(
      true,
    );
    await card().getByLabel("Properties").fill("id = 9007199254740993");
    await card().getByText("Line 1: this integer is beyond").waitFor();
    await card().getByLabel("Properties").fill('{"plan": "free", "seats": 14}');
    await ask();
    await card().getByText("Not enabled: no gate matches.").waitFor();
  });

  test("the link shares the question, and asks it again in another browser", async () => {
    await suite.open("/features/search");
    await card().getByLabel("Actor ids").fill("User;9");
    await card().getByText("Properties and groups").click();
    await card().getByLabel("Groups").fill("staff");
    await card().getByLabel("Properties").fill("plan = a&b #1 %");
    await ask();
    await card().getByText("Enabled by Groups.").waitFor();
    await reason("Groups").getByText("in staff").waitFor();
    const link = suite.page.url();
    const other = await suite.browser.open();
    await signIn(other, suite.server);
    await other.goto(link);
    await other.getByText("Enabled by Groups.").waitFor();
    expect(await other.getByLabel("Actor ids").inputValue()).toBe("User;9");
    expect(await other.getByLabel("Properties").inputValue()).toBe("plan = a&b #1 %");
    expect(await suite.server.api("GET", "/features/search")).toMatchObject({
      state: "conditional",
    });
  });

  test("a draft is tried before it is saved, next to the saved state", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    await page.keyboard.press("t");
    await page.keyboard.type("User;50");
    await page.keyboard.press("Enter");
    await card().getByText("Not enabled: no gate matches.").waitFor();
    expect(await card().getByRole("button", { name: "As saved" }).count()).toBe(0);
    await openGate(page, "Percentage of actors");
    await page.getByRole("spinbutton", { name: "Percentage of actors" }).fill("100");
    await card().getByText("Enabled by Percentage of actors. As saved: not enabled.").waitFor();
    await card().getByRole("button", { name: "As saved" }).click();
    await card().getByText("no gate matches. With your changes: enabled.").waitFor();
    expect(await server.api("GET", "/features/search")).toMatchObject({ state: "conditional" });
    await page.getByRole("button", { name: "Discard" }).click();
    await card().getByText("With your changes").waitFor({ state: "detached" });
  });

  test("several actors are tried one by one, each with own properties", async () => {
    const { page } = suite;
    await suite.open("/features/search");
    const lines = ["User;1", "User;3 plan = pro, seats = 14", 'Robot;4 {"plan": "pro"}'];
    await card().getByLabel("Actor ids").fill(lines.join("\n"));
    await ask();
    const result = (id: string) => card().getByRole("group").filter({ hasText: id });
    await result("User;1").getByText("Enabled by Actors.").waitFor();
    await result("User;3").getByText("Enabled by Expression.").waitFor();
    await result("Robot;4").getByText("Not enabled: no gate matches.").waitFor();
    await result("Robot;4").getByText("Not enabled").click();
    await result("Robot;4").getByText("seats (not sent) is not over 10").waitFor();
    await card()
      .getByLabel("Actor ids")
      .fill(Array.from({ length: 11 }, () => "x").join("\n"));
    await card().getByText("At most 10 actors").waitFor();
    // The last question is there for the next feature, and is not asked yet.
    await suite.server.api("POST", "/features", { name: "another" });
    await suite.open("/features/another");
    expect(await page.getByLabel("Actor ids").inputValue()).toBe(lines.join("\n"));
    expect(await card().getByRole("list").count()).toBe(0);
  });
});
