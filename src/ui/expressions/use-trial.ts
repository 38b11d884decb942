import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { type AnswerOf, type CallError, call } from "../api/call.ts";
import { useSettled } from "../parts/use-settled.ts";
import { useEnvironment } from "../paths/environment.ts";
import type { TriedActor } from "./column-actors.ts";
import { type DraftNode, draftJson } from "./draft-node.ts";
import type { DraftProblem } from "./draft-problems.ts";
import { type CompletePart, completePart, type TriedTerm, triedTerms } from "./draft-trial.ts";
import { isWrongAt } from "./row-problems.ts";
import { propertiesIn } from "./typed-properties.ts";

const route = "POST /environments/:environment/explain";
const pauseMs = 350;

/** The evaluation of a draft for one actor. */
interface ActorTrial {
  /** Whether the gate matches; null if it is not known. */
  readonly opens: boolean | null;
  readonly terms: ReadonlyMap<string, TriedTerm>;
}

export interface Trial {
  /** The draft without its incomplete conditions; null if nothing is left. */
  readonly part: CompletePart | null;
  /** By actor, in their order. */
  readonly actors: readonly ActorTrial[];
  /** Whether the results are those of an earlier draft. */
  readonly isStale: boolean;
}

const unknown: ActorTrial = { opens: null, terms: new Map() };

/** Evaluates the complete conditions of a draft for the tried actors, in one request. */
export function useTrial(
  { key, gateTags }: FeatureAnswer,
  tree: DraftNode | null,
  problems: readonly DraftProblem[],
  tried: readonly TriedActor[],
): Trial {
  const { id } = useEnvironment();
  const part = useMemo(
    () => (tree === null ? null : completePart(tree, (place) => isWrongAt(problems, place))),
    [tree, problems],
  );
  const json = part === null ? null : draftJson(part.node);
  const settled = useSettled(json, pauseMs);
  const actors = tried.map(({ id: actor, properties }) => ({
    actor,
    properties: { ...propertiesIn(properties).properties },
  }));
  const { data, isPlaceholderData } = useQuery<Answered, CallError>({
    queryKey: [route, id, key, settled, actors, gateTags.expression],
    queryFn: async ({ signal }) => {
      const changes = [
        { gate: "expression", action: "enable", value: JSON.parse(settled ?? "") } as const,
      ];
      const body = { keys: [key], each: actors, changes };
      const answer = await call(route, { params: { environment: id }, body }, signal);
      return { part, each: answer.each ?? [] };
    },
    enabled: settled !== null && settled === json && actors.length > 0,
    placeholderData: (before) => before,
    retry: false,
  });
  const isStale = settled !== json || isPlaceholderData;
  const answered = isStale ? (data?.part ?? null) : part;
  return {
    part,
    isStale,
    actors: actors.map(({ actor }) => {
      const found = data?.each.find((each) => each.actor === actor);
      return answered === null || found === undefined
        ? unknown
        : actorTrial(answered, found.changed ?? found.saved);
    }),
  };
}

/** The answer of the server, with the draft that it belongs to. */
interface Answered {
  readonly part: CompletePart | null;
  readonly each: NonNullable<AnswerOf<typeof route>["each"]>;
}

type Explained = AnswerOf<typeof route>["features"][number];

function actorTrial(part: CompletePart, { gates }: Explained): ActorTrial {
  const gate = gates.find((each) => each.gate === "expression");
  if (gate?.gate !== "expression") {
    return unknown;
  }
  const { opens, tree } = gate;
  return { opens, terms: tree === undefined ? new Map() : triedTerms(part, tree) };
}
