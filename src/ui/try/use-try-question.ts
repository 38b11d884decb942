import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { TryAnswer } from "../../api/admin/contract/try-models.ts";
import { type CallError, call } from "../api/call.ts";
import { actorsIn } from "../gates/actor-ids.ts";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironment } from "../paths/environment.ts";
import { propertiesIn } from "./typed-properties.ts";

/** The typed input. It is in the URL, so that a link shares it. */
export interface TypedQuestion {
  readonly ids: string;
  readonly groups: string;
  readonly properties: string;
}

export interface TryState {
  readonly asked: TypedQuestion;
  readonly isAsked: boolean;
  readonly answer: UseQueryResult<TryAnswer, CallError>;
  readonly ask: (question: TypedQuestion) => void;
}

/** Checks the input in the URL; checking again draws new random numbers. */
export function useTryQuestion(key: string): TryState {
  const { id } = useEnvironment();
  const [params, setQuery] = useQueryState();
  const asked: TypedQuestion = {
    ids: params.get("ids") ?? "",
    groups: params.get("groups") ?? "",
    properties: params.get("properties") ?? "",
  };
  const isAsked = params.get("try") === "1";
  const { properties } = propertiesIn(asked.properties);
  const name = "POST /environments/:environment/features/:key/try";
  const input = {
    params: { environment: id, key },
    body: {
      actors: actorsIn(asked.ids).ids,
      groups: actorsIn(asked.groups).ids,
      properties: properties ?? {},
    },
  };
  const answer = useQuery<TryAnswer, CallError>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, signal),
    enabled: isAsked && properties !== null,
    placeholderData: (before) => before,
    retry: false,
  });
  return {
    asked,
    isAsked,
    answer,
    ask: (question) => {
      const isSame =
        isAsked &&
        question.ids === asked.ids &&
        question.groups === asked.groups &&
        question.properties === asked.properties;
      if (isSame) {
        void answer.refetch();
      } else {
        setQuery({ ...question, try: "1" });
      }
    },
  };
}
