import { featureObject, type GateValues, type State } from "./feature-object.ts";

export interface HostedGateValues extends GateValues {
  readonly expression?: unknown;
}

/** The hosted deployment's feature object: `expression` stands second (SPEC.md 2.2). */
export function hostedFeature(key: string, state: State, values: HostedGateValues = {}) {
  const { gates, ...rest } = featureObject(key, state, values);
  const [boolean, ...others] = gates;
  const expression = { key: "expression", name: "expression", value: values.expression ?? null };
  return { ...rest, gates: [boolean, expression, ...others] };
}
