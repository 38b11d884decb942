import { expect, test } from "bun:test";
import { describeSites } from "../admin-sites.ts";
import { startUi } from "../web-ui-server.ts";

const pattern = "https://issues.example.com/browse/{issue}";

describeSites("the address of issues", (site) => {
  test("is null at first, and is set and removed", async () => {
    const { call } = site();
    if (site().hosted !== undefined) {
      // The token of an environment is not allowed to read settings.
      return;
    }
    expect((await call("GET", "/issue-pattern")).body).toEqual({ pattern: null });
    expect((await call("PUT", "/issue-pattern", { pattern: ` ${pattern} ` })).status).toBe(200);
    expect((await call("GET", "/issue-pattern")).body).toEqual({ pattern });
    expect((await call("PUT", "/issue-pattern", { pattern: null })).status).toBe(200);
    expect((await call("GET", "/issue-pattern")).body).toEqual({ pattern: null });
  });
});

test("the address of issues is a setting of admins, with an act for each change", async () => {
  await using server = await startUi();
  const [admin, viewer] = [await server.page("admin"), await server.page("viewer")];
  await admin.answer("PUT /issue-pattern", { body: { pattern } });
  const before = server.state();
  await admin.answer("PUT /issue-pattern", { body: { pattern } });
  expect(server.state().projects).toBe(before.projects);
  expect(await viewer.answer("GET /issue-pattern")).toEqual({ pattern });
  expect((await viewer.call("PUT /issue-pattern", { body: { pattern: null } })).status).toBe(403);
  const { acts } = await admin.answer("GET /acts", { query: { kind: "project.changed" } });
  expect(acts).toMatchObject([
    { details: { from: { issue_pattern: null }, to: { issue_pattern: pattern } } },
  ]);
});

test.each([
  "https://issues.example.com/",
  "http://issues.example.com/{issue}",
  "https://{issue}.example.com/",
  "https://example.com:{issue}/",
  "javascript:alert('{issue}')",
  "{issue}",
  `https://example.com/{issue}${"a".repeat(480)}`,
])("the address %s is refused", async (refused) => {
  await using server = await startUi();
  const admin = await server.page("admin");
  const answer = await admin.call("PUT /issue-pattern", { body: { pattern: refused } });
  expect(answer.status).toBe(422);
  expect(server.state().projects.get(1)?.issuePattern).toBeNull();
});
