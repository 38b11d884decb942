import { expect, test } from "bun:test";
import type { RequestRow } from "../../../../src/api/admin/contract/request-models.ts";
import { refusalIn, startUi, type UiPage, type UiServer } from "../web-ui-server.ts";

const production = { environment: 1 };
const feature = { environment: 1, key: "search" };
const twoRules = { rules: [{ count: 1, roles: ["admin"], members: [], tokens: [] }] };

async function arrange(): Promise<{ server: UiServer; author: UiPage; approver: UiPage }> {
  const server = await startUi();
  const author = await server.page("member");
  const approver = await server.page("admin");
  await author.answer("POST /environments/:environment/features", {
    ...{ params: production, body: { key: "search" } },
  });
  const set = await approver.call("PUT /environments/:environment/policy", {
    ...{ params: production, body: { policy: twoRules } },
  });
  expect(set.status).toBe(200);
  return { server, author, approver };
}

async function requested(page: UiPage, more: object = {}): Promise<RequestRow> {
  const answer = await page.call("PUT /environments/:environment/features/:key/boolean", {
    params: feature,
    body: { enabled: true, typed: "search", request: true, ...more },
  });
  expect(answer.status).toBe(202);
  const { request }: { readonly request: RequestRow } = JSON.parse(await answer.text());
  return request;
}

function vote(page: UiPage, { id, hash }: RequestRow, kind = "approve") {
  return page.call("POST /requests/:request/votes", {
    ...{ params: { request: id }, body: { vote: kind, hash } },
  });
}

test("a change of a protected environment is refused, or becomes a request that is approved and applied", async () => {
  const { server, author, approver } = await arrange();
  await using _ = server;
  const change = { params: feature, body: { enabled: true, typed: "search" } };
  const route = "PUT /environments/:environment/features/:key/boolean";
  expect(await refusalIn(await author.call(route, change))).toMatchObject({
    status: 403,
    code: "change_request_required",
  });
  const request = await requested(author, { reason: "For the launch" });
  expect(request).toMatchObject({
    title: 'Enable "search"',
    reason: "For the launch",
    state: "waiting",
    keys: ["search"],
    can: { vote: false, edit: true, apply: true },
  });
  const shown = await approver.answer("GET /requests/:request", {
    params: { request: request.id },
  });
  expect(shown).toMatchObject({
    request: { can: { vote: true } },
    features: [
      {
        environment: "production",
        key: "search",
        base: { own: "own", gates: { boolean: false } },
        now: { gates: { boolean: false } },
        proposed: { gates: { boolean: true } },
      },
    ],
    blocks: ["request_not_approved"],
  });
  const early = await author.call("POST /requests/:request/apply", {
    params: { request: request.id },
  });
  expect(await refusalIn(early)).toMatchObject({ code: "request_not_approved" });
  expect((await vote(approver, request)).status).toBe(200);
  const applied = await author.answer("POST /requests/:request/apply", {
    params: { request: request.id },
  });
  expect(applied.request).toMatchObject({ state: "applied", firstAudit: 2, lastAudit: 2 });
  const { audits } = await author.answer("GET /environments/:environment/audits", {
    params: production,
  });
  expect(audits[0]).toMatchObject({
    action: "enable",
    actor: { id: String(author.userId) },
    reason: "For the launch",
  });
  const { requests } = await author.answer("GET /environments/:environment/requests", {
    ...{ params: production, query: { state: "ended" } },
  });
  expect(requests).toMatchObject([{ id: request.id, state: "applied" }]);
});

