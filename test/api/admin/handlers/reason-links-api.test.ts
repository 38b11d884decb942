import { expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import { AuditPage } from "../../../../src/api/admin/contract/audit-models.ts";
import { modelled } from "../../../helpers/modelled.ts";
import { type AdminSite, describeSites } from "../admin-sites.ts";
import { refusalIn, startUi } from "../web-ui-server.ts";

const percentage = "E/features/search/percentage-of-actors";
const reason = "error budget";
const links = ["https://issues.example.com/OPS-12", "https://example.com/incidents/91?a=b#c"];

async function audits({ call }: AdminSite): Promise<Static<typeof AuditPage>["audits"]> {
  return modelled(AuditPage, (await call("GET", "E/audits?limit=250")).body).audits;
}

describeSites("links of a reason", (site) => {
  test("are shown with the audits and the steps of the change", async () => {
    const { call } = site();
    await call("POST", "E/features", { key: "search", reason: "first", links: [links[0]] });
    await call("PUT", percentage, { percentage: 5, reason: ` ${reason} `, links });
    await call("PUT", percentage, { percentage: 6 });
    expect(await audits(site())).toMatchObject([
      { reason: null, links: [] },
      { reason, links },
      { reason: "first", links: [links[0]] },
    ]);
    expect((await call("GET", "/steps")).body).toMatchObject({
      steps: [{ reason: null, links: [] }, { reason, links, newest: { reason, links } }, {}],
    });
    const found = await call("GET", "E/audits?text=incidents");
    expect(found.body).toMatchObject({ audits: [{ reason, links }] });
  });

  test("are typed as the last lines of the reason", async () => {
    const typed = `${reason}\r\nsince noon\r\n${links.join("\r\n")}\n`;
    const more = "https://example.com/more";
    await site().call("PUT", percentage, { percentage: 7, reason: typed, links: [more] });
    expect((await audits(site()))[0]).toMatchObject({
      reason: `${reason}\nsince noon`,
      links: [...links, more],
    });
  });

  test("are a JSON list in the query of a change without a body", async () => {
    if (site().hosted === undefined) {
      // An import of a page asks for a typed number first.
      return;
    }
    const query = new URLSearchParams({ reason, links: JSON.stringify(links) });
    const imported = { version: 1, features: { search: {}, other: { actors: ["User;1"] } } };
    expect((await site().call("POST", `E/import?${query}`, imported)).status).toBe(200);
    expect((await audits(site()))[0]).toMatchObject({ reason, links });
    const wrong = new URLSearchParams({ reason, links: "https://example.com" });
    expect((await site().call("POST", `E/import?${wrong}`, imported)).status).toBe(400);
  });

  test.each([
    ["without a reason", { links }],
    ["with http", { reason, links: ["http://example.com/"] }],
    ["with a script", { reason, links: ["javascript:alert(1)"] }],
    ["with a password", { reason, links: ["https://a:b@example.com/"] }],
    ["with a long address", { reason, links: [`https://example.com/${"a".repeat(1_000)}`] }],
    ["as a text", { reason, links: "https://example.com/" }],
    ["with numbers", { reason, links: [1] }],
    [
      "above ten",
      { reason, links: Array.from({ length: 11 }, (_, n) => `https://example.com/${n}`) },
    ],
  ])("are refused %s, and nothing changes", async (_, sent) => {
    const before = await audits(site());
    const answer = await site().call("PUT", percentage, { percentage: 50, ...sent });
    expect(answer).toMatchObject({ status: 422, body: { code: "input_invalid" } });
    expect(await audits(site())).toEqual(before);
  });

  test("stay after a change with ten of them, the longest", async () => {
    const base = "https://example.com/";
    const long = Array.from({ length: 10 }, (_, n) => base + String(n).repeat(1_000 - base.length));
    const sent = { percentage: 41, reason: "🦊".repeat(1_000), links: long };
    expect((await site().call("PUT", percentage, sent)).status).toBe(200);
    expect((await audits(site()))[0]).toMatchObject({ reason: sent.reason, links: long });
  });
});

test("links are in acts, requests and changes without approval, and make no reason longer", async () => {
  await using server = await startUi();
  const [owner, admin] = [await server.page("owner"), await server.page("admin")];
  const params = { environment: 1 };
  const at = { environment: 1, key: "search" };
  await owner.answer("POST /environments/:environment/features", {
    ...{ params, body: { key: "search" } },
  });
  const policy = { rules: [{ count: 1, roles: ["admin" as const], members: [], tokens: [] }] };
  await admin.answer("PUT /environments/:environment/policy", {
    ...{ params, body: { policy, reason, links } },
  });
  const change = (body: object) =>
    owner.call("PUT /environments/:environment/features/:key/percentage-of-actors", {
      params: at,
      body: { percentage: 30, bypass: true, ...body },
    });
  expect(await refusalIn(await change({ reason: "short", links }))).toMatchObject({
    code: "reason_required",
  });
  expect((await change({ reason: "checkout is down", links })).status).toBe(200);
  const shown = await owner.answer("GET /environments/:environment/policy", { params });
  expect(shown.bypasses).toMatchObject([{ reason: "checkout is down", links }]);
  const { acts } = await owner.answer("GET /acts", { query: { limit: 3 } });
  expect(acts).toMatchObject([
    { kind: "change", reason: "checkout is down", links },
    { kind: "change.bypassed", reason: "checkout is down", links },
    { kind: "policy.changed", reason, links },
  ]);
  const commands = [{ kind: "enable" as const, key: "search" }];
  const { request } = await owner.answer("POST /environments/:environment/requests", {
    params,
    body: { title: "Enable search", reason, links, commands },
  });
  expect(request).toMatchObject({ reason, links });
  const edited = await owner.answer("PATCH /requests/:request", {
    params: { request: request.id },
    body: { reason: "another" },
  });
  expect(edited.request).toMatchObject({ reason: "another", links: [] });
});
