import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { run, ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { storeFaultyExpression } from "../helpers/faulty-expression-data.ts";
import { ExpressionPage } from "./expression-page.ts";
import { settled, UiBrowser } from "./ui-browser.ts";

const token = "a-token-of-these-tests";

describe("A faulty expression of an older version", () => {
  const stack = new AsyncDisposableStack();
  let server: ServerProcess;
  let browser: UiBrowser;
  let page: Page;

  beforeAll(async () => {
    const directory = stack.use(new TemporaryDirectory());
    const data = join(directory.path, "data");
    await storeFaultyExpression(data, token);
    server = stack.use(
      await ServerProcess.start(testedProgram, data, {
        mode: "hosted",
        variables: { GATEHOUSE_TOKEN: token },
      }),
    );
    browser = stack.use(await UiBrowser.launch());
    page = await browser.open({ expectedErrors: ["422"] });
    const { out, err } = await run(
      testedProgram,
      ["member", "reset", "owner@localhost", "--data", data],
      { cwd: directory.path },
    );
    const [path = ""] = /\/set-up#\S+/.exec(out + err) ?? [];
    await page.goto(server.url + path);
    await page.getByLabel("E-mail").fill("owner@example.com");
    await page.getByLabel("Name", { exact: true }).fill("Owner");
    await page.getByLabel("New password").fill("a calm and quiet morning");
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("heading", { name: "Get started", level: 1 }).waitFor();
  });
  afterEach(() => browser.expectNoProblems());
  afterAll(() => stack.disposeAsync());

  const expression = new ExpressionPage({
    get page() {
      return page;
    },
    async open(path) {
      await page.goto(server.url + path);
      await settled(page);
    },
  });
  const faulty = () => page.getByText("The saved expression is faulty.");

  test("says so on its page, at its field, until it is corrected", async () => {
    await expression.open("faulty");
    await faulty().waitFor();
    const second = expression.builder.getByRole("listitem").nth(1);
    await second.getByText('"soon" is not a time that all clients read alike').waitFor();
    expect(await expression.builder.getByRole("alert").count()).toBe(1);
    await second
      .getByLabel("Value of condition 2", { exact: true })
      .last()
      .fill("2030-01-01T00:00:00Z");
    await expression.accepted();
    await expression.apply();
    await faulty().waitFor({ state: "detached" });
    expect(await expression.builder.getByRole("alert").count()).toBe(0);
  });

  test("is not said of one that is not faulty", async () => {
    await expression.open("fine");
    await expression.builder.waitFor();
    expect(await faulty().count()).toBe(0);
    expect(await expression.builder.getByRole("alert").count()).toBe(0);
  });
});