test("nobody approves their own request, without the right, or what they did not see", async () => {
  const { server, author, approver } = await arrange();
  await using _ = server;
  const own = await requested(approver);
  expect(await refusalIn(await vote(approver, own))).toMatchObject({
    status: 403,
    code: "own_request",
  });
  expect(await refusalIn(await vote(author, own))).toMatchObject({ code: "approver_required" });
  const request = await requested(author);
  const params = { request: request.id };
  const edits = [
    { title: "Enable it" },
    { apply: { kind: "at", at: Date.now() + 1_000_000 } },
    { commands: [{ kind: "percentage_of_actors", key: "search", value: 10 }] },
  ];
  let current = request;
  for (const body of edits) {
    expect((await vote(approver, current)).status).toBe(200);
    const edited = await author.answer("PATCH /requests/:request", { params, body });
    expect(edited.request.votes).toEqual([]);
    if (edited.request.hash !== current.hash) {
      expect(await refusalIn(await vote(approver, current))).toMatchObject({
        status: 409,
        code: "gate_changed",
      });
    }
    current = edited.request;
  }
});

test("a change elsewhere drifts a request at once; rebasing costs the votes", async () => {
  const { server, author, approver } = await arrange();
  await using _ = server;
  const first = await requested(author);
  const second = await requested(author, { enabled: true });
  await vote(approver, first);
  await vote(approver, second);
  await author.answer("POST /requests/:request/apply", { params: { request: first.id } });
  const params = { request: second.id };
  const drifted = await author.answer("GET /requests/:request", { params });
  expect(drifted.request).toMatchObject({ state: "drifted", votes: [] });
  expect(drifted.blocks).toContain("request_drifted");
  for (const [route, body, code] of [
    ["POST /requests/:request/apply", undefined, "request_drifted"],
    ["POST /requests/:request/votes", { vote: "approve", hash: second.hash }, "request_drifted"],
  ] as const) {
    const page = body === undefined ? author : approver;
    expect(await refusalIn(await page.call(route, { params, body }))).toMatchObject({ code });
  }
  const rebased = await author.answer("POST /requests/:request/rebase", { params });
  expect(rebased.request).toMatchObject({ state: "waiting", revision: 2, votes: [] });
  expect(rebased.request.hash).not.toBe(second.hash);
});

test("asked changes block until they are withdrawn", async () => {
  const { server, author, approver } = await arrange();
  await using _ = server;
  const request = await requested(author);
  const params = { request: request.id };
  const owner = await server.page("owner");
  await vote(approver, request);
  await vote(owner, request, "ask");
  const { request: asked } = await author.answer("GET /requests/:request", { params });
  expect(asked.state).toBe("changes_asked");
  const blocked = await author.call("POST /requests/:request/apply", { params });
  expect(await refusalIn(blocked)).toMatchObject({ code: "request_not_approved" });
  await owner.answer("DELETE /requests/:request/votes", { params });
  const applied = await author.answer("POST /requests/:request/apply", { params });
  expect(applied.request.state).toBe("applied");
});

test("requests are listed in pages, latest first, open and ended", async () => {
  const { server, author } = await arrange();
  await using _ = server;
  for (let count = 0; count < 12; count++) {
    const { id } = await requested(author);
    if (count % 2 === 0) {
      await author.answer("POST /requests/:request/withdraw", { params: { request: id } });
    }
  }
  const idsOf = async (query: Readonly<Record<string, string | number>>) => {
    const route = "GET /environments/:environment/requests";
    const { requests, next } = await author.answer(route, { params: production, query });
    return [requests.map(({ id }) => id), next];
  };
  expect(await idsOf({ state: "all", limit: 7 })).toEqual([[12, 11, 10, 9, 8, 7, 6], 6]);
  expect(await idsOf({ state: "all", limit: 7, before: 6 })).toEqual([[5, 4, 3, 2, 1], null]);
  expect(await idsOf({ state: "ended", limit: 5 })).toEqual([[11, 9, 7, 5, 3], 3]);
  expect(await idsOf({})).toEqual([[12, 10, 8, 6, 4, 2], null]);
  const { requests } = await author.answer("GET /requests");
  expect(requests.map(({ id }) => id)).toEqual([12, 10, 8, 6, 4, 2]);
});
