import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type AnswerOf, type CallError, call } from "../api/call.ts";
import { useEnvironment } from "../paths/environment.ts";
import type { ActorFacts } from "./actor-question.ts";

const route = "POST /environments/:environment/actors/features";

type FeaturesOfActor = AnswerOf<typeof route>;

/**
 * All features of an actor here, each with its results in the other environments; at a time of the
 * past, unless it is null. `isNeeded` is false for an answer that the page does not show.
 */
export function useActorFeatures(
  actor: string,
  { properties, groups }: ActorFacts,
  others: readonly number[],
  { at = null, isNeeded = true }: { readonly at?: number | null; readonly isNeeded?: boolean } = {},
): UseQueryResult<FeaturesOfActor, CallError> {
  const { id } = useEnvironment();
  const places = [id, ...others].join();
  const asked = { actor, properties, groups, environments: others.map(String), ...timeOf(at) };
  return useQuery<FeaturesOfActor, CallError>({
    queryKey: [route, places, asked],
    queryFn: async ({ signal }) => {
      const page = (after: object) =>
        call(route, { params: { environment: id }, body: { ...asked, ...after } }, signal);
      let answer = await page({});
      while (answer.next !== null) {
        const { next, features } = await page({ after: answer.next });
        answer = { ...answer, next, features: [...answer.features, ...features] };
      }
      return answer;
    },
    // The rows are shown in the order of the environments.
    placeholderData: (before, earlier) => (earlier?.queryKey[1] === places ? before : undefined),
    enabled: isNeeded,
    retry: false,
  });
}

function timeOf(at: number | null): { readonly at?: number } {
  return at === null ? {} : { at };
}
