import { expect, test } from "bun:test";
import { everything } from "../../../helpers/expect-refused.ts";
import {
  addEnvironment,
  addMember,
  leaveOrganization,
} from "../../../helpers/hosted-administration.ts";
import { done, type ProgramSite, startProgramSite } from "./program-site.ts";

const list = "/environments/-/features";
const feature = `${list}/search`;

async function withFeature(): Promise<ProgramSite> {
  const site = await startProgramSite();
  const { gates } = site.hosted.manager;
  await gates.post("search", "groups", { name: "staff" });
  for (const flipperId of Array.from({ length: 120 }, (_, at) => `User;${at}`)) {
    await gates.post("search", "actors", { flipper_id: flipperId });
  }
  return site;
}

test("features have all gates and details for a program that asks for them", async () => {
  await using site = await withFeature();
  const allGates = {
    boolean: false,
    expression: null,
    groups: ["staff"],
    actors: Array.from({ length: 120 }, (_, at) => `User;${at}`).sort(),
    percentageOfActors: 0,
    percentageOfTime: 0,
  };
  const creator = { email: "owner@localhost" };
  const shown = { key: "search", state: "conditional", creator, allGates };
  expect(done(await site.call("GET", `${list}?gates=true`))).toMatchObject({ features: [shown] });
  expect(done(await site.call("GET", `${feature}?gates=true`))).toMatchObject(shown);
  // The lists of pages stay short.
  for (const path of [list, feature]) {
    expect(JSON.stringify(done(await site.call("GET", path)))).not.toContain("allGates");
  }
  expect(await site.call("GET", `${list}?gates=yes`)).toMatchObject({
    status: 422,
    body: { code: "input_invalid" },
  });
});

test("a list of many features is whole", async () => {
  await using site = await startProgramSite();
  const keys = Array.from({ length: 1_500 }, (_, at) => `feature_${String(at).padStart(4, "0")}`);
  await site.hosted.manager.import(Object.fromEntries(keys.map((key) => [key, {}])));
  const { features } = done(await site.call("GET", `${list}?gates=true`)) as {
    features: readonly { key: string }[];
  };
  expect(features.map(({ key }) => key)).toEqual(keys);
});

test("a feature may exist already if the program says so, and stays as it is", async () => {
  await using site = await startProgramSite();
  const body = { key: "search", tags: ["web"], mayExist: true };
  expect(done(await site.call("POST", list, { body }))).toMatchObject({ created: true });
  const before = await everything(site.hosted.manager);
  const other = { ...body, tags: ["other"] };
  expect(done(await site.call("POST", list, { body: other }))).toMatchObject({ created: false });
  expect(done(await site.call("GET", feature))).toMatchObject({ tags: ["web"] });
  expect(await site.call("POST", list, { body: { key: "search" } })).toMatchObject({
    status: 409,
    body: { code: "feature_exists" },
  });
  expect(await everything(site.hosted.manager)).toEqual(before);
});

test("a description changes in what is given, with its owner by e-mail address", async () => {
  await using site = await startProgramSite();
  await site.hosted.manager.features.create("search");
  const ann = await addMember(site.hosted, "ann");
  const body = { description: "One\ntwo", tags: ["a", "b", "a"], owner: "ANN@example.test" };
  expect(done(await site.call("PATCH", feature, { body }))).toMatchObject({
    feature: {
      ...{ key: "search", description: "One\ntwo", longevity: null, tags: ["a", "b"] },
      ...{ owner: { id: ann }, creator: { email: "owner@localhost" } },
    },
  });
  expect(done(await site.call("PATCH", feature, { body: { owner: null } }))).toMatchObject({
    feature: { description: "One\ntwo", owner: null },
  });
  await leaveOrganization(site.hosted, ann);
  expect(await site.call("PATCH", feature, { body })).toMatchObject({
    status: 422,
    body: { message: 'owner: "ANN@example.test" is not a member of the organization' },
  });
});

const writes: readonly (readonly [string, string, object])[] = [
  ["POST", list, { key: "new" }],
  ["PATCH", feature, { tags: ["a"] }],
  ["DELETE", feature, {}],
  ["DELETE", `${feature}/gates`, {}],
  ["PUT", `${feature}/boolean`, { enabled: true }],
  ["POST", `${feature}/changes`, { changes: [{ gate: "boolean", action: "enable" }] }],
  ["POST", "/environments/-/import?preview=1", { features: {} }],
  ["POST", "/environments/-/import?preview=0", { features: {} }],
];

