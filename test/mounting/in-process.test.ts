import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ActorArgument, mountable } from "gatehouse-flags";
import vectors from "../vectors/percentage_of_actors.json" with { type: "json" };

const api = mountable({
  data: ":memory:",
  groups: {
    admins: (actor) => actor.flipperId.startsWith("Admin;"),
    paying: ({ properties }) => properties.plan === "pro",
    nobody: () => false,
  },
});

const features = {
  everyone: { boolean: "true" },
  someone: { actors: ["User;1", "User;2", "__proto__"] },
  admins: { groups: ["admins"] },
  paying: { groups: ["nobody", "paying"] },
  unregistered: { groups: ["unheard", "constructor", "__proto__"] },
  all_actors: { percentage_of_actors: "100" },
  always: { percentage_of_time: "100" },
  pro: { expression: { Equal: [{ Property: ["plan"] }, "pro"] } },
  true: { expression: { Boolean: [true] } },
  nobody: {},
};

beforeAll(() => replace(features));
afterAll(() => api.close());

async function replace(replacement: Readonly<Record<string, unknown>>): Promise<void> {
  const body = JSON.stringify({ version: 1, features: replacement });
  const url = "http://localhost/flipper/api/import";
  const response = await api.handle(new Request(url, { method: "POST", body }));
  expect(response.status).toBe(204);
}

const pro = { flipperId: "User;9", properties: { plan: "pro" } };
const free = { flipperId: "User;9", properties: { plan: "free" } };

// Who is asked about, and which of the features above they have.
const rows: [name: string, actor: ActorArgument | null | undefined, enabled: string[]][] = [
  ["nobody", undefined, ["everyone", "always", "true"]],
  ["null", null, ["everyone", "always", "true"]],
  ["an empty list", [], ["everyone", "always", "true"]],
  ["an id", "User;1", ["everyone", "someone", "all_actors", "always", "true"]],
  ["another id", "User;9", ["everyone", "all_actors", "always", "true"]],
  ["an empty id", "", ["everyone", "all_actors", "always", "true"]],
  ["an id of a group", "Admin;1", ["everyone", "admins", "all_actors", "always", "true"]],
  [
    "an id that is a member's name",
    "__proto__",
    ["everyone", "someone", "all_actors", "always", "true"],
  ],
  ["an actor with properties", pro, ["everyone", "paying", "all_actors", "always", "pro", "true"]],
  ["an actor with others", free, ["everyone", "all_actors", "always", "true"]],
  ["a list of one id", ["User;1"], ["everyone", "someone", "all_actors", "always", "true"]],
  [
    "several ids, one of them enabled",
    ["User;8", "User;2"],
    ["everyone", "someone", "all_actors", "always", "true"],
  ],
  [
    "an id and an actor with properties",
    ["Admin;1", pro],
    ["everyone", "admins", "paying", "all_actors", "always", "pro", "true"],
  ],
];

test.each(rows)("enabled for %s", (_name, actor, enabled) => {
  const answers = Object.keys(features).filter((name) => api.enabled(name, actor));
  expect(answers).toEqual(Object.keys(features).filter((name) => enabled.includes(name)));
});

test("an unknown feature is not enabled, and a check does not create it", async () => {
  for (const name of ["unknown", "", "__proto__", "constructor", "toString", "x".repeat(300)]) {
    expect(api.enabled(name, "User;1")).toBe(false);
  }
  const response = await api.handle(new Request("http://localhost/flipper/api/features"));
  const text = await response.text();
  expect(text.match(/"state":/g)).toHaveLength(Object.keys(features).length);
});

test("an actor check over HTTP gives the same results, with the host's group predicates", async () => {
  for (const id of ["User;1", "User;9", "Admin;1", "__proto__"]) {
    const url = `http://localhost/flipper/api/actors/${encodeURIComponent(id)}`;
    const body: unknown = await (await api.handle(new Request(url))).json();
    expect(body).toEqual({
      flipper_id: id,
      features: Object.fromEntries(
        Object.keys(features).map((name) => [name, { enabled: api.enabled(name, id) }]),
      ),
    });
  }
});

test("a change is visible in process as soon as it is answered", async () => {
  const url = "http://localhost/flipper/api/features/fresh/actors";
  const change = (method: string) =>
    api.handle(new Request(url, { method, body: '{"flipper_id":"User;1"}' }));
  expect(api.enabled("fresh", "User;1")).toBe(false);
  await change("POST");
  expect(api.enabled("fresh", "User;1")).toBe(true);
  expect(api.enabled("fresh", "User;2")).toBe(false);
  await change("DELETE");
  expect(api.enabled("fresh", "User;1")).toBe(false);
});

test("every test vector of the public implementation, also with several actors", async () => {
  const percentages = [...new Set(vectors.map(({ percentage }) => percentage))];
  let count = 0;
  for (const percentage of percentages) {
    const rows = vectors.filter((row) => row.percentage === percentage);
    const gate = { percentage_of_actors: String(percentage) };
    const nameable = rows.filter(({ feature }) => feature.trim() === feature);
    await replace(Object.fromEntries(nameable.map(({ feature }) => [feature, gate])));
    for (const { feature, actors, enabled } of nameable) {
      count++;
      expect({ feature, actors, answer: api.enabled(feature, actors) }).toEqual({
        feature,
        actors,
        answer: enabled,
      });
    }
  }
  expect(count).toBeGreaterThan(350);
  await replace(features);
});

test("a percentage of time is random for each call", async () => {
  await replace({ sometimes: { percentage_of_time: "50" } });
  const answers = Array.from({ length: 200 }, () => api.enabled("sometimes", "User;1"));
  // 200 equal results have a probability of 1 in 2^199.
  expect(new Set(answers).size).toBe(2);
  await replace(features);
});
