import { expect, test } from "bun:test";
import { refusalIn, startUi, type UiPage } from "../web-ui-server.ts";

const params = { environment: 1 };
const feature = { environment: 1, key: "search" };
const rule = { count: 1, roles: ["admin"], members: [], tokens: [] };
const enable = { params: feature, body: { enabled: true, typed: "search" } };
const boolean = "PUT /environments/:environment/features/:key/boolean";

async function arrange(policy: object = { rules: [rule] }) {
  const server = await startUi();
  const [owner, admin, member] = await Promise.all([
    server.page("owner"),
    server.page("admin"),
    server.page("member"),
  ]);
  await member.answer("POST /environments/:environment/features", {
    ...{ params, body: { key: "search" } },
  });
  await member.answer(boolean, enable);
  const set = await admin.call("PUT /environments/:environment/policy", {
    ...{ params, body: { policy } },
  });
  expect(set.status).toBe(200);
  return { server, owner, admin, member };
}

async function disable(page: UiPage, more: object = {}) {
  return page.call(boolean, {
    params: feature,
    body: { enabled: false, typed: "search", ...more },
  });
}

test("turning off needs a reason and no approval, and so does undoing it within an hour", async () => {
  const { server, member } = await arrange();
  await using _ = server;
  const refused = await refusalIn(await disable(member));
  expect(refused).toMatchObject({ code: "change_request_required" });
  expect(refused.message).toContain("send a reason");
  expect((await disable(member, { reason: "It is broken" })).status).toBe(200);
  expect(server.state().policies.get(1)?.turnedOff).toMatchObject([{ keys: ["search"] }]);
  const audit = server.state().auditSequences.get(1) ?? 0;
  const target = { params: { environment: 1, audit } };
  const shown = await member.answer("POST /environments/:environment/audits/:audit/undo-preview", {
    ...{ ...target, body: { to: "before" } },
  });
  const undone = await member.call("POST /environments/:environment/audits/:audit/undo", {
    ...{ ...target, body: { to: "before", tag: shown.tag, typed: "search" } },
  });
  expect(undone.status).toBe(200);
  expect(server.state().policies.get(1)?.turnedOff).toEqual([]);
  const again = await member.call(boolean, enable);
  expect(again.status).toBe(200);
});

test("an undo is refused once the gates were changed in between", async () => {
  const { server, admin, member } = await arrange();
  await using _ = server;
  await disable(member, { reason: "It is broken" });
  const audit = server.state().auditSequences.get(1) ?? 0;
  const opened = await member.call(
    "PUT /environments/:environment/features/:key/percentage-of-actors",
    {
      ...{ params: feature, body: { percentage: 10, typed: "search", request: true } },
    },
  );
  const { request } = JSON.parse(await opened.text());
  await admin.answer("POST /requests/:request/votes", {
    ...{ params: { request: request.id }, body: { vote: "approve", hash: request.hash } },
  });
  await member.answer("POST /requests/:request/apply", { params: { request: request.id } });
  await disable(member, { reason: "Still broken" });
  const target = { params: { environment: 1, audit } };
  const shown = await member.answer("POST /environments/:environment/audits/:audit/undo-preview", {
    ...{ ...target, body: { to: "before" } },
  });
  const undone = await member.call("POST /environments/:environment/audits/:audit/undo", {
    ...{ ...target, body: { to: "before", tag: shown.tag, typed: "search" } },
  });
  expect(await refusalIn(undone)).toMatchObject({ code: "change_request_required" });
});

test("a policy without turn_off asks for approval of closing too", async () => {
  const { server, member } = await arrange({ rules: [rule], turnOff: false });
  await using _ = server;
  const refused = await refusalIn(await disable(member, { reason: "It is broken" }));
  expect(refused).toMatchObject({ code: "change_request_required" });
});

test("a bypass needs the right and a reason, and stays until an approver has looked", async () => {
  const { server, owner, admin, member } = await arrange();
  await using _ = server;
  const clear = (page: UiPage, more: object) =>
    page.call("PUT /environments/:environment/features/:key/percentage-of-time", {
      params: feature,
      body: { percentage: 50, typed: "search", bypass: true, ...more },
    });
  const reason = "The pager has rung";
  expect(await refusalIn(await clear(member, { reason }))).toMatchObject({ code: "role_required" });
  expect(await refusalIn(await clear(admin, { reason }))).toMatchObject({ code: "role_required" });
  for (const more of [{}, { reason: "too short" }]) {
    expect(await refusalIn(await clear(owner, more))).toMatchObject({ code: "reason_required" });
  }
  expect((await clear(owner, { reason })).status).toBe(200);
  const shown = await member.answer("GET /environments/:environment/policy", { params });
  expect(shown.bypasses).toMatchObject([{ reason, actor: { id: String(owner.userId) } }]);
  const route = "POST /environments/:environment/policy/confirmations";
  const until = shown.bypasses[0]?.at ?? 0;
  const refused = await member.call(route, { params, body: { until } });
  expect(await refusalIn(refused)).toMatchObject({ code: "approver_required" });
  const confirmed = await admin.answer(route, { params, body: { until } });
  expect(confirmed.bypasses).toEqual([]);
});

