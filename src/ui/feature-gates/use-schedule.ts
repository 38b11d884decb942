import { useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import type { SentPlan } from "../../api/admin/contract/rollout-plan-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { dropApplied } from "../drafts/draft-store.ts";
import { writesOf } from "../drafts/feature-draft.ts";
import { type DraftOfFeature, useDraftSlot } from "../drafts/use-feature-draft.ts";
import { whyOf } from "../parts/why-field.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { type TypedStart, typedStart } from "../rollouts/typed-plan.ts";
import { useSession } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { rolloutNamesTexts as words } from "../texts/rollout-names-texts.ts";
import { commandsOfWrites } from "./draft-commands.ts";

export interface Schedule {
  readonly start: TypedStart;
  /** The rollout of one step; null for a change at once. */
  readonly plan: SentPlan | null;
}

/** Makes the one change of a draft at a time, by a rollout of one step. */
export function useSchedule(feature: FeatureAnswer, draft: DraftOfFeature, onDone: () => void) {
  const { id } = useEnvironment();
  const { mode } = useSession();
  const slot = useDraftSlot(feature.key);
  const [start, setStart] = useState(() => typedStart(Date.now()));
  const { key } = feature;
  const step = draft.incomplete.length > 0 ? null : stepOf(key, draft);
  const send = useChange("POST /environments/:environment/rollouts", {
    onDone: () => {
      dropApplied(slot, draft.edits, feature.gateTags);
      showDone(fill(words.scheduled, { key }));
      onDone();
    },
  });
  const isOffered = mode === "hosted" && step !== null && feature.rollout === null;
  const plan: SentPlan | null =
    isOffered && start.kind === "at"
      ? { steps: [step], start: { at: start.time, zone: start.zone } }
      : null;
  return {
    ...{ start, setStart, plan, isOffered },
    isBusy: send.isPending,
    send: (reason: string) => {
      if (plan !== null && !send.isPending) {
        send.mutate({ params: { environment: id }, body: { key, ...plan, ...whyOf(reason) } });
      }
    },
  };
}

/** The change of a draft as a step; null if the draft has several changes. */
function stepOf(key: string, draft: DraftOfFeature): SentPlan["steps"][number] | null {
  const [command, ...others] = commandsOfWrites(key, writesOf(draft));
  if (command === undefined || others.length > 0) {
    return null;
  }
  switch (command.kind) {
    case "enable":
    case "disable":
      return { change: { kind: command.kind } };
    case "expression":
      return { change: { kind: command.kind, value: command.value } };
    case "percentage_of_actors":
    case "percentage_of_time":
      return { change: { kind: command.kind, value: command.value } };
    case "actors":
    case "groups":
      return { change: { kind: command.kind, add: command.add, remove: command.remove } };
    default:
      return null;
  }
}
