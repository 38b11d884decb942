import type { InputOf } from "../../api/admin/calls/admin-call.ts";
import type { FeatureFile, FeatureInFile, GatesInFile } from "./feature-file-schema.ts";

/** What a plan sends to the server. */
export type DeclaredBody = InputOf<"POST /apply/preview">["body"];
type SentFeature = DeclaredBody["features"][number];

const ofGate = {
  enabled: "boolean",
  expression: "expression",
  groups: "groups",
  actors: "actors",
  percentage_of_actors: "percentageOfActors",
  percentage_of_time: "percentageOfTime",
} as const;

/** The features of a file as the server takes them; `tag` names the features that may be deleted. */
export function declaredFeatures({ features }: FeatureFile, tag: string | undefined): DeclaredBody {
  return {
    features: Object.entries(features).map(([key, feature]) => declared(key, feature)),
    ...(tag === undefined ? {} : { prune: tag }),
  };
}

/** A listed feature is declared whole: what its entry leaves out has its default. */
function declared(key: string, feature: FeatureInFile): SentFeature {
  const {
    description = null,
    tags = [],
    longevity = null,
    environments = {},
    ignore = [],
  } = feature;
  return {
    ...{ key, description, tags, longevity },
    environments: Object.entries(environments).map(([environment, gates]) => ({
      environment,
      ...sentGates(gates),
    })),
    ignore: ignore.map((gate) => ofGate[gate]),
  };
}

function sentGates(gates: GatesInFile) {
  const { enabled, percentage_of_actors, percentage_of_time, ...same } = gates;
  return {
    ...same,
    ...(enabled === undefined ? {} : { boolean: enabled }),
    ...(percentage_of_actors === undefined ? {} : { percentageOfActors: percentage_of_actors }),
    ...(percentage_of_time === undefined ? {} : { percentageOfTime: percentage_of_time }),
  };
}
