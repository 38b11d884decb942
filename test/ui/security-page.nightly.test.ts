import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { memberPage } from "./approval-steps.ts";
import { ownerEmail } from "./ui-server.ts";
import { uiSuite } from "./ui-suite.ts";

const checkpoints = "/admin/v1/audit/checkpoints";

/** The paths of the Admin API that a page requests from now on. */
function recordedPaths(page: Page): readonly string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/admin/")) {
      paths.push(pathname);
    }
  });
  return paths;
}

describe("The security tab of audits", () => {
  const suite = uiSuite({ expectedErrors: ["401"] });

  const events = () => suite.page.getByRole("main").getByRole("listitem");
  const event = (text: string) => events().filter({ hasText: text });
  const post = (path: string, body: object, page: Page = suite.page) =>
    page.evaluate(
      async ([url, text]) => {
        const headers = { "content-type": "application/json" };
        return (await fetch(`/admin/v1${url}`, { method: "POST", headers, body: text })).status;
      },
      [path, JSON.stringify(body)] as const,
    );

  test("lists who did what, live, and opens to the record", async () => {
    const { page } = suite;
    await suite.open("/audits");
    await page.getByRole("link", { name: "Security", exact: true }).click();
    await page.getByRole("heading", { name: /^Today/, level: 2 }).waitFor();
    await event("Signed in").first().waitFor();
    const name = "staff";
    expect(await post("/groups", { name })).toBe(200);
    await event("Group added").filter({ hasText: name }).waitFor();
    expect(await post("/environments", { name: "Staging" })).toBe(200);
    await event("Environment created").getByText("Owner", { exact: true }).waitFor();
    await event("Environment created").getByText("Staging").first().waitFor();
    await event("Group added").getByRole("button", { name }).click();
    await event("Group added")
      .getByText(/^#\d+$/)
      .waitFor();
    await event("Group added").getByText(`"group":"${name}"`).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Escape");
  });

  test("filters by kind, person, environment and days are in the URL", async () => {
    const { page } = suite;
    await suite.open("/audits/security");
    await event("Signed in").first().waitFor();
    await page.getByLabel("Kind").selectOption("Group added");
    await event("Signed in").first().waitFor({ state: "detached" });
    await page.getByText("1 event", { exact: true }).first().waitFor();
    expect(new URL(page.url()).searchParams.get("kind")).toBe("group.added");
    await page.getByLabel("Who").selectOption("Command line");
    await page.getByText("No event matches").waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).first().click();
    await page.getByLabel("Environment", { exact: true }).selectOption("Staging");
    await events().nth(1).waitFor({ state: "detached" });
    await event("Environment created").waitFor();
    await page.getByRole("button", { name: "Yesterday", exact: true }).click();
    await page.getByText("No event matches").waitFor();
    await page.getByRole("button", { name: "Today", exact: true }).click();
    await event("Environment created").waitFor();
  });

  test("the search finds values and people, the badge has the checkpoint, and proofs are exported", async () => {
    const { page } = suite;
    await suite.open("/audits/security");
    const search = page.getByLabel("Search events");
    await search.fill("STAFF");
    await event("Signed in").first().waitFor({ state: "detached" });
    await event("Group added").waitFor();
    await search.fill("not there");
    await page.getByText("No event matches").waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).first().click();
    await event("Signed in").first().waitFor();
    expect(await post("/audit/checkpoints", {})).toBe(200);
    const badge = page.getByRole("link", { name: /^Checkpoint \d+, signed/ });
    await badge.waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export with proofs" }).click(),
    ]);
    const lines = (await Bun.file(await download.path()).text()).trim().split("\n");
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ type: "end" });
    await badge.click();
    await page.getByRole("region", { name: "Checkpoints" }).waitFor();
  });

  test("the changes have the badge too, once their rows are there, and only for admins", async () => {
    const { page } = suite;
    expect(await post("/audit/checkpoints", {})).toBe(200);
    expect(await post("/environments/1/features", { key: "search" })).toBe(200);
    const member = await memberPage(suite, "member", "Reader");
    // The page before requests the checkpoints again, as there is a new one.
    await page.goto("about:blank");
    const asked = { owner: recordedPaths(page), member: recordedPaths(member) };
    await suite.open("/audits");
    const badge = page.getByRole("link", { name: /^Checkpoint \d+, signed/ });
    await badge.waitFor();
    const steps = asked.owner.indexOf("/admin/v1/steps");
    expect(steps).toBeGreaterThanOrEqual(0);
    expect(asked.owner.indexOf(checkpoints)).toBeGreaterThan(steps);
    await suite.open("/audits", member);
    await member.getByRole("listitem").filter({ hasText: "search" }).waitFor();
    expect(asked.member).toContain("/admin/v1/steps");
    expect(asked.member).not.toContain(checkpoints);
    await badge.click();
    await page.getByRole("region", { name: "Checkpoints" }).waitFor();
  });

  test("another person's failed sign-in appears at once, without reloading other data", async () => {
    const { page, browser, server } = suite;
    await Promise.all([
      // The frame around the page requests these last.
      page.waitForResponse((answer) => answer.url().endsWith("/admin/v1/requests")),
      page.waitForResponse((answer) => answer.url().endsWith("/policy")),
      suite.open("/audits/security"),
    ]);
    await event("Signed in").first().waitFor();
    const requests = recordedPaths(page);
    const stranger = await browser.open({ expectedErrors: ["401", "403", "422"] });
    await stranger.goto(`${server.url}/`);
    await stranger.getByLabel("E-mail").fill(ownerEmail);
    await stranger.getByLabel("Password").fill("not this one");
    await stranger.getByRole("button", { name: "Sign in", exact: true }).click();
    await event("Sign-in refused").getByText("Owner, with a password").waitFor();
    expect(new Set(requests)).toEqual(new Set(["/admin/v1/acts"]));
    await stranger.close();
  });

  test("a member has no such tab, and no such page", async () => {
    const { page, browser, server } = suite;
    const url = await page.evaluate(async () => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ email: "ada@example.com", role: "member" });
      const answer = await fetch("/admin/v1/members", { method: "POST", headers, body });
      const { link } = (await answer.json()) as { readonly link: { readonly url: string } };
      return link.url;
    });
    const colleague = await browser.open({ expectedErrors: ["401", "403"] });
    await colleague.goto(url);
    await colleague.getByLabel("New password").fill("a quiet evening by the sea");
    await colleague.getByRole("button", { name: "Set password" }).click();
    await colleague.getByRole("button", { name: "New feature" }).waitFor();
    await colleague.goto(`${server.url}/audits`);
    await colleague.getByRole("heading", { name: "Audits", level: 1 }).waitFor();
    expect(await colleague.getByRole("link", { name: "Security", exact: true }).count()).toBe(0);
    await colleague.goto(`${server.url}/audits/security`);
    await colleague.getByRole("heading", { name: "Not found", level: 1 }).waitFor();
  });
});
