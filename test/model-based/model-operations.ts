import fc from "fast-check";
import { gateOperation } from "./gate-operations.ts";
import { closed, type Gates } from "./model-rules.ts";
import {
  anyGroup,
  bodyOf,
  flipperId,
  goodName,
  isEscaped,
  type Operation,
  pathName,
  sentName,
} from "./operation-arbitraries.ts";

const createOperation = fc.tuple(sentName, fc.boolean()).map(
  ([[sent, key], isJson]): Operation => ({
    method: "POST",
    path: "/features",
    ...bodyOf({ name: sent }, isJson),
    expect: (rules) => {
      if (key === null) {
        return { status: 422, code: 5 };
      }
      rules.create(key);
      return { status: 200, text: "{}" };
    },
  }),
);

const removeOperation = fc.tuple(sentName, isEscaped, fc.constantFrom("", "/clear")).map(
  ([[sent, key], escaped, action]): Operation => ({
    method: "DELETE",
    // Without an action in the path, a name that ends like an action must be escaped.
    path: `/features/${pathName(sent, escaped || action === "")}${action}`,
    headers: {},
    body: null,
    expect: (rules) => {
      if (key === null || key !== sent) {
        return { status: 422, code: 5 };
      }
      if (action === "") {
        rules.remove(key);
      } else {
        rules.clear(key);
      }
      return { status: 204, text: "" };
    },
  }),
);

const importedGates = fc.record({
  boolean: fc.boolean(),
  groups: fc.uniqueArray(anyGroup, { maxLength: 2 }),
  actors: fc.uniqueArray(flipperId, { maxLength: 2 }),
  percentageOfActors: fc.integer({ min: 0, max: 100 }),
  percentageOfTime: fc.integer({ min: 0, max: 100 }),
});
const importOperation = fc
  .tuple(
    fc.uniqueArray(fc.tuple(goodName, importedGates), { maxLength: 4, selector: ([name]) => name }),
    fc.option(fc.constantFrom("[]", '{"boolean":"yes"}', '{"actors":[""]}', "7"), { freq: 3 }),
  )
  .map(([features, broken]): Operation => {
    const entries = features.map(([key, gates]) => `${JSON.stringify(key)}:${exported(gates)}`);
    const all = broken === null ? entries : [...entries, `"broken":${broken}`];
    return {
      method: "POST",
      path: "/import",
      headers: { "content-type": "application/json" },
      body: `{"version":1,"features":{${all.join()}}}`,
      expect: (rules) => {
        if (broken !== null) {
          return { status: 422, code: 6 };
        }
        rules.replaceAll(new Map(features.map(([key, gates]) => [key, asGates(gates)])));
        return { status: 204, text: "" };
      },
    };
  });

type Imported = Omit<Gates, "groups" | "actors"> & Record<"groups" | "actors", readonly string[]>;

function asGates(gates: Imported): Gates {
  return { ...closed(), ...gates, groups: new Set(gates.groups), actors: new Set(gates.actors) };
}

function exported({ boolean, groups, actors, percentageOfActors, percentageOfTime }: Imported) {
  return JSON.stringify({
    boolean: boolean ? "true" : null,
    groups,
    actors,
    percentage_of_actors: percentageOfActors === 0 ? null : String(percentageOfActors),
    percentage_of_time: percentageOfTime,
  });
}

const readFeature = sentName.map(
  ([sent, key]): Operation => ({
    ...get(`/features/${pathName(sent, true)}`),
    expect: (rules) =>
      key === sent && rules.has(key)
        ? { status: 200, text: rules.feature(key) }
        : { status: 404, code: 1 },
  }),
);

const check = fc
  .tuple(
    flipperId,
    fc.option(fc.array(goodName, { maxLength: 4 })),
    fc.array(anyGroup, { maxLength: 2 }),
  )
  .map(([id, keys, groups]): Operation => {
    const query = [
      ...(keys === null ? [] : [`keys=${keys.map(encodeURIComponent).join()}`]),
      ...(groups.length === 0 ? [] : [`groups=${groups.map(encodeURIComponent).join()}`]),
    ].join("&");
    return {
      ...get(`/actors/${encodeURIComponent(id)}${query === "" ? "" : `?${query}`}`),
      expect: (rules) => ({ status: 200, text: rules.check(id, keys, groups) }),
    };
  });

export const listOperation: Operation = {
  ...get("/features"),
  expect: (rules) => ({ status: 200, text: rules.list() }),
};

function get(path: string) {
  return { method: "GET" as const, path, headers: {}, body: null };
}

export const operation: fc.Arbitrary<Operation> = fc
  .oneof(
    { weight: 12, arbitrary: gateOperation },
    { weight: 3, arbitrary: createOperation },
    { weight: 3, arbitrary: removeOperation },
    { weight: 1, arbitrary: importOperation },
    { weight: 2, arbitrary: readFeature },
    { weight: 3, arbitrary: check },
    { weight: 1, arbitrary: fc.constant(listOperation) },
  )
  .map((one) => ({
    ...one,
    [fc.toStringMethod]: () => [one.method, one.path, one.body ?? ""].join(" "),
  }));
