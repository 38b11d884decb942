import { expect, test } from "bun:test";
import { dataOf, EventReader } from "../../../helpers/event-reader.ts";
import {
  codeOf,
  day,
  done,
  feature,
  percent,
  plan,
  production,
  start,
  started,
  startRolloutSite,
  transition,
} from "./rollout-site.ts";

test("a rollout is started, listed, shown, and in the rows of its feature", async () => {
  const { server, author } = await startRolloutSite();
  await using _ = server;
  const row = await started(author, { reason: "The new search", links: ["https://example.com/1"] });
  expect(row).toMatchObject({
    ...{ id: 1, environment: "production", key: "search", state: "running", step: 0 },
    ...{ author: { id: String(author.userId) }, requestId: null, reason: "The new search" },
    ...{ links: ["https://example.com/1"], late: "hold", start: { kind: "now" }, hold: null },
    steps: [
      { change: percent(5), for: day, sample: null, approval: false, plannedAt: null },
      { change: percent(25), for: null, approval: true, enteredAt: null, plannedAt: row.nextAt },
      { change: percent(100), enteredAt: null, plannedAt: null },
    ],
    guards: [
      {
        ...{ name: "checkout", bad: "errors", tolerate: { relative: 0.1, absolute: 0 } },
        ...{ confidence: 0.95, action: "return" },
      },
    ],
    can: { pause: true, resume: false, skip: true, stop: true, adopt: false },
  });
  expect(row.nextAt).toBe((row.steps[0]?.enteredAt ?? 0) + day * 1_000);
  const params = { rollout: 1 };
  expect((await author.answer("GET /rollouts/:rollout", { params })).rollout).toEqual(row);
  const viewer = await server.page("viewer");
  const { rollout: seen } = await viewer.answer("GET /rollouts/:rollout", { params });
  expect(seen).toEqual({
    ...row,
    can: { pause: false, resume: false, skip: false, stop: false, adopt: false },
  });
  const ofFeature = { id: 1, state: "running", step: 0, steps: 3 } as const;
  const one = await author.answer("GET /environments/:environment/features/:key", {
    params: feature,
  });
  expect(one.rollout).toEqual(ofFeature);
  const list = "GET /environments/:environment/features";
  const { features } = await author.answer(list, { params: production });
  expect(features.map(({ key, rollout }) => [key, rollout])).toEqual([["search", ofFeature]]);
  const { guards } = await viewer.answer("GET /rollouts/:rollout/guards", { params });
  const none = { total: 0, bad: 0, rate: null };
  expect(guards).toMatchObject([
    {
      ...{ guard: { name: "checkout" }, state: "no_data", enabled: none, disabled: none },
      ...{ evidence: 1, limit: 20, through: null, points: [] },
    },
  ]);
  await done(author, "pause", row);
  const { features: after } = await author.answer(list, { params: production });
  expect(after[0]?.rollout?.state).toBe("paused");
  await done(author, "resume", row);
  // No time is planned after a step that waits for a person.
  const { steps } = await done(author, "skip", row, { reason: "No errors" });
  expect(steps.map(({ plannedAt }) => plannedAt)).toEqual([null, null, null]);
});

test("transitions are made by members, in the states that allow them, with a reason", async () => {
  const { server, author, admin } = await startRolloutSite();
  await using _ = server;
  const row = await started(author);
  const viewer = await server.page("viewer");
  for (const name of ["pause", "resume", "skip", "stop", "adopt"]) {
    const before = server.state();
    expect(await codeOf(transition(viewer, name, row, { reason: "I can" }))).toEqual([
      403,
      "role_required",
    ]);
    expect(server.state()).toBe(before);
    expect(await codeOf(transition(author, name, { id: 9 }, { reason: "x" }))).toEqual([
      404,
      "rollout_not_found",
    ]);
  }
  const refused: readonly (readonly [name: string, body: object, code: string])[] = [
    ["resume", {}, "rollout_not_held"],
    ["skip", {}, "reason_required"],
    ["stop", {}, "reason_required"],
    ["adopt", {}, "rollout_has_author"],
    ["pause", { links: ["https://example.com"] }, "input_invalid"],
    ["pause", { why: "x" }, "input_invalid"],
  ];
  for (const [name, body, code] of refused) {
    expect([name, await codeOf(transition(author, name, row, body))]).toEqual([
      name,
      [expect.any(Number), code],
    ]);
  }
  expect((await done(admin, "pause", row)).state).toBe("paused");
  expect(await codeOf(transition(admin, "pause", row))).toEqual([409, "rollout_not_running"]);
  expect(await codeOf(transition(admin, "skip", row, { reason: "x" }))).toEqual([
    409,
    "rollout_not_running",
  ]);
  expect((await done(author, "resume", row)).state).toBe("running");
  expect(await done(author, "skip", row, { reason: "No errors" })).toMatchObject({ step: 1 });
  const stopped = await done(author, "stop", row, { reason: "Orders fail" });
  expect(stopped).toMatchObject({
    ...{ state: "stopped", step: 1, endedBy: { id: String(author.userId) } },
    can: { pause: false, resume: false, skip: false, stop: false, adopt: false },
  });
  expect(await codeOf(transition(author, "stop", row, { reason: "x" }))).toEqual([
    409,
    "rollout_ended",
  ]);
  const { gates } = await author.answer("GET /environments/:environment/features/:key", {
    params: feature,
  });
  expect(gates.percentageOfActors).toBe(0);
  const { acts } = await admin.answer("GET /acts");
  const kinds = new Set<string>(acts.map(({ kind }) => kind));
  for (const kind of ["started", "stepped", "paused", "resumed", "stopped"]) {
    expect([kind, kinds.has(`rollout.${kind}`)]).toEqual([kind, true]);
  }
});

