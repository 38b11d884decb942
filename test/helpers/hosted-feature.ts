import { featureObject, type GateValues, type State } from "./feature-object.ts";

interface HostedGateValues extends GateValues {
  readonly expression?: unknown;
}

/** Returns the feature object of the hosted deployment, whose second gate is `expression`. */
export function hostedFeature(key: string, state: State, values: HostedGateValues = {}) {
  const { gates, ...rest } = featureObject(key, state, values);
  const [boolean, ...others] = gates;
  const expression = { key: "expression", name: "expression", value: values.expression ?? null };
  return { ...rest, gates: [boolean, expression, ...others] };
}
