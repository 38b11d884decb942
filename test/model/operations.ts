import fc from "fast-check";
import { closed, type Gates, type Rules, registered } from "./rules.ts";

/** What the server has to answer: this very text, or an error of this code. */
export type Answer =
  | { readonly status: number; readonly text: string }
  | { readonly status: number; readonly code: number | string };

export interface Operation {
  readonly method: "GET" | "POST" | "DELETE";
  /** Below the mount path, ready for a URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Does to the model what the request does to the server. */
  readonly expect: (rules: Rules) => Answer;
}

/** Names as they are sent, and the key they amount to; null where there is none. */
const names: readonly (readonly [sent: string, key: string | null])[] = [
  ...'search|a/b|x/clear|x|a,b|100%|pl+us|a b|__proto__|constructor|é🎉|...|a?b#c|"\\'
    .split("|")
    .map((name) => [name, name] as const),
  ["y".repeat(255), "y".repeat(255)],
  ["🦊".repeat(255), "🦊".repeat(255)],
  ["  outer\t", "outer"],
  ["zero\u200bwidth", "zerowidth"],
  ["\u0000", null],
  ["y".repeat(256), null],
];

const sentName = fc.constantFrom(...names);
const isEscaped = fc.boolean();
const flipperId = fc.constantFrom(
  "User;1",
  "A;1",
  "A;2",
  "é🎉;1",
  "a/b",
  "__proto__",
  "a,b",
  "1+1",
);
const badFlipperId = fc.constantFrom("", null, undefined, "y".repeat(1_025));
const group = fc.constantFrom(...registered.keys());
const anyGroup = fc.constantFrom("unheard of", "__proto__", ...registered.keys());
const percentage = fc.constantFrom<number | string>(0, 1, 50, 51, 99, 100, "0", "25", "100");
const badPercentage = fc.constantFrom(
  -1,
  101,
  12.5,
  "",
  " ",
  "x",
  "1e1",
  null,
  undefined,
  true,
  [5],
);

/** A gate write: which gate, what is sent, and what it does; null if it is refused. */
interface GateWrite {
  readonly method: "POST" | "DELETE";
  readonly gate: string;
  readonly query?: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly refusal?: readonly [status: number, code: number];
  readonly apply: (rules: Rules, key: string) => void;
}

const nothing = () => undefined;
const gateWrite: fc.Arbitrary<GateWrite> = fc.oneof(
  fc.constantFrom("POST" as const, "DELETE" as const).map((method) => ({
    method,
    gate: "boolean",
    parameters: {},
    apply: (rules: Rules, key: string) => rules.setBoolean(key, method === "POST"),
  })),
  flipperId.map((id) => ({
    method: "POST" as const,
    gate: "actors",
    parameters: { flipper_id: id },
    apply: (rules: Rules, key: string) => void rules.create(key).actors.add(id),
  })),
  flipperId.map((id) => ({
    method: "DELETE" as const,
    gate: "actors",
    parameters: { flipper_id: id },
    apply: (rules: Rules, key: string) => void rules.create(key).actors.delete(id),
  })),
  fc
    .tuple(fc.constantFrom("POST" as const, "DELETE" as const), badFlipperId)
    .map(([method, id]) => ({
      method,
      gate: "actors",
      parameters: { flipper_id: id },
      refusal: [422, 4] as const,
      apply: nothing,
    })),
  fc
    .oneof(
      group.map((name) => ({ name })),
      anyGroup.map((name) => ({ name, query: "?allow_unregistered_groups=true" })),
    )
    .map(({ name, ...query }) => ({
      method: "POST" as const,
      gate: "groups",
      ...query,
      parameters: { name },
      apply: (rules: Rules, key: string) => void rules.create(key).groups.add(name),
    })),
  anyGroup.map((name) => ({
    method: "DELETE" as const,
    gate: "groups",
    parameters: { name },
    apply: (rules: Rules, key: string) => void rules.create(key).groups.delete(name),
  })),
  fc.constantFrom("unheard of", "__proto__", "Admins").map((name) => ({
    method: "POST" as const,
    gate: "groups",
    parameters: { name },
    refusal: [404, 2] as const,
    apply: nothing,
  })),
  fc.tuple(fc.constantFrom("actors", "time"), percentage).map(([of, value]) => ({
    method: "POST" as const,
    gate: `percentage_of_${of}`,
    parameters: { percentage: value },
    apply: (rules: Rules, key: string) => setPercentage(rules.create(key), of, Number(value)),
  })),
  fc.tuple(fc.constantFrom("actors", "time"), badPercentage).map(([of, value]) => ({
    method: "POST" as const,
    gate: `percentage_of_${of}`,
    parameters: { percentage: value },
    refusal: [422, 3] as const,
    apply: nothing,
  })),
  fc.constantFrom("actors", "time").map((of) => ({
    method: "DELETE" as const,
    gate: `percentage_of_${of}`,
    parameters: {},
    apply: (rules: Rules, key: string) => setPercentage(rules.create(key), of, 0),
  })),
);

function setPercentage(gates: Gates, of: string, value: number): void {
  gates[of === "time" ? "percentageOfTime" : "percentageOfActors"] = value;
}

const gateOperation = fc.tuple(sentName, isEscaped, gateWrite, fc.boolean()).map(
  ([[sent, key], escaped, write, isJson]): Operation => ({
    method: write.method,
    path: `/features/${pathName(sent, escaped)}/${write.gate}${write.query ?? ""}`,
    ...bodyOf(write.parameters, isJson),
    expect: (rules) => {
      if (key === null || key !== sent) {
        return { status: 422, code: 5 };
      }
      if (write.refusal !== undefined) {
        return { status: write.refusal[0], code: write.refusal[1] };
      }
      write.apply(rules, key);
      return { status: 200, text: rules.feature(key) };
    },
  }),
);

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

const removal = fc.tuple(sentName, isEscaped, fc.constantFrom("", "/clear")).map(
  ([[sent, key], escaped, action]): Operation => ({
    method: "DELETE",
    // Without an action after it, a name that ends like one has to be escaped.
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

const goodName = fc.constantFrom(...names.flatMap(([sent, key]) => (sent === key ? [key] : [])));
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
    { weight: 3, arbitrary: removal },
    { weight: 1, arbitrary: importOperation },
    { weight: 2, arbitrary: readFeature },
    { weight: 3, arbitrary: check },
    { weight: 1, arbitrary: fc.constant(listOperation) },
  )
  .map((one) => ({
    ...one,
    [fc.toStringMethod]: () => [one.method, one.path, one.body ?? ""].join(" "),
  }));

/** In a path a slash of a name may stand as it is, unless what follows it would be an action. */
function pathName(name: string, isEscapedWhole: boolean): string {
  const escaped = encodeURIComponent(name);
  return isEscapedWhole ? escaped : escaped.replaceAll("%2F", "/");
}

function bodyOf(parameters: Readonly<Record<string, unknown>>, isJson: boolean) {
  if (isJson) {
    return {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(parameters),
    };
  }
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (Array.isArray(value)) {
      form.append(`${name}[]`, value.join());
    } else if (value !== undefined && value !== null) {
      form.append(name, String(value));
    }
  }
  return {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
  };
}
