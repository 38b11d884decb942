import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { startProxy } from "./forwarding-proxy.ts";
import { applyDraft, openGate, setUpOwner, signIn, UiBrowser } from "./ui-browser.ts";
import { UiServer } from "./ui-server.ts";

describe("The UI below a path, behind a reverse proxy", () => {
  test("signs in, changes a gate, and follows changes by others", async () => {
    let target = "";
    await using stack = new AsyncDisposableStack();
    const proxy = startProxy(() => target);
    stack.defer(() => proxy.stop(true));
    const home = `http://127.0.0.1:${proxy.port}/toggles`;
    const server = stack.use(
      await UiServer.start("hosted", {
        GATEHOUSE_BASE_PATH: "/toggles",
        GATEHOUSE_PUBLIC_URL: home,
        GATEHOUSE_TRUSTED_PROXY: "127.0.0.1",
      }),
    );
    target = server.url;
    await server.api("POST", "/features", { name: "a/b" });
    const browser = stack.use(await UiBrowser.launch());
    const page = await browser.open();
    expect(await server.setUpLink()).toStartWith(`${home}/set-up#`);
    await setUpOwner(page, server);
    expect(new URL(page.url()).pathname).toStartWith("/toggles");
    const cookies = await page.context().cookies();
    // The session, and the browser that is known from now on.
    expect(cookies.filter(({ httpOnly }) => httpOnly)).toHaveLength(2);

    await page.getByRole("link", { name: "a/b" }).click();
    await openGate(page, "Actors");
    await page.getByRole("button", { name: "Add actors" }).click();
    const dialog = page.getByRole("dialog", { name: "Add actors" });
    await dialog.getByLabel("Actor ids").fill("User;1");
    await dialog.getByRole("button", { name: "Add 1 actor" }).click();
    await applyDraft(page, "a/b");
    expect((await gatesOf(server, "a/b")).actors).toEqual(["User;1"]);
    await server.api("POST", "/features/a%2Fb/percentage_of_actors", { percentage: 25 });
    const row = page.getByRole("region", { name: "Percentage of actors", exact: true });
    await row.getByText("25%", { exact: true }).first().waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "a/b", level: 1 }).waitFor();

    await page.goto(`${home}/settings/account`);
    await page.getByText("192.0.2.7").waitFor();
    const other = await browser.open();
    await signIn(other, { url: home });
    await other.getByRole("row").filter({ hasText: "a/b" }).waitFor();
    browser.expectNoProblems();
  });
});
