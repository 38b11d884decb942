import type { UiServer } from "./ui-server.ts";

export interface GatesOfFeature {
  readonly state: string;
  readonly boolean: unknown;
  readonly actors: readonly string[];
  readonly groups: readonly string[];
  readonly percentageOfActors: unknown;
  readonly percentageOfTime: unknown;
  readonly expression: unknown;
}

/** The gates of a feature as clients get them from the public API. */
export async function gatesOf(
  server: UiServer,
  key: string,
  token?: string,
): Promise<GatesOfFeature> {
  const path = `/features/${encodeURIComponent(key)}`;
  const answer = (await (await server.fetch("GET", path, undefined, token)).json()) as {
    readonly state: string;
    readonly gates: readonly { readonly key: string; readonly value: unknown }[];
  };
  const values = new Map(answer.gates.map((gate) => [gate.key, gate.value]));
  return {
    state: answer.state,
    boolean: values.get("boolean"),
    actors: (values.get("actors") ?? []) as readonly string[],
    groups: (values.get("groups") ?? []) as readonly string[],
    percentageOfActors: values.get("percentage_of_actors"),
    percentageOfTime: values.get("percentage_of_time"),
    expression: values.get("expression"),
  };
}
