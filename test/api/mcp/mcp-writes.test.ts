import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { samplePolicy } from "../../contract/governance-examples.ts";
import { newToken } from "../admin/personal-token-requests.ts";
import { type McpSite, startMcp } from "./mcp-site.ts";

let site: McpSite;
const production = { environment: "-" };

beforeAll(async () => {
  site = await startMcp({ mcp: "writes" });
  await site.owner.answer("POST /environments", { body: { name: "Staging" } });
});

afterAll(() => site[Symbol.asyncDispose]());

let key = "";
let count = 0;
beforeEach(async () => {
  key = `feature-${count++}`;
  await site.owner.answer("POST /environments/:environment/features", {
    params: production,
    body: { key },
  });
});

const stateOf = async (environment = "-") => {
  const answer = await site.owner.answer("GET /environments/:environment/features/:key", {
    params: { environment, key },
  });
  return answer.state;
};

test("a tool changes gates, with a reason in the audit", async () => {
  const { content } = await site.tool("enable_actor", {
    name: key,
    actor: "User;1",
    reason: "A test",
  });
  expect(content).toMatchObject({
    applied: true,
    audit: expect.any(Number),
    plan: { before: { state: "off" }, after: { state: "conditional" } },
  });
  expect(await stateOf()).toBe("conditional");
  expect((await site.tool("get_audits", { per_page: 1 })).content).toMatchObject({
    audits: [{ action: "enable_actor", feature: key, reason: { untrusted_text: "A test" } }],
  });
});

test("to enable Production for everyone needs confirm; another environment does not", async () => {
  const open = await site.tool("enable_feature", { name: key });
  expect(open.content).toMatchObject({
    applied: false,
    next: expect.stringContaining(`"confirm": "${key}"`),
  });
  expect(await stateOf()).toBe("off");
  const staging = await site.tool("enable_feature", { name: key, environment: "staging" });
  expect(staging.content).toMatchObject({ applied: true });
  expect([await stateOf(), await stateOf("staging")]).toEqual(["off", "on"]);
  const wrong = await site.tool("enable_percentage_of_actors", {
    name: key,
    percentage: 100,
    confirm: "other",
  });
  expect(wrong).toMatchObject({ isError: true });
  expect(await stateOf()).toBe("off");
  const right = await site.tool("enable_feature", { name: key, confirm: key });
  expect(right.content).toMatchObject({
    applied: true,
    undo: expect.stringContaining("can undo audit"),
  });
  expect(await stateOf()).toBe("on");
});

test("a feature is created; its deletion always needs confirm", async () => {
  const name = `${key}-new`;
  expect((await site.tool("create_feature", { name })).content).toMatchObject({ applied: true });
  expect((await site.tool("delete_feature", { name })).content).toMatchObject({ applied: false });
  expect((await site.tool("get_feature", { name })).isError).toBe(false);
  expect((await site.tool("delete_feature", { name, confirm: name })).content).toMatchObject({
    applied: true,
  });
  expect((await site.tool("get_feature", { name })).isError).toBe(true);
});

test("a token that may only read changes nothing", async () => {
  const { writer } = site.server.hosted.deployment;
  const personal = await newToken(site.owner, "read");
  const ofEnvironment = await site.server.hosted.newToken({ access: "read_only" });
  for (const [token, code] of [
    [personal, "role_required"],
    [ofEnvironment, "token_read_only"],
  ] as const) {
    const before = writer.state.revisions;
    expect((await site.tool("get_feature", { name: key }, token)).isError).toBe(false);
    for (const sent of [{ actor: "User;1" }, { actor: "User;1", request: true }]) {
      const { isError, content } = await site.tool("enable_actor", { name: key, ...sent }, token);
      expect([isError, content]).toEqual([true, expect.stringContaining(`(${code})`)]);
    }
    const removed = await site.tool("delete_feature", { name: key, confirm: key }, token);
    expect(removed.isError).toBe(true);
    expect(writer.state.revisions).toEqual(before);
  }
});

test("a token of an environment changes this environment only", async () => {
  const token = await site.server.hosted.newToken();
  expect(
    (await site.tool("enable_group", { name: key, group: "staff" }, token)).content,
  ).toMatchObject({
    applied: true,
  });
  const other = await site.tool(
    "enable_actor",
    { name: key, actor: "a", environment: "staging" },
    token,
  );
  expect(other).toMatchObject({
    isError: true,
    content: expect.stringContaining("environment_not_found"),
  });
});

test("in a protected environment the answer says how to ask for approval", async () => {
  const { writer } = site.server.hosted.deployment;
  const staging = writer.state.environments.find(({ slug }) => slug === "staging");
  const policy = samplePolicy(staging?.id ?? 0);
  await writer.submit((draft) => draft.record({ kind: "policy.saved", policy }));
  const change = { name: key, actor: "User;1", environment: "staging" };
  const refused = await site.tool("enable_actor", change);
  expect(refused).toMatchObject({
    isError: true,
    content: expect.stringContaining('"request": true and a "reason"'),
  });
  const asked = await site.tool("enable_actor", { ...change, request: true, reason: "For a test" });
  expect(asked.content).toMatchObject({ applied: false, request: expect.any(Number) });
  expect(await stateOf("staging")).toBe("off");
});

test("tools that write are described as such", async () => {
  const { tools } = (await site.rpc("tools/list")) as {
    readonly tools: readonly { readonly name: string; readonly annotations: unknown }[];
  };
  const annotationsOf = (name: string) => tools.find((tool) => tool.name === name)?.annotations;
  expect(annotationsOf("plan")).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  expect(annotationsOf("delete_feature")).toMatchObject({
    readOnlyHint: false,
    destructiveHint: true,
  });
});
