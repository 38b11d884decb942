import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import type { ExplainAnswer } from "../../api/admin/contract/explain-models.ts";
import { type CallError, call, type InputOf } from "../api/call.ts";
import { writesOf } from "../drafts/feature-draft.ts";
import { parsedJson } from "../drafts/stored-draft.ts";
import type { DraftOfFeature } from "../drafts/use-feature-draft.ts";
import { propertiesIn } from "../expressions/typed-properties.ts";
import { actorsIn } from "../gates/actor-ids.ts";
import { keptList } from "../parts/kept-list.ts";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironment } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";
import { triedActorsIn } from "./tried-actors.ts";

/** The typed input. It is in the URL, so that a link shares it. */
export interface TypedQuestion {
  readonly ids: string;
  readonly groups: string;
  readonly properties: string;
}

interface TryState {
  /** The input in the URL; without it the last one in this browser. */
  readonly asked: TypedQuestion;
  readonly isAsked: boolean;
  readonly answer: UseQueryResult<ExplainAnswer, CallError>;
  readonly ask: (question: TypedQuestion) => void;
}

const route = "POST /environments/:environment/explain";
type ExplainBody = InputOf<typeof route>["body"];

const lastTried = keptList("tried", 1);

/** Checks the input in the URL; checking again draws new random numbers. */
export function useTryQuestion(key: string, draft: DraftOfFeature): TryState {
  const { id } = useEnvironment();
  const { user } = useSession();
  const [params, setQuery] = useQueryState();
  const [last] = lastTried.use(user?.id ?? null);
  const isAsked = params.get("try") === "1";
  const inUrl = {
    ids: params.get("ids") ?? "",
    groups: params.get("groups") ?? "",
    properties: params.get("properties") ?? "",
  };
  const asked = isAsked ? inUrl : (questionIn(last) ?? inUrl);
  const isComplete = draft.edited.length > 0 && draft.incomplete.length === 0;
  const changes = useDeferredValue(isComplete ? writesOf(draft) : []);
  const question = bodyOf(asked);
  const body = {
    keys: [key],
    ...question,
    ...(changes.length === 0 ? {} : { changes }),
  };
  const answer = useQuery<ExplainAnswer, CallError>({
    queryKey: [route, id, body],
    queryFn: ({ signal }) => call(route, { params: { environment: id }, body }, signal),
    enabled: isAsked && question !== null,
    placeholderData: (before) => before,
    retry: false,
  });
  return {
    asked,
    isAsked,
    answer,
    ask: (next) => {
      lastTried.add(user?.id ?? null, JSON.stringify(next));
      if (isAsked && isSameQuestion(next, asked)) {
        void answer.refetch();
      } else {
        setQuery({ ...next, try: "1" });
      }
    },
  };
}

export function isSameQuestion(left: TypedQuestion, right: TypedQuestion): boolean {
  return (
    left.ids === right.ids && left.groups === right.groups && left.properties === right.properties
  );
}

/** Null for invalid input. The actors of one line are checked together, those of several one by one. */
function bodyOf(question: TypedQuestion): Omit<ExplainBody, "keys"> | null {
  const { properties } = propertiesIn(question.properties);
  const { lines, problem } = triedActorsIn(question.ids);
  if (properties === null || problem !== null) {
    return null;
  }
  const groups = [...actorsIn(question.groups).ids];
  const [first, ...others] = lines;
  if (others.length === 0) {
    return {
      actors: [...(first?.ids ?? [])],
      groups,
      properties: { ...properties, ...first?.properties },
    };
  }
  return {
    each: lines.flatMap(({ ids, properties: own }) =>
      ids.map((actor) => ({ actor, groups, properties: { ...properties, ...own } })),
    ),
  };
}

function questionIn(text: string | undefined): TypedQuestion | null {
  if (text === undefined) {
    return null;
  }
  const { ids, groups, properties } = (parsedJson(text) ?? {}) as Partial<TypedQuestion>;
  return typeof ids === "string" && typeof groups === "string" && typeof properties === "string"
    ? { ids, groups, properties }
    : null;
}
