import { expect, test } from "bun:test";
import { RollbackModel } from "../../../src/flipper-api/gatehouse/rollback-model.ts";
import { everything } from "../../helpers/expect-refused.ts";
import { setPlan } from "../../helpers/hosted-administration.ts";
import { audited, created } from "../../helpers/hosted-client.ts";
import { modelled } from "../../helpers/modelled.ts";
import {
  type Called,
  caller,
  describeSites,
  gateValues,
  startHostedSite,
} from "./gatehouse-sites.ts";

const path = "/gatehouse/rollback";

function rolledBack({ status, body }: Called): RollbackModel {
  expect(status).toBe(200);
  return modelled(RollbackModel, body);
}

describeSites("a rollback", (site) => {
  test("returns the gates to those right after an audit, and says what it does before", async () => {
    const { call, api } = site();
    await api.gates.post("search", "actors", { flipper_id: "User;1" });
    const [, then] = await api.features.get("search");
    await api.gates.post("search", "percentage_of_actors", { percentage: 5 });
    await api.gates.post("search", "boolean");
    const before = await everything(api);
    const dry = await call("POST", path, { body: { key: "search", to: 2, dry_run: true } });
    expect(rolledBack(dry)).toEqual({
      key: "search",
      feature: null,
      changes: [
        { action: "disable", value: null },
        { action: "enable_actor", value: "User;1" },
      ],
      change_count: 2,
      later_count: 2,
      tag: expect.any(String),
      done: false,
    });
    expect(await everything(api)).toEqual(before);
    const { tag } = rolledBack(dry);
    const done = await call("POST", path, { body: { key: "search", to: 2, tag } });
    expect(rolledBack(done)).toEqual({ ...rolledBack(dry), done: true });
    expect((await api.features.get("search"))[1]).toEqual(then);
    // The same again changes nothing.
    const again = rolledBack(await call("POST", path, { body: { key: "search", to: 2 } }));
    expect(again).toMatchObject({ changes: [], change_count: 0, done: true });
  });

  test("is refused if something else would be done than was shown", async () => {
    const { call, api } = site();
    await api.gates.post("shown", "actors", { flipper_id: "User;1" });
    const audits = await call("GET", "/gatehouse/audits?keys=shown&limit=1");
    const [{ id: to } = { id: 0 }] = (audits.body as { audits: { id: number }[] }).audits;
    await api.gates.post("shown", "actors", { flipper_id: "User;2" });
    const dry = rolledBack(await call("POST", path, { body: { key: "shown", to, dry_run: true } }));
    await api.gates.post("shown", "actors", { flipper_id: "User;3" });
    const before = await everything(api);
    for (const isDry of [false, true]) {
      const body = { key: "shown", to, tag: dry.tag, dry_run: isDry };
      expect(await call("POST", path, { body })).toMatchObject({
        status: 409,
        body: { code: "gate_changed" },
      });
    }
    expect(await everything(api)).toEqual(before);
  });

  test.each([
    ["neither to nor at", { key: "search" }, 422, "parameter_invalid"],
    ["both", { key: "search", to: 1, at: "2026-01-01" }, 422, "parameter_invalid"],
    ["an audit that is a text", { key: "search", to: "1" }, 422, "parameter_invalid"],
    ["audit 0", { key: "search", to: 0 }, 422, "parameter_invalid"],
    ["no such time", { key: "search", at: "noon" }, 422, "parameter_invalid"],
    ["no such day", { key: "search", at: "2026-02-31" }, 422, "parameter_invalid"],
    ["a time to come", { key: "search", at: "9999-12-31" }, 422, "parameter_invalid"],
    [
      "a time to come, dry",
      { key: "search", at: "9999-01-01", dry_run: true },
      422,
      "parameter_invalid",
    ],
    ["a misspelt dry_run", { key: "search", to: 1, dryrun: true }, 422, "parameter_invalid"],
    ["an unknown audit", { key: "search", to: 9_999 }, 404, "audit_not_found"],
    ["an unknown feature", { key: "unknown", to: 1 }, 404, 1],
    ["an unknown feature, dry", { key: "unknown", at: "2020-01-01", dry_run: true }, 404, 1],
    ["an impossible key", { key: "", to: 1 }, 422, 5],
  ] as const)("with %s is refused, and changes nothing", async (_, body, status, code) => {
    const { call, api } = site();
    const before = await everything(api);
    expect(await call("POST", path, { body })).toMatchObject({ status, body: { code } });
    expect(await everything(api)).toEqual(before);
  });
});

test("a rollback to a time, of a feature that was removed, and of one that was not there", async () => {
  let now = Date.parse("2026-01-01T00:00:00Z");
  const { hosted, call, stop } = await startHostedSite({ now: () => now });
  await hosted.manager.gates.post("search", "actors", { flipper_id: "User;1" });
  now += 1_000;
  await hosted.manager.gates.post("search", "boolean");
  await hosted.manager.gates.post("later", "boolean");
  now += 1_000;
  await hosted.manager.features.remove("search");
  const tooLate = await call("POST", path, {
    body: { key: "search", at: "2026-01-01T00:00:02.001Z" },
  });
  expect(tooLate).toMatchObject({
    status: 422,
    body: {
      message:
        "at must not be in the future; the clock of the server shows 2026-01-01T00:00:02.000Z",
    },
  });
  const at = "2026-01-01T01:00:00.500+01:00";
  const back = rolledBack(await call("POST", path, { body: { key: "search", at } }));
  expect(back).toMatchObject({ feature: "created", done: true });
  expect(gateValues((await call("GET", "/features/search")).body)).toMatchObject({
    boolean: false,
    actors: ["User;1"],
  });
  expect(rolledBack(await call("POST", path, { body: { key: "later", at } }))).toMatchObject({
    feature: null,
    changes: [{ action: "disable", value: null }],
  });
  const [newest] = audited(await hosted.manager.audits.list()).audits;
  expect(newest).toMatchObject({ action: "rollback", target: { key: "later" } });
  await stop();
});

test("an environment goes back by its own audits, and follows Production again", async () => {
  const { hosted, call, stop } = await startHostedSite();
  await hosted.manager.gates.post("search", "actors", { flipper_id: "User;1" });
  const { token } = created(await hosted.manager.environments.create("Preview"));
  const preview = caller(hosted.manager.as(token.value));
  // Audits of Production are none of this environment, whatever their number.
  expect(await preview("POST", path, { body: { key: "search", to: 1 } })).toMatchObject({
    status: 404,
    body: { code: "audit_not_found" },
  });
  const before = new Date(Date.now() - 60_000).toISOString();
  await preview("POST", "/features/search/boolean");
  const back = await preview("POST", path, { body: { key: "search", at: before } });
  expect(rolledBack(back)).toMatchObject({ feature: "mirrored" });
  await call("POST", "/features/search/actors", { body: { flipper_id: "User;2" } });
  expect(gateValues((await preview("GET", "/features/search")).body).actors).toEqual([
    "User;1",
    "User;2",
  ]);
  await stop();
});

test("audits that the plan does not show are no targets", async () => {
  const { hosted, call, stop } = await startHostedSite();
  await hosted.manager.gates.post("search", "boolean");
  await hosted.manager.gates.delete("search", "boolean");
  await setPlan(hosted, "self_hosted", { auditEventsMax: 1 });
  expect((await call("POST", path, { body: { key: "search", to: 2 } })).status).toBe(404);
  expect((await call("POST", path, { body: { key: "search", to: 3 } })).status).toBe(200);
  await stop();
});