test("a token that may only read changes nothing", async () => {
  await using site = await withFeature();
  const token = await site.hosted.newToken({ access: "read_only" });
  const before = await everything(site.hosted.manager);
  for (const [method, path, body] of writes) {
    expect([path, await site.call(method, path, { token, body })]).toMatchObject([
      path,
      { status: 403, body: { code: "token_read_only" } },
    ]);
  }
  done(await site.call("GET", `${feature}?gates=true`, { token }));
  expect(await everything(site.hosted.manager)).toEqual(before);
  const evaluator = await site.hosted.newToken({ access: "evaluate" });
  for (const path of [list, feature, "/environments/-/export", "/environments"]) {
    expect(await site.call("GET", path, { token: evaluator })).toMatchObject({
      status: 403,
      body: { code: "token_evaluate_only" },
    });
  }
});

test("a token works in its own environment only, and deletes from Production's", async () => {
  await using site = await withFeature();
  const environment = await addEnvironment(site.hosted, { name: "Staging", kind: "custom" });
  const token = await site.hosted.newToken({ environment });
  const before = await everything(site.hosted.manager);
  expect(await site.call("DELETE", feature, { token, body: {} })).toMatchObject({
    status: 403,
    body: { code: "production_token_required" },
  });
  const elsewhere = "/environments/production/features/search/gates";
  expect(await site.call("DELETE", elsewhere, { token, body: {} })).toMatchObject({
    status: 404,
    body: { code: "environment_not_found" },
  });
  expect(await everything(site.hosted.manager)).toEqual(before);
  const { environments } = done(await site.call("GET", "/environments", { token })) as {
    environments: readonly { slug: string }[];
  };
  expect(environments.map(({ slug }) => slug)).toEqual(["staging"]);

  done(await site.call("DELETE", `${feature}/gates`, { body: {} }));
  expect(done(await site.call("GET", feature))).toMatchObject({ state: "off" });
  done(await site.call("DELETE", feature, { body: {} }));
  expect((await site.call("GET", feature)).status).toBe(404);
});

test("a copy tells what it changed, and changes nothing where the gates are the same", async () => {
  await using site = await withFeature();
  await addEnvironment(site.hosted, { name: "Staging", kind: "custom" });
  const copy = () => site.callAsOwner("POST", `${feature}/copy`, { to: "staging" });
  const gates = { groups: ["staff"] };
  expect(done(await copy())).toMatchObject({ changeCount: 0, isPinned: true, feature: { gates } });
  await site.hosted.manager.gates.post("search", "percentage_of_time", { percentage: 5 });
  expect(done(await copy())).toMatchObject({ changeCount: 1, isPinned: false });
  const before = await everything(site.hosted.manager);
  expect(done(await copy())).toMatchObject({ changeCount: 0, isPinned: false });
  expect(await everything(site.hosted.manager)).toEqual(before);
});

test("a comparison has all gates of the features that differ, if they are asked for", async () => {
  await using site = await withFeature();
  const environment = await addEnvironment(site.hosted, { name: "Staging", kind: "custom" });
  const staging = site.hosted.manager.as(await site.hosted.newToken({ environment }));
  await site.hosted.manager.features.create("same");
  await staging.gates.delete("search", "groups", { name: "staff" });
  const compared = await site.callAsOwner("GET", "/compare?a=production&b=staging&gates=true");
  expect(done(compared)).toMatchObject({
    featureCount: 2,
    differentCount: 1,
    features: [
      {
        key: "search",
        left: { allGates: { groups: ["staff"], actors: { length: 120 } } },
        right: { allGates: { groups: [], actors: { length: 120 } } },
      },
    ],
  });
});

test("a feature looks finished once the rule of its project says so", async () => {
  const dayMs = 86_400_000;
  let now = Date.parse("2026-01-01T00:00:00Z");
  await using site = await startProgramSite({ now: () => now });
  for (const longevity of ["temporary", "permanent"]) {
    await site.hosted.manager.gates.post(longevity, "boolean");
    done(await site.call("PATCH", `${list}/${longevity}`, { body: { longevity } }));
  }
  const finished = async () => {
    const { features } = done(await site.call("GET", `${list}?gates=true`)) as {
      features: readonly { key: string; looksFinished: boolean }[];
    };
    return features.flatMap(({ key, looksFinished }) => (looksFinished ? [key] : []));
  };
  now += 30 * dayMs - 1;
  expect(await finished()).toEqual([]);
  now += 1;
  expect(await finished()).toEqual(["temporary"]);
});
