/**
 * Gate values of the mountable deployment; missing ones have their defaults (docs/api.md#gates).
 */
export interface GateValues {
  readonly boolean?: boolean;
  readonly groups?: readonly string[];
  readonly actors?: readonly string[];
  readonly percentage_of_actors?: number;
  readonly percentage_of_time?: number;
}

export type State = "on" | "off" | "conditional";

/** Returns the feature object that an answer must equal (docs/api.md#feature-object). */
export function featureObject(key: string, state: State, values: GateValues = {}) {
  return {
    key,
    state,
    gates: [
      { key: "boolean", name: "boolean", value: values.boolean ?? false },
      { key: "groups", name: "group", value: values.groups ?? [] },
      { key: "actors", name: "actor", value: values.actors ?? [] },
      {
        key: "percentage_of_actors",
        name: "percentage_of_actors",
        value: values.percentage_of_actors ?? 0,
      },
      {
        key: "percentage_of_time",
        name: "percentage_of_time",
        value: values.percentage_of_time ?? 0,
      },
    ],
  };
}