test("a weaker policy needs a request under the old one; a stronger one does not", async () => {
  const { server, owner, admin } = await arrange();
  await using _ = server;
  const put = (page: UiPage, policy: unknown, more: object = {}) =>
    page.call("PUT /environments/:environment/policy", { params, body: { policy, ...more } });
  const stronger = { rules: [{ ...rule, count: 2 }], expiresDays: 7 };
  for (const weaker of [
    null,
    { rules: [{ ...rule, roles: ["member"] }] },
    { rules: [rule], directTokens: [1] },
    { rules: [rule], bypass: { roles: ["member"] } },
    { rules: [rule], selfApproval: true },
    { rules: [rule], expiresDays: 30 },
  ]) {
    expect(await refusalIn(await put(owner, weaker))).toMatchObject({
      code: "change_request_required",
    });
  }
  expect((await put(admin, stronger)).status).toBe(200);
  const opened = await put(admin, { rules: [rule] }, { request: true });
  expect(opened.status).toBe(202);
  const { request } = JSON.parse(await opened.text());
  const others = await Promise.all([server.page("admin"), server.page("owner")]);
  for (const page of others) {
    await page.answer("POST /requests/:request/votes", {
      ...{ params: { request: request.id }, body: { vote: "approve", hash: request.hash } },
    });
  }
  const shown = await admin.answer("GET /requests/:request", { params: { request: request.id } });
  expect(shown.policy).toMatchObject({
    now: { rules: [{ count: 2 }] },
    proposed: { rules: [{ count: 1 }] },
  });
  await admin.answer("POST /requests/:request/apply", { params: { request: request.id } });
  expect(server.state().policies.get(1)?.rules.rules).toMatchObject([{ count: 1 }]);
});

test("rules that nobody could meet are refused", async () => {
  const { server, admin } = await arrange();
  await using _ = server;
  const put = (policy: unknown, environment: string | number = 1) =>
    admin.call("PUT /environments/:environment/policy", {
      params: { environment },
      body: { policy },
    });
  const missing = [
    { rules: [rule, { ...rule, roles: [], members: [999] }] },
    { rules: [{ ...rule, count: 9 }] },
    { rules: [rule], directTokens: [99_999] },
  ];
  for (const policy of missing) {
    expect(await refusalIn(await put(policy))).toMatchObject({ code: "parameter_invalid" });
  }
  expect(await refusalIn(await put({ rules: [] }))).toMatchObject({ code: "input_invalid" });
});

test("a policy may ask for a reason of every change of a person", async () => {
  const { server, owner, member } = await arrange({ rules: [rule], reason: "always" });
  await using _ = server;
  const opened = await member.call(boolean, {
    ...{ params: feature, body: { enabled: false, typed: "search", request: true } },
  });
  expect(await refusalIn(opened)).toMatchObject({ code: "reason_required" });
  const described = await owner.call("PATCH /environments/:environment/features/:key", {
    ...{ params: feature, body: { description: "x" } },
  });
  expect(described.status).toBe(200);
});

test("the policy lists the personal tokens that vote, for admins also those that could", async () => {
  const { server, owner, admin, member } = await arrange();
  await using _ = server;
  const create = (name: string, more: object = {}) =>
    owner.answer("POST /account/tokens", { body: { name, scope: "read", ...more } });
  const { token } = await create("Robot", { approves: true });
  const { token: voteless } = await create("Reports");
  await owner.answer("POST /environments", { body: { name: "Staging" } });
  await create("Elsewhere", { approves: true, environments: ["staging"] });
  const route = "GET /environments/:environment/policy";
  const tokensOf = async (page: UiPage) =>
    (await page.answer(route, { params })).personalTokens.map(({ name }) => name);
  expect(await tokensOf(admin)).toEqual(["Robot"]);
  expect(await tokensOf(member)).toEqual([]);
  const refused = await admin.call("PUT /environments/:environment/policy", {
    ...{ params, body: { policy: { rules: [{ ...rule, roles: [], tokens: [voteless.id] }] } } },
  });
  expect(await refusalIn(refused)).toMatchObject({ code: "parameter_invalid" });
  const saved = await admin.answer("PUT /environments/:environment/policy", {
    ...{ params, body: { policy: { rules: [rule, { ...rule, roles: [], tokens: [token.id] }] } } },
  });
  const ownerName = server.state().users.get(owner.userId)?.name ?? null;
  expect(saved.personalTokens).toEqual([{ id: token.id, name: "Robot", member: ownerName }]);
  expect(await tokensOf(member)).toEqual(["Robot"]);
});
