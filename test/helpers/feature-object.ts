/** Gate values of the mountable deployment; those left out are at their defaults (SPEC.md 2.2). */
export interface GateValues {
  readonly boolean?: boolean;
  readonly groups?: readonly string[];
  readonly actors?: readonly string[];
  readonly percentage_of_actors?: number;
  readonly percentage_of_time?: number;
}

export type State = "on" | "off" | "conditional";

/** The feature object of SPEC.md 2.1 that an answer must equal. */
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
