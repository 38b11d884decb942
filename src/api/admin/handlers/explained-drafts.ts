import type { Static } from "@sinclair/typebox";
import type {
  DraftAnswer,
  DraftExplanation,
  DraftQuestion,
} from "../../../app/services/draft-explanations.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { requireActorId } from "../../../core/evaluation/actor-id.ts";
import { requireGroupName } from "../../../core/evaluation/group-name.ts";
import type { ExplainAnswer, ExplainQuestion } from "../contract/explain-models.ts";
import { explainedFeature } from "./explanation-rows.ts";
import { changesOf } from "./sent-changes.ts";

type Draft = Pick<DraftQuestion, "key" | "changes" | "each"> & { readonly hasEach: boolean };

/**
 * The part of a body for one feature: its changes, and the actors that are checked one by one. Null
 * without it. Throws `input_invalid` for several features.
 */
export function draftIn(
  { keys, changes, each }: Static<typeof ExplainQuestion>,
  hasExpressions: boolean,
): Draft | null {
  if (changes === undefined && each === undefined) {
    return null;
  }
  const [key, ...others] = new Set(keys);
  if (key === undefined || others.length > 0) {
    const message = "keys: `changes` and `each` are for one feature";
    throw new GatehouseError("input_invalid", { message, place: "keys" });
  }
  return {
    key,
    changes: changes === undefined ? null : changesOf(changes, hasExpressions),
    hasEach: each !== undefined,
    each: (each ?? []).map(({ actor, groups = [], properties = {} }) => ({
      actor: { flipperId: requireActorId(actor), properties },
      declaredGroups: new Set(groups.map(requireGroupName)),
    })),
  };
}

export function draftAnswer(answer: DraftAnswer, { key, each, hasEach }: Draft): ExplainAnswer {
  const rows = ({ saved, changed }: DraftExplanation) => ({
    saved: explainedFeature(key, saved),
    ...(changed === null ? {} : { changed: explainedFeature(key, changed) }),
  });
  const { saved, ...changed } = rows(answer);
  const separate = answer.each.map((explanation, index) => ({
    actor: each[index]?.actor.flipperId ?? "",
    ...rows(explanation),
  }));
  return { features: [saved], ...changed, ...(hasEach ? { each: separate } : {}) };
}
