import type { ExportModel, FeatureModel } from "./feature-model.ts";

/** The gates of the feature in all examples, with the changes of an example. */
interface ExampleGates {
  readonly boolean?: boolean;
  readonly expression?: Readonly<Record<string, readonly unknown[]>>;
  readonly groups?: readonly string[];
  readonly actors?: readonly string[];
  readonly percentage_of_actors?: number;
  readonly percentage_of_time?: number;
}

const initial = { groups: ["staff"], actors: ["User;42"], percentage_of_actors: 25 };

/** After this import the server gives all other examples as its answers. */
export const exampleExport: ExportModel = {
  version: 1,
  features: { search: { ...initial, percentage_of_actors: "25" } },
};

export const exampleExpression = { Equal: [{ Property: ["plan"] }, { String: ["pro"] }] };

/** Returns the feature of the examples; the hosted deployment shows expressions. */
export function exampleFeature(
  isHosted: boolean,
  changed: ExampleGates = {},
  state: FeatureModel["state"] = "conditional",
): FeatureModel {
  const gates = { ...initial, ...changed };
  return {
    key: "search",
    state,
    gates: [
      { key: "boolean", name: "boolean", value: gates.boolean ?? false },
      ...(isHosted ? [expressionGate(gates)] : []),
      { key: "groups", name: "group", value: [...gates.groups] },
      { key: "actors", name: "actor", value: [...gates.actors] },
      {
        key: "percentage_of_actors",
        name: "percentage_of_actors",
        value: gates.percentage_of_actors,
      },
      {
        key: "percentage_of_time",
        name: "percentage_of_time",
        value: gates.percentage_of_time ?? 0,
      },
    ],
  };
}

function expressionGate({ expression }: ExampleGates) {
  const value =
    expression === undefined
      ? null
      : Object.fromEntries(Object.entries(expression).map(([name, list]) => [name, [...list]]));
  return { key: "expression" as const, name: "expression" as const, value };
}

/** The gates of a feature that is enabled for everyone, or for nobody. */
export const exampleClosedGates = { groups: [], actors: [], percentage_of_actors: 0 } as const;
