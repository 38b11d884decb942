import fc from "fast-check";
import { type Gates, type Rules, registered } from "./model-rules.ts";
import {
  anyGroup,
  bodyOf,
  flipperId,
  isEscaped,
  type Operation,
  pathName,
  sentName,
} from "./operation-arbitraries.ts";

const badFlipperId = fc.constantFrom("", null, undefined, "y".repeat(1_025));
const group = fc.constantFrom(...registered.keys());
const percentage = fc.constantFrom<number | string>(0, 1, 50, 51, 99, 100, "0", "25", "100");
const badPercentage = fc.constantFrom(
  -1,
  101,
  12.5,
  "",
  " ",
  "x",
  "1e-1",
  null,
  undefined,
  true,
  [5],
);

/** A gate write: the gate, the parameters, and its effect on the model or its refusal. */
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

export const gateOperation = fc.tuple(sentName, isEscaped, gateWrite, fc.boolean()).map(
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
