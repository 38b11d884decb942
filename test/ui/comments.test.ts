import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { adminCall, memberPage } from "./approval-steps.ts";
import { uiSuite } from "./ui-suite.ts";

const hostile = [
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "[x](javascript:alert(1))",
  "![x](https://example.com/a.png)",
];
const pattern = "https://issues.example.com/{issue}";

describe("Comments", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
    },
  });
  const card = (page: Page) => page.getByRole("region", { name: "Comments" });
  const lines = (page: Page) => card(page).getByRole("listitem");

  const field = (page: Page) => card(page).getByRole("textbox", { name: "Comment", exact: true });

  async function say(page: Page, text: string): Promise<void> {
    await field(page).fill(text);
    await card(page).getByRole("button", { name: "Comment", exact: true }).click();
  }

  test("a comment on a feature is Markdown, and reaches the others at once", async () => {
    const { page, server } = suite;
    await adminCall(page, server, "PUT", "/issue-pattern", { pattern });
    const member = await memberPage(suite, "member", "Grace");
    await suite.open("/features/search");
    await card(page).getByText("Nobody has said anything yet.").waitFor();
    await suite.open("/features/search", member);
    await say(member, "Waits for **OPS-12**:\n\n- one\n- `two`\n\nsee https://example.com/91");
    const line = lines(page).filter({ hasText: "Grace" });
    await line.getByRole("link", { name: "OPS-12" }).waitFor();
    const link = line.getByRole("link", { name: "https://example.com/91" });
    expect(await link.getAttribute("rel")).toBe("noreferrer");
    expect(await line.locator("strong").textContent()).toBe("OPS-12");
    expect(await line.locator("li > code").textContent()).toBe("two");
    // The other page can have the comment before the answer of this one. The test's time is the limit.
    while ((await field(member).inputValue()) !== "") {
      await Bun.sleep(20);
    }
  });

  test("an author edits and deletes a comment, and an owner deletes it too", async () => {
    const { page } = suite;
    await suite.open("/features/search");
    const menuOf = (name: string) =>
      card(page).getByRole("button", { name: `Actions for the comment of ${name}` });
    await say(page, "First");
    await menuOf("Owner").click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await card(page).getByLabel("Text of the comment").fill("Second");
    await card(page).getByRole("button", { name: "Save" }).click();
    await lines(page).filter({ hasText: "Second" }).getByText("edited").waitFor();
    // An owner edits no comment of another person.
    await menuOf("Grace").click();
    await page.getByRole("menuitem", { name: "Delete" }).waitFor();
    expect(await page.getByRole("menuitem", { name: "Edit" }).count()).toBe(0);
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await card(page).getByText("Waits for").waitFor({ state: "detached" });
    await suite.open("/audits/security");
    const deleted = page.getByRole("listitem").filter({ hasText: "feature:search, of Grace" });
    await deleted.getByText("Comment deleted").waitFor();
    // Acts have comments of their own.
    await deleted.getByRole("button", { name: "feature:search, of Grace" }).click();
    await deleted.getByRole("textbox", { name: "Comment", exact: true }).fill("It was *old*");
    await deleted.getByRole("button", { name: "Comment", exact: true }).click();
    await deleted.locator("em", { hasText: "old" }).waitFor();
  });

  test("HTML, images and scripts of a comment stay text, and nothing is loaded from elsewhere", async () => {
    const { page, server } = suite;
    for (const text of hostile) {
      await adminCall(page, server, "POST", "/comments/feature:search", { text });
    }
    const elsewhere: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(server.url)) {
        elsewhere.push(request.url());
      }
    });
    await suite.open("/features/search");
    for (const text of hostile) {
      await card(page).getByText(text, { exact: true }).waitFor();
    }
    expect(await card(page).locator("img, script, .markdown a").count()).toBe(0);
    expect(elsewhere).toEqual([]);
  });

  test("a viewer reads the comments on a feature, and has no field for one", async () => {
    const viewer = await memberPage(suite, "viewer", "Vera");
    await suite.open("/features/search", viewer);
    await card(viewer).getByText("Second").waitFor();
    expect(await viewer.getByRole("textbox", { name: "Comment", exact: true }).count()).toBe(0);
    expect(await card(viewer).getByRole("button").count()).toBe(0);
  });

  test("a request shows its reason with issues and links, and its comments as Markdown", async () => {
    const { page, server } = suite;
    const { request } = (await adminCall(
      page,
      server,
      "POST",
      "/environments/production/requests",
      {
        ...{ title: "Enable search", reason: "OPS-7 is done" },
        links: ["https://example.com/91"],
        commands: [{ kind: "enable", key: "search" }],
      },
    )) as { request: { id: number } };
    await suite.open(`/requests/${request.id}`);
    const talk = page.getByRole("region", { name: "Conversation" });
    expect(await talk.getByRole("link", { name: "OPS-7" }).getAttribute("href")).toBe(
      "https://issues.example.com/OPS-7",
    );
    await talk.getByRole("link", { name: "https://example.com/91" }).waitFor();
    await talk.getByLabel("Comment").fill("*Fine* by me");
    await talk.getByLabel("Comment").press("Control+Enter");
    await talk.locator("em", { hasText: "Fine" }).waitFor();
  });
});
