import { stateOf } from "../../toggles/gates.ts";
import type { Toggle } from "../../toggles/toggle.ts";

/** Which form of a feature object an answer shows (SPEC.md 2.1, 2.2, WIRE.md B.3). */
export interface FeatureShape {
  /** Whether gates include `expression`: hosted only. */
  readonly expression: boolean;
  readonly excludeGates: boolean;
  readonly excludeGateNames: boolean;
}

/** A feature object as JSON text. Toggles never change, so each form is written once. */
export function featureJson(toggle: Toggle, shape: FeatureShape): string {
  let forms = written.get(toggle);
  if (forms === undefined) {
    forms = [];
    written.set(toggle, forms);
  }
  const index = shapeIndex(shape);
  const known = forms[index];
  if (known !== undefined) {
    return known;
  }
  const json = JSON.stringify(featureObject(toggle, shape));
  forms[index] = json;
  return json;
}

/** A number for each shape, 0 to 7. */
export function shapeIndex(shape: FeatureShape): number {
  return (
    (shape.expression ? 4 : 0) + (shape.excludeGates ? 2 : 0) + (shape.excludeGateNames ? 1 : 0)
  );
}

const written = new WeakMap<Toggle, string[]>();

function featureObject({ key, gates }: Toggle, shape: FeatureShape) {
  const state = stateOf(gates);
  if (shape.excludeGates) {
    return { key, state };
  }
  const gate = (gateKey: string, name: string, value: unknown) =>
    shape.excludeGateNames ? { key: gateKey, value } : { key: gateKey, name, value };
  return {
    key,
    state,
    gates: [
      gate("boolean", "boolean", gates.boolean),
      ...(shape.expression ? [gate("expression", "expression", gates.expression)] : []),
      gate("groups", "group", gates.groups),
      gate("actors", "actor", gates.actors),
      gate("percentage_of_actors", "percentage_of_actors", gates.percentageOfActors),
      gate("percentage_of_time", "percentage_of_time", gates.percentageOfTime),
    ],
  };
}
