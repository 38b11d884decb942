import { expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import { AuditPage } from "../../../../src/api/admin/contract/audit-models.ts";
import { audited, created } from "../../../helpers/hosted-client.ts";
import { modelled } from "../../../helpers/modelled.ts";
import { type AdminSite, describeSites, startHostedSite } from "../admin-sites.ts";
import { startUi } from "../web-ui-server.ts";

const search = "E/features/search";
const reason = "OPS-12: the search is too slow";

async function audits({ call }: AdminSite): Promise<Static<typeof AuditPage>["audits"]> {
  return modelled(AuditPage, (await call("GET", "E/audits?limit=250")).body).audits;
}

/** Changes in an order in which each of them changes something; each route with its reason. */
const changes: readonly (readonly [method: string, path: string, body: object])[] = [
  ["POST", "E/features", { key: "search" }],
  ["PUT", `${search}/boolean`, { enabled: true, typed: "search" }],
  ["PUT", `${search}/boolean`, { enabled: false, typed: "search" }],
  ["PUT", `${search}/percentage-of-actors`, { percentage: 5 }],
  ["PUT", `${search}/percentage-of-time`, { percentage: 5 }],
  ["PUT", `${search}/expression`, { json: "null" }],
  ["PATCH", `${search}/actors`, { add: ["User;1", "User;2"] }],
  ["PATCH", `${search}/groups`, { add: ["staff"] }],
  [
    "POST",
    `${search}/changes`,
    { changes: [{ gate: "boolean", action: "enable" }], typed: "search" },
  ],
  ["DELETE", `${search}/gates`, { typed: "search" }],
  ["POST", "E/rollback", { key: "search", to: 2, typed: "search" }],
  ["DELETE", search, { typed: "search" }],
];

describeSites("a reason", (site) => {
  test.each(changes)("is kept with %s %s", async (method, path, body) => {
    const before = await audits(site());
    const isExpression = path.endsWith("/expression");
    const isHosted = site().hosted !== undefined;
    if (isExpression && !isHosted) {
      return;
    }
    const sent = isExpression ? { json: '{"Boolean":[true]}', typed: "search" } : body;
    const { status } = await site().call(method, path, { ...sent, reason: `  ${reason}\n` });
    expect(status).toBe(200);
    const added = (await audits(site())).slice(0, -before.length || undefined);
    expect(added.length).toBeGreaterThan(0);
    expect(added.map((audit) => audit.reason)).toEqual(added.map(() => reason));
  });

  test("is shown with steps and their audits, and is null for other changes", async () => {
    const { call } = site();
    await call("POST", "E/features", { key: "shown", reason });
    await call("PATCH", "E/features/shown/actors", { add: ["User;1", "User;2"], reason: "é\n🎉" });
    await call("PUT", "E/features/shown/percentage-of-time", { percentage: 3 });
    const steps = await call("GET", "E/steps?key=shown");
    const found = steps.body as {
      readonly steps: readonly { readonly newest: { id: number; reason: string | null } }[];
    };
    expect(found.steps.map(({ newest }) => newest.reason)).toEqual([null, "é\n🎉", reason]);
    const ofStep = await call("GET", `E/steps/${found.steps[1]?.newest.id}`);
    expect(ofStep.body).toMatchObject({ audits: [{ reason: "é\n🎉" }, { reason: "é\n🎉" }] });
  });

  test("is not kept by a change that changes nothing", async () => {
    const { call } = site();
    await call("PUT", "E/features/shown/percentage-of-time", { percentage: 7 });
    const before = await audits(site());
    const again = { percentage: 7, reason };
    expect((await call("PUT", "E/features/shown/percentage-of-time", again)).status).toBe(200);
    expect(await audits(site())).toEqual(before);
  });

  test.each([
    ["an empty one", ""],
    ["spaces", " \n "],
    ["a tab", "a\tb"],
    ["an escape", "\u001b[31m"],
    ["a separator of lines", "a\u2028b"],
    ["1,001 characters", "🦊".repeat(1_001)],
    ["a number", 7],
    ["null", null],
  ])("is refused as %s, and nothing changes", async (_, refused) => {
    const before = await audits(site());
    const body = { percentage: 9, reason: refused };
    const answer = await site().call("PUT", "E/features/shown/percentage-of-actors", body);
    expect(answer).toMatchObject({ status: 422, body: { code: "input_invalid", place: "reason" } });
    expect(await audits(site())).toEqual(before);
  });

  test("may have 1,000 characters of any script", async () => {
    const long = "🦊".repeat(1_000);
    const body = { percentage: 9, reason: ` ${long} ` };
    const path = "E/features/shown/percentage-of-actors";
    expect((await site().call("PUT", path, body)).status).toBe(200);
    expect((await audits(site()))[0]?.reason).toBe(long);
  });
});

test("an import, a mirrored feature and a deleted feature have the reason, which clients of the Flipper API do not see", async () => {
  const site = await startHostedSite();
  const { hosted, call, callAs } = site;
  const exported = { version: 1, features: { a: { actors: ["User;1", "User;2"] }, b: {} } };
  await call("POST", `E/import?reason=${encodeURIComponent(reason)}`, exported);
  const imported = await audits(site);
  expect(imported.map((audit) => audit.reason)).toEqual(imported.map(() => reason));
  const { token } = created(await hosted.manager.environments.create("Preview"));
  const preview = callAs(token.value);
  await preview("PUT", "E/features/a/percentage-of-time", { percentage: 3 });
  await preview("DELETE", `E/features/a/override?reason=${encodeURIComponent("as Production")}`);
  const ofPreview = await audits({ ...site, call: preview });
  expect(ofPreview.map((audit) => audit.reason)).toEqual(["as Production", null]);
  const [audit] = audited(await hosted.manager.audits.list()).audits;
  expect(audit).not.toHaveProperty("reason");
  await site.stop();
});

test("a copy, mirrored features and an undo have the reason", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  const at = (environment: string | number) => ({ environment, key: "search" });
  const features = "/environments/:environment/features" as const;
  const { environment } = await page.answer("POST /environments", { body: { name: "Staging" } });
  const body = { key: "search" };
  await page.answer(`POST ${features}`, { params: at(1), body });
  await page.answer(`POST ${features}/:key/copy`, {
    params: at(1),
    body: { to: environment.id, reason: "to try it" },
  });
  await page.answer("POST /environments/:environment/mirror", {
    params: at(environment.id),
    body: { features: [], reason: "tried" },
  });
  await page.answer(`PUT ${features}/:key/percentage-of-time`, {
    params: at(environment.id),
    body: { percentage: 3 },
  });
  const list = "GET /environments/:environment/audits" as const;
  const [{ id: audit } = { id: 0 }] = (await page.answer(list, { params: at(environment.id) }))
    .audits;
  const params = { environment: environment.id, audit };
  const undo = "POST /environments/:environment/audits/:audit/undo" as const;
  const { tag } = await page.answer(`${undo}-preview`, { params, body: { to: "before" } });
  await page.answer(undo, { params, body: { to: "before", tag, reason: "it was wrong" } });
  const { audits: found } = await page.answer(list, { params: at(environment.id) });
  expect(found.map((each) => each.reason)).toEqual(["it was wrong", null, "tried", "to try it"]);
});