test("rollouts are listed in pages, latest first, by state and feature", async () => {
  const { server, author } = await startRolloutSite();
  await using _ = server;
  for (let count = 0; count < 5; count++) {
    await done(author, "stop", await started(author), { reason: "again" });
  }
  await author.answer("POST /environments/:environment/features", {
    ...{ params: production, body: { key: "chat" } },
  });
  await started(author, { key: "chat" });
  await started(author);
  const idsOf = async (query: Readonly<Record<string, string | number>>) => {
    const route = "GET /environments/:environment/rollouts";
    const { rollouts, next } = await author.answer(route, { params: production, query });
    return [rollouts.map(({ id }) => id), next];
  };
  expect(await idsOf({})).toEqual([[7, 6], null]);
  expect(await idsOf({ key: "chat" })).toEqual([[6], null]);
  expect(await idsOf({ state: "ended", limit: 2 })).toEqual([[5, 4], 4]);
  expect(await idsOf({ state: "ended", limit: 3, before: 4 })).toEqual([[3, 2, 1], null]);
  expect(await idsOf({ state: "all", key: "search" })).toEqual([[7, 5, 4, 3, 2, 1], null]);
});

test("people do not change gates of a rollout unless they pause it; programs hold it", async () => {
  const { server, author } = await startRolloutSite();
  await using _ = server;
  const row = await started(author);
  const route = "PUT /environments/:environment/features/:key/percentage-of-actors";
  const change = (body: object) =>
    author.call(route, { params: feature, body: { ...body, typed: "search" } });
  expect(await codeOf(change({ percentage: 50 }))).toEqual([409, "rollout_running"]);
  expect((await change({ percentage: 50, pause_rollout: true })).status).toBe(200);
  const params = { rollout: row.id };
  const { rollout: paused } = await author.answer("GET /rollouts/:rollout", { params });
  expect(paused.state).toBe("paused");
  expect((await change({ percentage: 60 })).status).toBe(200);
  await done(author, "resume", row);
  const { gates } = server.hosted.manager;
  await gates.post("search", "percentage_of_actors", { percentage: "70" });
  const { rollout: held } = await author.answer("GET /rollouts/:rollout", { params });
  expect(held).toMatchObject({ state: "held", hold: { kind: "changed" } });
});

test("a protected environment asks for a request, in which the plan is one command", async () => {
  const { server, author, admin } = await startRolloutSite();
  await using _ = server;
  const rules = { rules: [{ count: 1, roles: ["admin"], members: [], tokens: [] }] };
  await admin.answer("PUT /environments/:environment/policy", {
    ...{ params: production, body: { policy: rules } },
  });
  const local = { at: "2037-03-28T09:00", zone: "Europe/Berlin" };
  const body = { ...plan, start: local };
  expect(await codeOf(author.call(start, { params: production, body }))).toEqual([
    403,
    "change_request_required",
  ]);
  const asked = await author.call(start, { params: production, body: { ...body, request: true } });
  expect(asked.status).toBe(202);
  const { request } = JSON.parse(await asked.text());
  expect(request).toMatchObject({ title: 'Roll out "search"', keys: ["search"] });
  const shown = await admin.answer("GET /requests/:request", { params: { request: request.id } });
  expect(shown.blocks).toEqual(["request_not_approved"]);
  expect(shown.commands).toMatchObject([{ kind: "rollout", key: "search", start: local }]);
  // What is shown can be sent again.
  const edited = await author.answer("PATCH /requests/:request", {
    ...{ params: { request: request.id }, body: { commands: shown.commands } },
  });
  await admin.answer("POST /requests/:request/votes", {
    params: { request: request.id },
    body: { vote: "approve", hash: edited.request.hash },
  });
  await author.answer("POST /requests/:request/apply", { params: { request: request.id } });
  const { rollouts } = await author.answer("GET /environments/:environment/rollouts", {
    params: production,
  });
  expect(rollouts).toMatchObject([
    { state: "waiting", step: -1, requestId: request.id, start: { local: local.at } },
  ]);
});

test("an open page is notified of each transition", async () => {
  const { server, author } = await startRolloutSite();
  await using _ = server;
  const row = await started(author);
  const stream = new EventReader(
    await server.send("/admin/v1/environments/1/events", { headers: { cookie: author.cookie } }),
  );
  await stream.next();
  await stream.next();
  await done(author, "pause", row);
  expect(dataOf(await stream.next())).toMatchObject({ topics: ["rollouts", "acts"] });
  await stream.close();
});
