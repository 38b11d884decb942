import { expect, test } from "bun:test";
import {
  type ApiClient,
  encodings,
  type GateKey,
  type ParameterValues,
} from "../helpers/api-client.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { featureObject, type GateValues, type State } from "../helpers/feature-object.ts";

type Row = readonly [
  method: "POST" | "DELETE",
  gate: GateKey,
  parameters: ParameterValues | undefined,
  state: State,
  values: GateValues,
];

const admins = { name: "admins" };
const actor = { flipper_id: "User;1" };
const half = { percentage: 50 };

const given = {
  groups: ["admins", "testers"],
  actors: ["User;1", "User;2"],
  percentage_of_actors: 10,
  percentage_of_time: 20,
};
const without = (values: GateValues): GateValues => ({ ...given, ...values });

// Writes to a feature that has a value in every gate except boolean.
const table: Row[] = [
  ["POST", "boolean", undefined, "on", { boolean: true }],
  ["DELETE", "boolean", undefined, "off", {}],
  [
    "POST",
    "groups",
    { name: "staff" },
    "conditional",
    without({ groups: ["admins", "staff", "testers"] }),
  ],
  ["DELETE", "groups", admins, "conditional", without({ groups: ["testers"] })],
  [
    "POST",
    "actors",
    { flipper_id: "User;3" },
    "conditional",
    without({ actors: ["User;1", "User;2", "User;3"] }),
  ],
  ["DELETE", "actors", actor, "conditional", without({ actors: ["User;2"] })],
  ["POST", "percentage_of_actors", half, "conditional", without({ percentage_of_actors: 50 })],
  [
    "DELETE",
    "percentage_of_actors",
    undefined,
    "conditional",
    without({ percentage_of_actors: 0 }),
  ],
  ["POST", "percentage_of_time", half, "conditional", without({ percentage_of_time: 50 })],
  ["DELETE", "percentage_of_time", undefined, "conditional", without({ percentage_of_time: 0 })],
];

// Every gate write, also DELETE, creates a missing feature.
const creating: Row[] = [
  ["POST", "boolean", undefined, "on", { boolean: true }],
  ["DELETE", "boolean", undefined, "off", {}],
  ["POST", "groups", admins, "conditional", { groups: ["admins"] }],
  ["DELETE", "groups", admins, "off", {}],
  ["POST", "actors", actor, "conditional", { actors: ["User;1"] }],
  ["DELETE", "actors", actor, "off", {}],
  ["POST", "percentage_of_actors", half, "conditional", { percentage_of_actors: 50 }],
  ["DELETE", "percentage_of_actors", undefined, "off", {}],
  ["POST", "percentage_of_time", half, "conditional", { percentage_of_time: 50 }],
  ["DELETE", "percentage_of_time", undefined, "off", {}],
];

const inEveryEncoding = (rows: Row[]) =>
  rows.flatMap((row) =>
    encodings.map((encoding) => [`${row[0]} ${row[1]}`, encoding, row] as const),
  );

const asText = (values: GateValues) =>
  Object.fromEntries(
    Object.entries(values).map(([gate, value]) => [
      gate,
      typeof value === "number" ? String(value) : value,
    ]),
  );

describeMountable(
  "gate routes (docs/api.md#gate-routes)",
  (api) => {
    test.each(inEveryEncoding(table))("%s as %s: 200 and the updated feature", async (...args) => {
      const [, encoding, row] = args;
      await api.import({ search: asText(given), other: asText(given) });
      await answers(api.sending(encoding), row);
      const [, list] = await api.features.list();
      expect(list).toEqual({
        features: [
          featureObject("other", "conditional", given),
          featureObject("search", row[3], row[4]),
        ],
      });
    });

    test.each(inEveryEncoding(creating))("%s as %s creates a missing feature", async (...args) => {
      const [, encoding, row] = args;
      await answers(api.sending(encoding), row);
      const [, list] = await api.features.list();
      expect(list).toEqual({ features: [featureObject("search", row[3], row[4])] });
    });

    test("the routes of only the hosted deployment are 404", async () => {
      await api.features.create("search");
      const expression = {
        body: '{"Equal":[1,1]}',
        headers: { "content-type": "application/json" },
      };
      const calls = [
        api.call("POST", "/features/search/expression", expression),
        api.call("DELETE", "/features/search/expression"),
        api.call("POST", "/environments", { parameters: { name: "staging" } }),
        api.call("DELETE", "/environments/1"),
        api.call("GET", "/audits"),
        api.call("POST", "/telemetry", { body: "{}" }),
        api.call("GET", "/telemetry/summary"),
      ];
      for (const [response, body] of await Promise.all(calls)) {
        expect([response.status, body]).toEqual([
          404,
          expect.objectContaining({ code: "route_not_found" }),
        ]);
      }
      const [, body] = await api.features.list();
      expect(body).toEqual({ features: [featureObject("search", "off")] });
    });
  },
  { groups: ["admins", "testers", "staff"] },
);

async function answers(api: ApiClient, [method, gate, parameters, state, values]: Row) {
  const [response, body] =
    method === "POST"
      ? await api.gates.post("search", gate, parameters)
      : await api.gates.delete("search", gate, parameters);
  expect(response.status).toBe(200);
  expect(body).toEqual(featureObject("search", state, values));
}
