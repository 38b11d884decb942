import { expect, test } from "bun:test";
import { join } from "node:path";
import { ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { startProxy } from "./forwarding-proxy.ts";
import { applyDraft, openGate, saveBar, signOut, UiBrowser } from "./ui-browser.ts";

const token = "0123456789abcdef0123456789abcdef";

test("a draft and its session outlive a restart of the server", async () => {
  let target = "";
  await using stack = new AsyncDisposableStack();
  const proxy = startProxy(() => target);
  stack.defer(() => proxy.stop(true));
  const home = `http://127.0.0.1:${proxy.port}`;
  const directory = stack.use(new TemporaryDirectory());
  const data = join(directory.path, "data");
  const start = async () => {
    const server = await ServerProcess.start(testedProgram, data, {
      mode: "hosted",
      variables: {
        GATEHOUSE_TOKEN: token,
        GATEHOUSE_PUBLIC_URL: home,
        GATEHOUSE_TRUSTED_PROXY: "127.0.0.1",
      },
    });
    target = server.url;
    return server;
  };
  const first = await start();
  const headers = { "flipper-cloud-token": token, "content-type": "application/json" };
  await fetch(`${target}/adapter/features`, {
    method: "POST",
    headers,
    body: JSON.stringify({ name: "search" }),
  });
  const browser = stack.use(await UiBrowser.launch());
  const page = await browser.open({ expectedErrors: ["Failed to load", "ERR_"] });
  const link = await Bun.file(join(data, "first-start.txt")).text();
  await page.goto(/\S+\/set-up#\S+/.exec(link)?.[0] ?? "");
  await page.getByLabel("E-mail").fill("owner@example.com");
  await page.getByLabel("Name", { exact: true }).fill("Owner");
  await page.getByLabel("New password").fill("a calm and quiet morning");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("heading", { name: "Get started", level: 1 }).waitFor();
  await page.goto(`${home}/features/search`);
  await openGate(page, "Percentage of actors");
  await page.getByRole("spinbutton", { name: "Percentage of actors" }).fill("6");
  await saveBar(page).waitFor();

  first.signal("SIGTERM");
  await first.ended();
  stack.use(await start());
  await page.reload();
  await saveBar(page).getByText("1 change", { exact: true }).waitFor();
  await applyDraft(page, "search");
  const answer = await fetch(`${target}/adapter/features/search`, { headers });
  expect(await answer.json()).toMatchObject({
    gates: expect.arrayContaining([
      expect.objectContaining({ key: "percentage_of_actors", value: 6 }),
    ]),
  });
  // Without a draft nobody is asked.
  await signOut(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  browser.expectNoProblems();
});
