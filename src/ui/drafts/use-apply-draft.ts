import { useRef } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { showUndoableStep } from "../api/undo-last.ts";
import { useChange } from "../api/use-answer.ts";
import { gateSummary } from "../gates/gate-summary.ts";
import { useEnvironment } from "../paths/environment.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { dropApplied } from "./draft-store.ts";
import { type GateEdits, writesOf } from "./feature-draft.ts";
import { showApplied } from "./show-applied.ts";
import { useDraftSlot } from "./use-feature-draft.ts";

const { drafts: words } = texts;

export interface ApplyOptions {
  readonly typed?: string | undefined;
  /** Why the person makes the change; empty for no reason. */
  readonly reason?: string;
  /** Whether to change a protected environment without approval. */
  readonly isBypass?: boolean;
  /** Whether the change pauses the rollout of the feature; otherwise the server asks for that. */
  readonly pausesRollout?: boolean;
  readonly onDone?: () => void;
}

/** Applies edits of a feature in one step, unless its gates differ from those that the page shows. */
export function useApplyEdits(feature: FeatureAnswer): {
  readonly isBusy: boolean;
  readonly apply: (edits: GateEdits, options?: ApplyOptions) => void;
} {
  const { id, name, state } = useEnvironment();
  const slot = useDraftSlot(feature.key);
  const { key } = feature;
  const pins = state !== "production" && !feature.isOverridden;
  const applied = useRef<{ readonly edits: GateEdits; readonly onDone?: (() => void) | undefined }>(
    {
      edits: {},
    },
  );
  const change = useChange("POST /environments/:environment/features/:key/changes", {
    // The next change must not wait for lists.
    endsAtAnswer: true,
    // Also called if the person has left the page: the draft is applied, so it must not stay.
    onDone: ({ feature: after, audit }, { body }) => {
      const { edits, onDone } = applied.current;
      showApplied(id, after);
      dropApplied(slot, edits, after.gateTags);
      onDone?.();
      const count = body.changes.length;
      const summary = gateSummary({
        ...after.gates,
        hasExpression: after.gates.expression !== null,
        groupCount: after.gates.groups.length,
        actorCount: after.gates.actors.length,
      });
      showUndoableStep(
        count === 1
          ? fill(words.applied, { words: summary, environment: name })
          : fill(words.appliedMany, {
              changes: plural(words.changes, count),
              words: summary,
              environment: name,
            }),
        { environment: id, audit, isWhole: pins },
      );
    },
  });
  return {
    isBusy: change.isPending,
    apply: (
      edits,
      { typed, reason = "", isBypass = false, pausesRollout = false, onDone } = {},
    ) => {
      if (change.isPending) {
        return;
      }
      applied.current = { edits, onDone };
      change.mutate({
        params: { environment: id, key },
        body: {
          changes: writesOf({ edits }),
          seen: feature.gateTags.boolean,
          // Unknown groups were added as such: the field says so.
          allowUnknown: true,
          ...(typed === undefined ? {} : { typed }),
          ...(isBypass ? { bypass: true } : {}),
          ...(pausesRollout ? { pause_rollout: true } : {}),
          ...(reason.trim() === "" ? {} : { reason }),
        },
      });
    },
  };
}
