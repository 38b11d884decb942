import type { StepRow, UndoEffect } from "../../api/admin/contract/audit-models.ts";
import type { ProjectStepRow } from "../../api/admin/contract/step-models.ts";
import { auditsTexts } from "../texts/audits-texts.ts";
import { fill, plural } from "../texts/fill.ts";
import { auditSummary } from "./audit-summary.ts";

const { audits: words, auditSummary: recordWords } = auditsTexts;

/**
 * Whether all records of a step belong to one feature: a command changes one feature, or many in
 * order.
 */
export function isOfOneFeature({ newest, oldest }: StepRow): boolean {
  return newest.featureKey === oldest.featureKey;
}

/**
 * The changes of a step, as in "200 actors added". A step with many features is an import or an undo.
 */
export function auditStepSummary(step: StepRow): string {
  const { newest, oldest, count } = step;
  if (count === 1) {
    return newest.action === "rollback" ? undoSummary(step) : auditSummary(newest);
  }
  if (!isOfOneFeature(step)) {
    return newest.action === "rollback"
      ? fill(words.stepOfMany, {
          what: words.actions.rollback,
          features: plural(words.features, count),
        })
      : fill(words.importOf, { changes: plural(words.changes, count) });
  }
  const many: Readonly<Record<string, { readonly one: string; readonly other: string }>> =
    recordWords.many;
  const ofAction = newest.action === oldest.action ? many[newest.action] : undefined;
  return ofAction === undefined
    ? fill(words.changesAtOnce, { changes: plural(words.changes, count) })
    : plural(ofAction, count);
}

/** What an undo did, as in "Undone: 5,000 actors removed". */
function undoSummary({ undone }: StepRow): string {
  const effects = undone === null ? [] : effectsOf(undone);
  return effects.length === 0
    ? recordWords.rollback
    : fill(recordWords.undoOf, { what: effects.join(", ") });
}

function effectsOf({ feature, changes }: UndoEffect): readonly string[] {
  const { undoOne, undoMany } = recordWords;
  return [
    ...(feature === null ? [] : [recordWords.undoFate[feature]]),
    ...changes.map(({ action, before, count }) => {
      switch (action) {
        case "percentage_of_actors":
        case "percentage_of_time":
          return fill(undoOne[action], { before: before ?? "?" });
        case "enable_actor":
        case "disable_actor":
        case "enable_group":
        case "disable_group":
          return plural(undoMany[action], count);
        case "enable":
          return undoOne.enable;
        case "disable":
          return undoOne.disable;
        default:
          return undoOne.expression;
      }
    }),
  ];
}

export function stepId(environment: number, audit: number): string {
  return `${environment}-${audit}`;
}

/** The undo of a step in the same list. */
export interface Undoing {
  /** The name of the author of the undo; null if the person or the token was deleted. */
  readonly by: string | null;
}

/** The undone steps of a list by `stepId`; a step whose undo was undone is not one. */
export function undoneSteps(
  steps: readonly (StepRow & Partial<Pick<ProjectStepRow, "environment">>)[],
): ReadonlyMap<string, Undoing> {
  const undone = new Map<string, Undoing>();
  // The latest first: an undo precedes the step that it undid.
  for (const step of steps) {
    const { newest, environment } = step;
    const place = environment?.id ?? 0;
    if (newest.undoes === null || undone.has(stepId(place, newest.id))) {
      continue;
    }
    const target = steps.find((each) =>
      hasRecord(each, stepId(place, newest.undoes ?? 0), each.environment?.id ?? 0),
    );
    if (target !== undefined) {
      undone.set(stepId(place, target.newest.id), { by: newest.actor.name });
    }
  }
  return undone;
}

/** Whether a step of an environment has the record with a `stepId`. */
export function hasRecord({ newest, oldest }: StepRow, id: string, environment: number): boolean {
  const [place = "", audit = ""] = id.split("-");
  return place === String(environment) && Number(audit) >= oldest.id && Number(audit) <= newest.id;
}
