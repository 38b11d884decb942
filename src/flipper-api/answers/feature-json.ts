import { memoizePerObject } from "../../memo/memoize-per-object.ts";
import { featureStateOf } from "../../toggles/gates.ts";
import type { Toggle } from "../../toggles/toggle.ts";

/** The members of a feature object that an answer has (docs/api.md#feature-object). */
export interface FeatureShape {
  /** Whether gates include `expression`; true in the hosted API only. */
  readonly expression: boolean;
  readonly excludeGates: boolean;
  readonly excludeGateNames: boolean;
}

/** The texts of a toggle's feature object by shape. Toggles never change, so each is made once. */
const textsOf = memoizePerObject((_toggle: Toggle): string[] => []);

/** Returns a feature object as JSON text. */
export function featureJson(toggle: Toggle, shape: FeatureShape): string {
  const texts = textsOf(toggle);
  const index = shapeIndex(shape);
  texts[index] ??= JSON.stringify(featureObject(toggle, shape));
  return texts[index];
}

/** Returns the answer of GET /features as JSON text. */
export function listJson(toggles: readonly Toggle[], shape: FeatureShape): string {
  return `{"features":[${toggles.map((toggle) => featureJson(toggle, shape)).join(",")}]}`;
}

/** Returns a different number for each shape, 0 to 7. */
export function shapeIndex(shape: FeatureShape): number {
  return (
    (shape.expression ? 4 : 0) + (shape.excludeGates ? 2 : 0) + (shape.excludeGateNames ? 1 : 0)
  );
}

function featureObject({ key, gates }: Toggle, shape: FeatureShape) {
  const state = featureStateOf(gates);
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
