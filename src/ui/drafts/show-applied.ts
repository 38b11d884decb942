import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import type { AnswerOf } from "../api/call.ts";
import { queryClient } from "../api/query-client.ts";

const route = "GET /environments/:environment/features/:key";
const shownActorsMax = 100;

type FeatureAfter = AnswerOf<"POST /environments/:environment/features/:key/changes">["feature"];

/** Shows the gates of an answered change until the feature is reloaded. */
export function showApplied(environment: number, after: FeatureAfter): void {
  const { key, state, gates, gateTags } = after;
  const { expression, groups, actors } = gates;
  queryClient.setQueryData<FeatureAnswer>(
    [route, { params: { environment, key } }],
    (before) =>
      before && {
        ...before,
        ...{ state, expression, groups, gateTags },
        expressionFault: null,
        actors: actors.slice(0, shownActorsMax),
        gates: {
          ...gates,
          hasExpression: expression !== null,
          groupCount: groups.length,
          actorCount: actors.length,
        },
      },
  );
}
