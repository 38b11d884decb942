import { expect, test } from "bun:test";
import fc from "fast-check";
import { mountable } from "gatehouse-flags";
import { everything } from "../../helpers/expect-refused.ts";
import { audited } from "../../helpers/hosted-client.ts";
import { describeSites, gateValues, startHostedSite } from "./gatehouse-sites.ts";

const path = "/gatehouse/changes";

describeSites("several changes", (site) => {
  test("create the feature, and are made in order", async () => {
    const { call, api } = site();
    const changes = [
      { gate: "boolean", action: "enable" },
      { gate: "actors", action: "enable", value: "User;2" },
      { gate: "actors", action: "enable", value: 7 },
      { gate: "boolean", action: "disable" },
      { gate: "actors", action: "enable", value: "User;1" },
      { gate: "actors", action: "enable", value: "User;3" },
      { gate: "actors", action: "disable", value: "User;3" },
      { gate: "groups", action: "enable", value: "staff" },
      { gate: "percentage_of_actors", action: "enable", value: "25" },
      { gate: "percentage_of_time", action: "enable", value: 10 },
      { gate: "percentage_of_time", action: "disable" },
    ];
    const answer = await call("POST", path, { body: { key: "release", changes } });
    expect(answer.status).toBe(200);
    expect(gateValues(answer.body)).toMatchObject({
      boolean: false,
      actors: ["User;1"],
      groups: ["staff"],
      percentage_of_actors: 25,
      percentage_of_time: 0,
    });
    expect((await api.features.get("release"))[1]).toEqual(answer.body);
  });

  test("that change nothing leave no new version", async () => {
    const { call, api } = site();
    const body = { key: "same", changes: [{ gate: "actors", action: "enable", value: "User;1" }] };
    await call("POST", path, { body });
    const before = await everything(api);
    expect((await call("POST", path, { body })).status).toBe(200);
    expect(await everything(api)).toEqual(before);
  });

  const good = { gate: "actors", action: "enable", value: "User;1" };
  test.each([
    ["no key", { changes: [good] }, "parameter_invalid", "key: "],
    ["no changes", { key: "new" }, "parameter_invalid", "changes: "],
    ["an empty list", { key: "new", changes: [] }, "parameter_invalid", "changes: "],
    [
      "1,001 changes",
      { key: "new", changes: Array.from({ length: 1_001 }, () => good) },
      "parameter_invalid",
      "changes: ",
    ],
    [
      "an unknown gate",
      { key: "new", changes: [good, { gate: "actor", action: "enable" }] },
      "parameter_invalid",
      "changes[1].gate: Expected one of boolean, actors,",
    ],
    [
      "an unknown action",
      { key: "new", changes: [{ gate: "boolean", action: "clear" }] },
      "parameter_invalid",
      "changes[0].action: Expected one of enable, disable",
    ],
    ["a misspelt member", { key: "new", changes: [good], dry: true }, "parameter_invalid", "dry: "],
    [
      "a value that the gate does not take",
      { key: "new", changes: [good, { gate: "boolean", action: "enable", value: true }] },
      "parameter_invalid",
      "changes[1]: To enable boolean takes no value",
    ],
    [
      "a bad percentage after a good change",
      { key: "new", changes: [good, { gate: "percentage_of_time", action: "enable", value: 101 }] },
      3,
      "changes[1]: Percentage must be an integer from 0 to 100",
    ],
    [
      "a missing actor",
      { key: "new", changes: [good, { gate: "actors", action: "disable" }] },
      4,
      "changes[1]: Required parameter flipper_id is missing",
    ],
    [
      "an actor that is a list",
      { key: "new", changes: [{ gate: "actors", action: "enable", value: ["a"] }] },
      "parameter_invalid",
      "changes[0]: The value must be a text",
    ],
    [
      "a missing group",
      { key: "new", changes: [good, { gate: "groups", action: "enable", value: "" }] },
      5,
      "changes[1]: Required parameter name is missing",
    ],
    ["an impossible key", { key: " new", changes: [good] }, 5, "The name contains"],
  ] as const)("with %s are refused as a whole", async (_, body, code, message) => {
    const { call, api } = site();
    const before = await everything(api);
    const answer = await call("POST", path, { body });
    expect(answer.body).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(answer.status).toBe(422);
    expect(await everything(api)).toEqual(before);
  });

  test("may not lead to more groups than a gate can have", async () => {
    const { call, api } = site();
    const enable = (count: number) => ({
      key: "many",
      changes: Array.from({ length: count }, (_, at) => {
        return { gate: "groups", action: "enable", value: `group ${count} ${at}` };
      }),
      allow_unregistered_groups: true,
    });
    expect((await call("POST", path, { body: enable(999) })).status).toBe(200);
    const before = await everything(api);
    expect((await call("POST", path, { body: enable(2) })).status).toBeGreaterThanOrEqual(400);
    expect(await everything(api)).toEqual(before);
  });

  test("that are no JSON object are refused", async () => {
    const { api } = site();
    const rows = [
      ["application/json", "[]", 400],
      ["application/json", "", 400],
      ["application/json", "{", 400],
      ["application/x-www-form-urlencoded", "key=a", 415],
    ] as const;
    for (const [type, body, status] of rows) {
      const headers = { "content-type": type };
      expect((await api.send(path, { method: "POST", headers, body })).status).toBe(status);
    }
    expect((await api.send(path)).status).toBe(405);
  });
});

