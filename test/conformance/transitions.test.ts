import { expect, test } from "bun:test";
import type { ApiClient, GateKey, ParameterValues } from "../helpers/api-client.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { featureObject, type GateValues, type State } from "../helpers/feature-object.ts";

type Step = readonly [method: "POST" | "DELETE", gate: GateKey, parameters?: ParameterValues];
type Row = readonly [given: Step[], step: Step, state: State, values: GateValues];

const admins = { name: "admins" };
const testers = { name: "testers" };
const one = { flipper_id: "User;1" };
const two = { flipper_id: "User;2" };
const half = { percentage: 50 };

// Single steps, from a feature with all gates at their defaults.
const table: Row[] = [
  [[], ["POST", "boolean"], "on", { boolean: true }],
  [[["POST", "boolean"]], ["DELETE", "boolean"], "off", {}],
  [[], ["POST", "groups", admins], "conditional", { groups: ["admins"] }],
  [[["POST", "groups", admins]], ["DELETE", "groups", admins], "off", {}],
  [[], ["POST", "actors", one], "conditional", { actors: ["User;1"] }],
  [[["POST", "actors", one]], ["DELETE", "actors", one], "off", {}],
  [[], ["POST", "percentage_of_actors", half], "conditional", { percentage_of_actors: 50 }],
  [
    [["POST", "percentage_of_actors", half]],
    ["DELETE", "percentage_of_actors"],
    "off",
    { percentage_of_actors: 0 },
  ],
  [[], ["POST", "percentage_of_time", half], "conditional", { percentage_of_time: 50 }],
  [
    [["POST", "percentage_of_time", half]],
    ["DELETE", "percentage_of_time"],
    "off",
    { percentage_of_time: 0 },
  ],
];

const everyOther: Step[] = [
  ["POST", "groups", admins],
  ["POST", "actors", one],
  ["POST", "percentage_of_actors", half],
  ["POST", "percentage_of_time", half],
];

const everyOtherValue = {
  groups: ["admins"],
  actors: ["User;1"],
  percentage_of_actors: 50,
  percentage_of_time: 50,
};

// Combinations, repetitions, and the limits of percentages.
const combinations: Row[] = [
  [everyOther, ["POST", "boolean"], "on", { boolean: true }],
  [everyOther, ["DELETE", "boolean"], "off", {}],
  [[["POST", "boolean"], ...everyOther], ["DELETE", "boolean"], "off", {}],
  [[["POST", "boolean"], ...everyOther], ["POST", "boolean"], "on", { boolean: true }],
  [[["POST", "boolean"]], ["POST", "boolean"], "on", { boolean: true }],
  [[], ["DELETE", "boolean"], "off", {}],
  [
    [["POST", "boolean"], ...everyOther.slice(0, 3)],
    ["POST", "percentage_of_time", half],
    "on",
    { boolean: true, ...everyOtherValue },
  ],
  [
    [
      ["POST", "boolean"],
      ["POST", "actors", one],
    ],
    ["DELETE", "actors", one],
    "on",
    { boolean: true },
  ],
  [everyOther, ["DELETE", "groups", admins], "conditional", { ...everyOtherValue, groups: [] }],
  [everyOther, ["DELETE", "actors", one], "conditional", { ...everyOtherValue, actors: [] }],
  [
    everyOther,
    ["DELETE", "percentage_of_actors"],
    "conditional",
    { ...everyOtherValue, percentage_of_actors: 0 },
  ],
  [
    everyOther,
    ["DELETE", "percentage_of_time"],
    "conditional",
    { ...everyOtherValue, percentage_of_time: 0 },
  ],
  [
    [["POST", "actors", one]],
    ["POST", "actors", two],
    "conditional",
    { actors: ["User;1", "User;2"] },
  ],
  [[["POST", "actors", one]], ["POST", "actors", one], "conditional", { actors: ["User;1"] }],
  [[["POST", "actors", one]], ["DELETE", "actors", two], "conditional", { actors: ["User;1"] }],
  [
    [
      ["POST", "actors", one],
      ["POST", "actors", two],
    ],
    ["DELETE", "actors", one],
    "conditional",
    { actors: ["User;2"] },
  ],
  [
    [["POST", "groups", admins]],
    ["POST", "groups", testers],
    "conditional",
    { groups: ["admins", "testers"] },
  ],
  [[["POST", "groups", admins]], ["POST", "groups", admins], "conditional", { groups: ["admins"] }],
  [
    [["POST", "groups", admins]],
    ["DELETE", "groups", testers],
    "conditional",
    { groups: ["admins"] },
  ],
  [[], ["DELETE", "groups", testers], "off", {}],
  [[], ["DELETE", "actors", one], "off", {}],
  [[], ["DELETE", "percentage_of_actors"], "off", {}],
  [[], ["DELETE", "percentage_of_time"], "off", {}],
  [[], ["POST", "percentage_of_actors", { percentage: 0 }], "off", {}],
  [[], ["POST", "percentage_of_time", { percentage: 0 }], "off", {}],
  [
    [],
    ["POST", "percentage_of_actors", { percentage: 100 }],
    "conditional",
    { percentage_of_actors: 100 },
  ],
  [[], ["POST", "percentage_of_time", { percentage: 100 }], "on", { percentage_of_time: 100 }],
  [
    [],
    ["POST", "percentage_of_time", { percentage: 99 }],
    "conditional",
    { percentage_of_time: 99 },
  ],
  [
    [["POST", "percentage_of_time", { percentage: 100 }]],
    ["POST", "percentage_of_time", { percentage: 0 }],
    "off",
    {},
  ],
  [
    [["POST", "percentage_of_actors", half]],
    ["POST", "percentage_of_actors", { percentage: 1 }],
    "conditional",
    { percentage_of_actors: 1 },
  ],
];

