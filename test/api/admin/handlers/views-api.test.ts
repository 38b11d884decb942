import { expect, test } from "bun:test";
import { startLibrarySite } from "../admin-sites.ts";
import { refusalIn, startUi, type UiPage } from "../web-ui-server.ts";

const views = "/views" as const;
const view = "/views/:view" as const;
const mine = { name: "Mine", query: "owner=me&sort=changed", isShared: false };
const ours = { name: "Stale", query: "state=on&stale=1", isShared: true };

const namesOf = async (page: UiPage) => {
  const list = await page.answer(`GET ${views}`);
  return list.views.map(({ name }) => name);
};

async function codeOf(page: UiPage, name: string, input: Parameters<UiPage["call"]>[1]) {
  return (await refusalIn(await page.call(name, input))).code;
}

test("own views are shown to their member only, and shared ones to all", async () => {
  await using server = await startUi();
  const [page, other] = [await server.page("member"), await server.page("viewer")];
  const { view: created } = await page.answer(`POST ${views}`, { body: mine });
  expect(created).toEqual({
    ...mine,
    id: expect.any(String),
    author: expect.objectContaining({ id: page.userId }),
    createdAt: expect.any(Number),
    canChange: true,
  });
  await page.answer(`POST ${views}`, { body: ours });
  expect(await namesOf(page)).toEqual(["Mine", "Stale"]);
  expect(await other.answer(`GET ${views}`)).toMatchObject({
    views: [{ ...ours, canChange: false }],
  });
});

test("a view is changed and deleted by its author, and a shared one by admins too", async () => {
  await using server = await startUi();
  const [page, other, admin] = [
    await server.page("member"),
    await server.page("member"),
    await server.page("admin"),
  ];
  const own = (await page.answer(`POST ${views}`, { body: mine })).view.id;
  const shared = (await page.answer(`POST ${views}`, { body: ours })).view.id;
  const renamed = await page.answer(`PATCH ${view}`, {
    params: { view: own },
    body: { name: "Ours now", isShared: true },
  });
  expect(renamed.view).toMatchObject({ ...mine, name: "Ours now", isShared: true });
  await page.answer(`PATCH ${view}`, { params: { view: own }, body: { isShared: false } });
  for (const method of ["PATCH", "DELETE"]) {
    const body = method === "PATCH" ? { body: { name: "x" } } : {};
    const call = `${method} ${view}`;
    expect(await codeOf(other, call, { params: { view: shared }, ...body })).toBe("view_fixed");
    expect(await codeOf(other, call, { params: { view: own }, ...body })).toBe("view_not_found");
    expect(await codeOf(admin, call, { params: { view: own }, ...body })).toBe("view_not_found");
  }
  // A view that somebody else wrote does not become an admin's own.
  const taken = { params: { view: shared }, body: { isShared: false } };
  expect(await codeOf(admin, `PATCH ${view}`, taken)).toBe("view_fixed");
  await admin.answer(`PATCH ${view}`, { params: { view: shared }, body: { query: "" } });
  expect((await page.answer(`GET ${views}`)).views[1]).toMatchObject({ name: "Stale", query: "" });
  await admin.answer(`DELETE ${view}`, { params: { view: shared } });
  await page.answer(`DELETE ${view}`, { params: { view: own } });
  expect(await namesOf(page)).toEqual([]);
  expect(await codeOf(page, `DELETE ${view}`, { params: { view: own } })).toBe("view_not_found");
});

const refused: [title: string, body: object][] = [
  ["an empty name", { ...mine, name: "" }],
  ["a name of 61 characters", { ...mine, name: "🎉".repeat(61) }],
  ["a name of two lines", { ...mine, name: "a\nb" }],
  ["a long query", { ...mine, query: "q".repeat(1_001) }],
  ["a query of two lines", { ...mine, query: "a\nb" }],
];

test.each(refused)("%s is refused, and changes nothing", async (_title, body) => {
  await using server = await startUi();
  const page = await server.page("member");
  const before = server.state();
  expect(await codeOf(page, `POST ${views}`, { body })).toBe("input_invalid");
  expect(server.state()).toBe(before);
  const { view: kept } = await page.answer(`POST ${views}`, {
    body: { ...mine, name: "🎉".repeat(60), query: "q".repeat(1_000) },
  });
  expect(await codeOf(page, `PATCH ${view}`, { params: { view: kept.id }, body })).toBe(
    "input_invalid",
  );
});

test("a person has at most 50 own views, and a project 50 shared ones", async () => {
  await using server = await startUi();
  const [page, other] = [await server.page("member"), await server.page("member")];
  for (let nth = 0; nth < 50; nth++) {
    await page.answer(`POST ${views}`, { body: { ...mine, name: `own ${nth}` } });
    await page.answer(`POST ${views}`, { body: { ...ours, name: `shared ${nth}` } });
  }
  expect(await codeOf(page, `POST ${views}`, { body: mine })).toBe("view_limit");
  expect(await codeOf(other, `POST ${views}`, { body: ours })).toBe("view_limit");
  const { view: own } = await other.answer(`POST ${views}`, { body: mine });
  const sharing = { params: { view: own.id }, body: { isShared: true } };
  expect(await codeOf(other, `PATCH ${view}`, sharing)).toBe("view_limit");
  // Views of another project count there.
  const owner = await server.page("owner");
  await owner.answer("POST /projects", { body: { name: "Mobile" } });
  await other.answer(`POST ${views}`, { query: { project: "Mobile" }, body: ours });
  expect(await codeOf(other, `PATCH ${view}`, { ...sharing, query: { project: "Mobile" } })).toBe(
    "view_not_found",
  );
  expect(server.hosted.faults).toEqual([]);
});

test("viewers save no views, and tokens of environments see none", async () => {
  await using server = await startUi();
  const viewer = await server.page("viewer");
  expect(await codeOf(viewer, `POST ${views}`, { body: mine })).toBe("role_required");
  const headers = { "flipper-cloud-token": await server.hosted.newToken() };
  const answer = await server.send("/admin/v1/views", { headers });
  expect((await refusalIn(answer)).code).toBe("environment_token_refused");
});

test("the own views of a member are deleted with the member, and shared ones stay", async () => {
  await using server = await startUi();
  const [page, admin] = [await server.page("member"), await server.page("owner")];
  await page.answer(`POST ${views}`, { body: mine });
  await page.answer(`POST ${views}`, { body: ours });
  await admin.answer("DELETE /members/:user", { params: { user: page.userId }, body: {} });
  expect(server.state().views.toList().toArray()).toMatchObject([ours]);
  expect(await admin.answer(`GET ${views}`)).toMatchObject({
    views: [{ ...ours, author: { id: page.userId }, canChange: true }],
  });
});

test("views are shared in the mountable deployment, which has no members", async () => {
  const { call, stop } = startLibrarySite();
  const refusal = { status: 422, body: { code: "parameter_invalid" } };
  expect(await call("POST", views, mine)).toMatchObject(refusal);
  const created = await call("POST", views, ours);
  expect(created).toMatchObject({ status: 200, body: { view: { ...ours, author: null } } });
  expect(await call("GET", views)).toMatchObject({ body: { views: [ours] } });
  await stop();
});
