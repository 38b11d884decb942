import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { showRequested } from "../api/requested.ts";
import { useChange } from "../api/use-answer.ts";
import { dropApplied } from "../drafts/draft-store.ts";
import { writesOf } from "../drafts/feature-draft.ts";
import { type DraftOfFeature, useDraftSlot } from "../drafts/use-feature-draft.ts";
import { useEnvironment } from "../paths/environment.ts";
import { type AskInput, titleLengthMax } from "../policies/ask-fields.tsx";
import { applyOf } from "../policies/request-when.tsx";
import { approvalTexts } from "../texts/approval-texts.ts";
import { fill, plural } from "../texts/fill.ts";
import { gatesTexts } from "../texts/gates-texts.ts";
import { commandsOfWrites } from "./draft-commands.ts";
import { editedWords } from "./edited-value.tsx";

const { approval: words } = approvalTexts;

/** Sends a draft as a change request, and then opens its page. */
export function useAskApproval(feature: FeatureAnswer, draft: DraftOfFeature) {
  const { id } = useEnvironment();
  const slot = useDraftSlot(feature.key);
  const open = useChange("POST /environments/:environment/requests", {
    onDone: (answer) => {
      dropApplied(slot, draft.edits, feature.gateTags);
      showRequested(answer);
    },
  });
  return {
    isBusy: open.isPending,
    send: ({ title, when }: AskInput, reason: string) => {
      const apply = applyOf(when);
      if (!open.isPending && apply !== null) {
        open.mutate({
          params: { environment: id },
          body: {
            title: title.trim(),
            commands: commandsOfWrites(feature.key, writesOf(draft)),
            apply,
            ...(reason.trim() === "" ? {} : { reason }),
          },
        });
      }
    },
  };
}

/** A title that says what a draft changes. */
export function draftTitle(feature: FeatureAnswer, { edits, edited }: DraftOfFeature): string {
  const { key } = feature;
  const [gate, ...others] = edited;
  const value = gate === undefined ? "" : editedWords(feature, edits, gate);
  const title =
    gate === undefined || others.length > 0 || value === ""
      ? plural(words.someChanges, edited.length).replace("{key}", () => key)
      : fill(words.oneChange, { gate: gatesTexts.gates.names[gate], key, value });
  return [...title].slice(0, titleLengthMax).join("");
}