const cleared: [string, Step[]][] = [
  ["boolean alone", [["POST", "boolean"]]],
  ["every gate", [["POST", "boolean"], ...everyOther]],
  ["none", []],
];

function take(api: ApiClient, [method, gate, parameters]: Step) {
  return method === "POST"
    ? api.gates.post("search", gate, parameters)
    : api.gates.delete("search", gate, parameters);
}

function titleOf([method, gate, parameters]: Step): string {
  return `${method} ${gate} ${Object.values(parameters ?? {}).join()}`.trim();
}

const named = (rows: Row[]) =>
  rows.map(
    (row) => [`${row[0].map(titleOf).join(", ") || "defaults"} + ${titleOf(row[1])}`, row] as const,
  );

describeMountable(
  "states and transitions (docs/api.md#states)",
  (api) => {
    test.each(named(table))("%s", (_name, row) => expectTransition(api, row));
    test.each(named(combinations))("%s", (_name, row) => expectTransition(api, row));

    test.each(cleared)("clear gives the state off and default gates: %s", async (_name, given) => {
      await api.features.create("search");
      for (const step of given) {
        await take(api, step);
      }
      const [response] = await api.features.clear("search");
      expect(response.status).toBe(204);
      const [, body] = await api.features.get("search");
      expect(body).toEqual(featureObject("search", "off"));
    });

    test("a step does not change other features", async () => {
      const others = { other: { actors: ["User;9"], percentage_of_time: "7" } };
      await api.import({ ...others, search: {} });
      const [, before] = await api.features.get("other");
      for (const [, step] of [...table, ...combinations]) {
        await take(api, step);
      }
      await api.features.clear("search");
      await api.features.remove("search");
      const [, after] = await api.features.list();
      expect(after).toEqual({ features: [before] });
    });

    test("concurrent steps are all applied", async () => {
      const ids = Array.from({ length: 50 }, (_, index) => `User;${index + 10}`);
      await Promise.all(
        ids.map((flipper_id) => api.gates.post("search", "actors", { flipper_id })),
      );
      const [, body] = await api.features.get("search");
      expect(body).toEqual(featureObject("search", "conditional", { actors: ids }));
    });
  },
  { groups: ["admins", "testers"] },
);

async function expectTransition(api: ApiClient, [given, step, state, values]: Row): Promise<void> {
  await api.features.create("search");
  for (const earlier of given) {
    await take(api, earlier);
  }
  const [response, body] = await take(api, step);
  expect(response.status).toBe(200);
  expect(body).toEqual(featureObject("search", state, values));
  const [, later] = await api.features.get("search");
  expect(later).toEqual(body);
}
