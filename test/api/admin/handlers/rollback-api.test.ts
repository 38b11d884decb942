import { expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import { RollbackAnswer } from "../../../../src/api/admin/contract/rollback-models.ts";
import type { ApiClient } from "../../../helpers/api-client.ts";
import { everything } from "../../../helpers/expect-refused.ts";
import { setPlan } from "../../../helpers/hosted-administration.ts";
import { audited, created } from "../../../helpers/hosted-client.ts";
import { modelled } from "../../../helpers/modelled.ts";
import { type Called, describeSites, startHostedSite } from "../admin-sites.ts";

const path = "E/rollback";

/** The gates of the feature `search`, by their keys. */
async function gateValues(client: Pick<ApiClient, "send">) {
  const answer = await client.send("/features/search");
  const {
    gates,
  }: { readonly gates: readonly { readonly key: string; readonly value: unknown }[] } = JSON.parse(
    await answer.text(),
  );
  return Object.fromEntries(gates.map(({ key, value }) => [key, value]));
}

function rolledBack({ status, body }: Called): Static<typeof RollbackAnswer> {
  expect(status).toBe(200);
  return modelled(RollbackAnswer, body);
}

describeSites("a rollback", (site) => {
  test("returns the gates to those right after an audit, and says what it does before", async () => {
    const { call, api } = site();
    await api.gates.post("search", "actors", { flipper_id: "User;1" });
    const [, then] = await api.features.get("search");
    await api.gates.post("search", "percentage_of_actors", { percentage: 5 });
    await api.gates.post("search", "boolean");
    const before = await everything(api);
    const dry = await call("POST", path, { key: "search", to: 2, preview: true });
    expect(rolledBack(dry)).toEqual({
      key: "search",
      feature: null,
      changes: [
        { action: "disable", value: null },
        { action: "enable_actor", value: "User;1" },
      ],
      changeCount: 2,
      laterCount: 2,
      mustType: true,
      tag: expect.any(String),
      done: false,
      revision: expect.any(Number),
    });
    expect(await everything(api)).toEqual(before);
    const { tag } = rolledBack(dry);
    // Nothing was typed, and everybody would notice.
    for (const more of [{}, { tag }, { tag, typed: "other" }]) {
      const body = { key: "search", to: 2, ...more };
      expect(await call("POST", path, body)).toMatchObject({
        status: 422,
        body: { code: "confirmation_required" },
      });
    }
    expect(await everything(api)).toEqual(before);
    const done = await call("POST", path, { key: "search", to: 2, tag, typed: "search" });
    expect(rolledBack(done)).toEqual({
      ...rolledBack(dry),
      done: true,
      revision: expect.any(Number),
    });
    expect((await api.features.get("search"))[1]).toEqual(then);
    // The same again changes nothing.
    const again = rolledBack(await call("POST", path, { key: "search", to: 2 }));
    expect(again).toMatchObject({ changes: [], changeCount: 0, done: true });
  });

  test("is refused if something else would be done than was shown", async () => {
    const { call, api } = site();
    await api.gates.post("shown", "actors", { flipper_id: "User;1" });
    const audits = await call("GET", "E/audits?key=shown&limit=1");
    const [{ id: to } = { id: 0 }] = (audits.body as { audits: { id: number }[] }).audits;
    await api.gates.post("shown", "actors", { flipper_id: "User;2" });
    const dry = rolledBack(await call("POST", path, { key: "shown", to, preview: true }));
    await api.gates.post("shown", "actors", { flipper_id: "User;3" });
    const before = await everything(api);
    for (const isDry of [false, true]) {
      const body = { key: "shown", to, tag: dry.tag, preview: isDry, typed: "shown" };
      expect(await call("POST", path, body)).toMatchObject({
        status: 409,
        body: { code: "gate_changed" },
      });
    }
    expect(await everything(api)).toEqual(before);
  });

  test.each([
    ["neither to nor at", { key: "search" }, 422, "input_invalid"],
    ["both", { key: "search", to: 1, at: 1 }, 422, "input_invalid"],
    ["an audit that is a text", { key: "search", to: "1" }, 422, "input_invalid"],
    ["audit 0", { key: "search", to: 0 }, 422, "input_invalid"],
    ["no such time", { key: "search", at: "noon" }, 422, "input_invalid"],
    ["a time to come", { key: "search", at: 253402214400000 }, 422, "parameter_invalid"],
    [
      "a time to come, dry",
      { key: "search", at: 253370764800000, preview: true },
      422,
      "parameter_invalid",
    ],
    ["a misspelt preview", { key: "search", to: 1, dry_run: true }, 422, "input_invalid"],
    ["an unknown audit", { key: "search", to: 9_999 }, 404, "audit_not_found"],
    ["an unknown feature", { key: "unknown", to: 1 }, 404, "feature_not_found"],
    [
      "an unknown feature, dry",
      { key: "unknown", at: 1577836800000, preview: true },
      404,
      "feature_not_found",
    ],
    ["an impossible key", { key: "", to: 1 }, 422, "feature_name_missing"],
  ] as const)("with %s is refused, and changes nothing", async (_, body, status, code) => {
    const { call, api } = site();
    const before = await everything(api);
    expect(await call("POST", path, body)).toMatchObject({ status, body: { code } });
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
    key: "search",
    at: Date.parse("2026-01-01T00:00:02.001Z"),
  });
  expect(tooLate).toMatchObject({
    status: 422,
    body: {
      message:
        "at must not be in the future; the clock of the server shows 2026-01-01T00:00:02.000Z",
    },
  });
  const at = Date.parse("2026-01-01T00:00:00.500Z");
  const back = rolledBack(await call("POST", path, { key: "search", at, typed: "search" }));
  expect(back).toMatchObject({ feature: "created", done: true });
  expect(await gateValues(hosted.manager)).toMatchObject({
    boolean: false,
    actors: ["User;1"],
  });
  expect(rolledBack(await call("POST", path, { key: "later", at, typed: "later" }))).toMatchObject({
    feature: null,
    changes: [{ action: "disable", value: null }],
  });
  const [newest] = audited(await hosted.manager.audits.list()).audits;
  expect(newest).toMatchObject({ action: "rollback", target: { key: "later" } });
  await stop();
});

test("an environment goes back by its own audits, and follows Production again", async () => {
  const { hosted, callAs, stop } = await startHostedSite();
  await hosted.manager.gates.post("search", "actors", { flipper_id: "User;1" });
  const { token } = created(await hosted.manager.environments.create("Preview"));
  const inPreview = hosted.manager.as(token.value);
  const preview = callAs(token.value);
  // Audits of Production are none of this environment, whatever their number.
  expect(await preview("POST", path, { key: "search", to: 1 })).toMatchObject({
    status: 404,
    body: { code: "audit_not_found" },
  });
  const before = Date.now() - 60_000;
  await inPreview.gates.post("search", "boolean");
  const back = await preview("POST", path, { key: "search", at: before });
  expect(rolledBack(back)).toMatchObject({ feature: "mirrored" });
  await hosted.manager.gates.post("search", "actors", { flipper_id: "User;2" });
  expect((await gateValues(inPreview)).actors).toEqual(["User;1", "User;2"]);
  await stop();
});

test("audits that the plan does not show are no targets", async () => {
  const { hosted, call, stop } = await startHostedSite();
  await hosted.manager.gates.post("search", "boolean");
  await hosted.manager.gates.delete("search", "boolean");
  await setPlan(hosted, "self_hosted", { auditEventsMax: 1 });
  expect((await call("POST", path, { key: "search", to: 2, typed: "search" })).status).toBe(404);
  expect((await call("POST", path, { key: "search", to: 3, typed: "search" })).status).toBe(200);
  await stop();
});
