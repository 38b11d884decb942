import { expect, test } from "bun:test";
import { everything } from "../../../helpers/expect-refused.ts";
import { addEnvironment } from "../../../helpers/hosted-administration.ts";
import { refusalIn, startUi } from "../web-ui-server.ts";
import { done, startProgramSite } from "./program-site.ts";

const variants = { on: true, off: false };
const flagd = {
  flags: {
    pro: {
      state: "ENABLED",
      variants,
      defaultVariant: "off",
      targeting: { if: [{ "==": [{ var: "plan" }, "pro"] }, "on"] },
    },
    color: { state: "ENABLED", variants: { red: "#f00" }, defaultVariant: "red" },
    off: { state: "DISABLED", variants, defaultVariant: "on" },
  },
};

const path = (query: string) => `/environments/-/import?${query}`;
const total = (created: number, changed: number, unchanged: number) => ({
  ...{ created, changed, unchanged, cleared: 0, removed: 0 },
});

test("an import from another system reports each feature, and its preview changes nothing", async () => {
  await using site = await startProgramSite();
  const { manager } = site.hosted;
  await manager.import({ old: { boolean: true } });
  const before = await everything(manager);
  const expected = {
    ...total(2, 0, 0),
    peer: {
      ...{ system: "flagd", exact: 2, share: 0, narrower: 0, dropped: 1, written: 2 },
      features: [
        { key: "pro", peerKey: "pro", class: "exact", outcome: "written", reasons: [], notes: [] },
        { key: "color", class: "dropped", outcome: "dropped" },
        { key: "off", class: "exact", notes: [expect.stringContaining("disabled there")] },
      ],
    },
  };
  const preview = await site.call("POST", path("preview=1&from=auto"), { body: flagd });
  expect(done(preview)).toMatchObject(expected);
  expect(await everything(manager)).toEqual(before);
  const imported = await site.call("POST", path("from=flagd&mode=replace"), { body: flagd });
  expect(done(imported)).toMatchObject(expected);
  expect(done(await site.call("GET", "/environments/-/features"))).toMatchObject({
    features: [
      { key: "off", state: "off" },
      { key: "old", state: "on" },
      { key: "pro", state: "conditional" },
    ],
  });
  expect(done(await site.call("GET", "/environments/-/audits?text=pro"))).toMatchObject({
    audits: [{ action: "enable_expression" }, { action: "create" }],
  });
});

test("existing features are kept, or overwritten in the environment alone", async () => {
  await using site = await startProgramSite();
  await site.hosted.manager.gates.post("pro", "boolean");
  const kept = await site.call("POST", path("from=auto"), { body: flagd });
  expect(done(kept)).toMatchObject({
    ...total(1, 0, 0),
    peer: { written: 1, features: [{ key: "pro", outcome: "kept" }, {}, { outcome: "written" }] },
  });
  const environment = await addEnvironment(site.hosted, { name: "Preview", kind: "custom" });
  const token = await site.hosted.newToken({ environment });
  const there = await site.call("POST", path("from=auto&overwrite=1"), { token, body: flagd });
  expect(done(there)).toMatchObject(total(0, 2, 0));
  const list = (sent: object) => site.call("GET", "/environments/-/features", sent);
  expect(done(await list({ token }))).toMatchObject({
    features: [{ key: "off" }, { key: "pro", state: "conditional" }],
  });
  expect(done(await list({}))).toMatchObject({ features: [{}, { key: "pro", state: "on" }] });
});

test("a feature of Flipper may refer to one that the file lacks, but not to one left out", async () => {
  await using site = await startProgramSite();
  const referring = (key: string) => ({ expression: { FeatureEnabled: [key] } });
  const features = {
    ...{ free: referring("missing"), self: referring("self") },
    ...{ first: referring("second"), second: referring("denied") },
    denied: { boolean: "true", deny_actors: ["1"] },
  };
  const imported = await site.call("POST", path("from=auto"), { body: { features } });
  expect(done(imported)).toMatchObject({
    peer: {
      written: 2,
      features: [
        { key: "free", outcome: "written" },
        { key: "self", outcome: "written" },
        { key: "first", outcome: "left_out" },
        { key: "second", outcome: "left_out" },
        { key: "denied", outcome: "dropped" },
      ],
    },
  });
});

test("an import is refused as a whole", async () => {
  await using site = await startProgramSite();
  const before = await everything(site.hosted.manager);
  const rows: readonly (readonly [string, unknown, number, string])[] = [
    ["from=novel", flagd, 422, "input_invalid"],
    ["from=flipt", flagd, 422, "import_invalid"],
    ["from=auto", { novel: 1 }, 422, "import_invalid"],
    ["from=auto&actor_id=User", flagd, 422, "request_invalid"],
    ["from=auto&overwrite=yes", flagd, 422, "input_invalid"],
  ];
  for (const [query, body, , code] of rows) {
    const refused = await site.call("POST", path(query), { body });
    expect([query, refused.body]).toEqual([query, expect.objectContaining({ code })]);
  }
  const reader = await site.hosted.newToken({ access: "read_only" });
  const unauthorized = await site.call("POST", path("from=auto"), { token: reader, body: flagd });
  expect(unauthorized.status).toBe(403);
  expect(await everything(site.hosted.manager)).toEqual(before);
});

test("a page confirms an import into Production", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  const answer = await page.send("POST", path("from=auto"), flagd);
  expect(await refusalIn(answer)).toMatchObject({ code: "name_wrong" });
  expect((await page.send("POST", path("from=auto&typed=Production"), flagd)).status).toBe(200);
});
