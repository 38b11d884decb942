import fc from "fast-check";
import type { Answer } from "../helpers/answer.ts";
import type { HostedClient } from "../helpers/hosted-client.ts";
import { closed, type PlainGates } from "./mirroring-model.ts";

type GateWrite =
  | readonly ["enable" | "disable" | "disable_expression"]
  | readonly ["enable_actor" | "disable_actor", flipperId: string]
  | readonly ["percentage_of_time", percentage: number]
  | readonly ["enable_expression", document: unknown];

/** A step of a test; `at` is the index of an existing environment, and 0 is Production. */
export type Step =
  | readonly ["write", at: number, key: string, write: GateWrite]
  | readonly ["clear" | "create" | "mirror", at: number, key: string]
  | readonly ["remove", key: string]
  | readonly ["import", at: number, features: readonly (readonly [string, PlainGates])[]]
  | readonly ["add environment", name: string]
  | readonly ["drop environment", at: number];

const key = fc.constantFrom("a", "b", "c");
const actor = fc.constantFrom("User;1", "User;2");
const percentage = fc.constantFrom(0, 5, 100);
const expression = fc.constantFrom({ Property: ["admin"] }, { Equal: [1, 1] });
const at = fc.nat({ max: 3 });

const write: fc.Arbitrary<GateWrite> = fc.oneof(
  fc.tuple(fc.constantFrom("enable", "disable", "disable_expression")),
  fc.tuple(fc.constantFrom("enable_actor", "disable_actor"), actor),
  fc.tuple(fc.constant("percentage_of_time"), percentage),
  fc.tuple(fc.constant("enable_expression"), expression),
);

const gates: fc.Arbitrary<PlainGates> = fc
  .tuple(fc.boolean(), fc.subarray(["User;1", "User;2"]), percentage, fc.option(expression))
  .map(([boolean, actors, percentageOfTime, document]) => ({
    boolean,
    actors,
    percentageOfTime,
    expression: document,
  }));

const features = fc.uniqueArray(fc.tuple(key, gates), { selector: ([name]) => name });

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constant("write"), at, key, write) },
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom("clear", "create", "mirror"), at, key) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("remove"), key) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("import"), at, features) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("add environment"), fc.constantFrom("x", "y")) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("drop environment"), at) },
);

/** Returns the gates after a write, which may be given by its audit. */
export function changed(before: PlainGates, [action, value]: GateWrite): PlainGates {
  switch (action) {
    case "enable":
      return { ...closed, boolean: true };
    case "disable":
      return closed;
    case "enable_actor":
      return { ...before, actors: [...new Set([...before.actors, value])].sort() };
    case "disable_actor":
      return { ...before, actors: before.actors.filter((id) => id !== value) };
    case "percentage_of_time":
      return { ...before, percentageOfTime: value };
    case "enable_expression":
      return { ...before, expression: value };
    case "disable_expression":
      return { ...before, expression: null };
  }
}

export function send(client: HostedClient, name: string, write: GateWrite): Promise<Answer> {
  const [action, value] = write;
  switch (action) {
    case "enable":
      return client.gates.post(name, "boolean");
    case "disable":
      return client.gates.delete(name, "boolean");
    case "enable_actor":
      return client.gates.post(name, "actors", { flipper_id: value });
    case "disable_actor":
      return client.gates.delete(name, "actors", { flipper_id: value });
    case "percentage_of_time":
      return client.gates.post(name, "percentage_of_time", { percentage: value });
    case "enable_expression":
      return client.expression.set(name, value);
    case "disable_expression":
      return client.expression.clear(name);
  }
}