test("an expression is a change of the hosted deployment only", async () => {
  const site = await startHostedSite();
  const expression = { Equal: [{ Property: ["plan"] }, "pro"] };
  const set = { gate: "expression", action: "enable", value: expression };
  const answer = await site.call("POST", path, { body: { key: "search", changes: [set] } });
  expect(gateValues(answer.body).expression).toEqual(expression);
  const wrong = { ...set, value: { Any: [] } };
  const refused = await site.call("POST", path, {
    body: { key: "search", changes: [{ gate: "expression", action: "disable" }, wrong] },
  });
  expect(refused.body).toMatchObject({ code: 7, message: expect.stringContaining("changes[1]: ") });
  expect(gateValues((await site.call("GET", "/features/search")).body).expression).toEqual(
    expression,
  );
  await site.stop();
});

test("the library has no gate expression to change", async () => {
  const library = mountable({ data: ":memory:" });
  const disable = { gate: "expression", action: "disable" };
  const answer = await library.handle(
    new Request(`http://localhost/flipper/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key: "search", changes: [disable] }),
    }),
  );
  expect(answer.status).toBe(422);
  expect(library.features()).toEqual([]);
  await library.close();
});

const anyChanges = fc.array(
  fc.oneof(
    fc.record({ gate: fc.constant("boolean"), action: fc.constantFrom("enable", "disable") }),
    fc.record({
      gate: fc.constantFrom("actors", "groups"),
      action: fc.constantFrom("enable", "disable"),
      value: fc.constantFrom("a", "b"),
    }),
    fc.record({
      gate: fc.constantFrom("percentage_of_actors", "percentage_of_time"),
      action: fc.constant("enable"),
      value: fc.constantFrom(0, 5, 100),
    }),
    fc.record({
      gate: fc.constantFrom("percentage_of_actors", "percentage_of_time"),
      action: fc.constant("disable"),
    }),
  ),
  { minLength: 1, maxLength: 12 },
);

test("several changes leave the same gates and audits as their routes one after the other", async () => {
  const site = await startHostedSite();
  const { manager } = site.hosted;
  let count = 0;
  const audits = async (key: string) =>
    audited(await manager.audits.list(`keys=${key}`)).audits.map(({ action, value }) => [
      action,
      value,
    ]);
  await fc.assert(
    fc.asyncProperty(anyChanges, async (changes) => {
      count += 1;
      const [single, several] = [`single_${count}`, `several_${count}`];
      for (const { gate, action, ...given } of changes) {
        const value = "value" in given ? given.value : undefined;
        const body = { name: value, flipper_id: value, percentage: value };
        const method = action === "enable" ? "POST" : "DELETE";
        await site.call(method, `/features/${single}/${gate}`, { body });
      }
      await site.call("POST", path, { body: { key: several, changes } });
      const [gates, expected] = await Promise.all(
        [several, single].map(async (key) => gateValues((await manager.features.get(key))[1])),
      );
      expect(gates).toEqual(expected ?? {});
      expect(await audits(several)).toEqual(await audits(single));
    }),
    { numRuns: 60 },
  );
  await site.stop();
});

test("each change is audited as a write of its gate, and one undo takes all of them back", async () => {
  const site = await startHostedSite();
  const single = await startHostedSite();
  await single.api.gates.post("search", "actors", { flipper_id: "User;1" });
  await single.api.gates.post("search", "boolean");
  await single.api.gates.post("search", "percentage_of_actors", { percentage: 5 });
  await single.api.gates.delete("search", "actors", { flipper_id: "User;9" });
  const changes = [
    { gate: "actors", action: "enable", value: "User;1" },
    { gate: "boolean", action: "enable" },
    { gate: "percentage_of_actors", action: "enable", value: 5 },
    { gate: "actors", action: "disable", value: "User;9" },
  ];
  await site.call("POST", path, { body: { key: "search", changes } });
  const auditsOf = async ({ hosted }: typeof site) =>
    audited(await hosted.manager.audits.list()).audits.map(({ action, value }) => [action, value]);
  expect(await auditsOf(site)).toEqual(await auditsOf(single));
  expect(await auditsOf(site)).toHaveLength(4);

  const { history } = site.hosted.deployment;
  const caller = {
    environment: site.hosted.production,
    actor: { type: "User", id: "1" },
    userId: 1,
    token: null,
  } as const;
  await history.rollback(caller, { kind: "before", sequence: 3, scope: "step" });
  expect((await site.call("GET", "/features/search")).status).toBe(404);
  await site.stop();
  await single.stop();
});

test("the first of them gives the environment its own gates", async () => {
  const { hosted, call, stop } = await startHostedSite();
  await hosted.manager.gates.post("search", "actors", { flipper_id: "User;1" });
  const { body } = await call("POST", "/environments", { body: { name: "Preview" } });
  const { token } = body as { token: { value: string } };
  const preview = hosted.manager.as(token.value);
  const unchanged = { gate: "actors", action: "enable", value: "User;1" };
  const written = await preview.send(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key: "search", changes: [unchanged, unchanged] }),
  });
  expect(written.status).toBe(200);
  await hosted.manager.gates.post("search", "actors", { flipper_id: "User;2" });
  expect(gateValues((await preview.features.get("search"))[1]).actors).toEqual(["User;1"]);
  expect(audited(await preview.audits.list()).audits).toHaveLength(1);
  await stop();
});

test("a group that a strict project does not know refuses all, with its place", async () => {
  const { hosted, call, stop } = await startHostedSite();
  await hosted.deployment.writer.submit((draft) => {
    const project = draft.state.projects.first();
    if (project !== undefined) {
      draft.record({ kind: "project.saved", project: { ...project, isStrictAboutGroups: true } });
    }
  });
  const changes = [
    { gate: "actors", action: "enable", value: "User;1" },
    { gate: "groups", action: "enable", value: "nobody" },
  ];
  expect(await call("POST", path, { body: { key: "search", changes } })).toMatchObject({
    status: 404,
    body: { code: 2, message: "changes[1]: Group not registered" },
  });
  expect((await call("GET", "/features/search")).status).toBe(404);
  expect(audited(await hosted.manager.audits.list()).audits).toEqual([]);
  await stop();
});
