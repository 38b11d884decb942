import type { FeatureAnswer, GateName, GateTags } from "../../api/admin/contract/feature-models.ts";
import type { InputOf } from "../api/call.ts";
import {
  draftProblems,
  type ExpressionDraft,
  isSameDraft,
  savedDraft,
} from "../expressions/expression-draft.ts";
import { gateNames } from "../gates/gate-names.ts";
import { percentageOf } from "../gates/percentage.ts";

/** Members to add to a set and to remove from it. */
export interface SetEdit {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Edits of gates that are not saved; an unedited gate is missing. */
export interface GateEdits {
  readonly boolean?: boolean;
  readonly expression?: ExpressionDraft;
  readonly groups?: SetEdit;
  readonly actors?: SetEdit;
  /** As typed, so that wrong input stays visible. */
  readonly percentageOfActors?: string;
  readonly percentageOfTime?: string;
}

/** What a person changed in a feature and did not save yet. */
export interface FeatureDraft {
  readonly edits: GateEdits;
  /** For each edited gate, the tag that it had when the editing began. */
  readonly seen: Readonly<Partial<Record<GateName, string>>>;
  /** When it was last edited, in milliseconds since the epoch. */
  readonly at: number;
}

export type Edit<Name extends GateName> = NonNullable<GateEdits[Name]>;

export function editedGates({ edits }: Pick<FeatureDraft, "edits">): readonly GateName[] {
  return gateNames.filter((name) => edits[name] !== undefined);
}

/** Whether an edit leaves the saved gate as it is. */
export function isUnchanged(
  feature: FeatureAnswer,
  { edits }: Pick<FeatureDraft, "edits">,
  name: GateName,
): boolean {
  switch (name) {
    case "boolean":
      return edits.boolean === feature.gates.boolean;
    case "expression":
      return (
        edits.expression !== undefined &&
        isSameDraft(edits.expression, savedDraft(feature.expression))
      );
    case "groups":
      return edits.groups !== undefined && isContained(edits.groups, feature.groups);
    case "actors":
      // Not all actors are known here, and a paste of existing ones is shown as such.
      return (
        edits.actors !== undefined && edits.actors.added.length + edits.actors.removed.length === 0
      );
    default: {
      const percentage = percentageOf(edits[name] ?? "");
      return percentage === feature.gates[name];
    }
  }
}

/** Whether a set has the members that an edit adds, and none that it removes. */
function isContained({ added, removed }: SetEdit, saved: readonly string[]): boolean {
  return (
    added.every((name) => saved.includes(name)) && !removed.some((name) => saved.includes(name))
  );
}

/** The draft with an edit of one gate; without it, if the edit changes nothing. */
export function withEdit<Name extends GateName>(
  draft: FeatureDraft,
  feature: FeatureAnswer,
  name: Name,
  edit: Edit<Name>,
  now: number,
): FeatureDraft {
  const next: FeatureDraft = {
    edits: { ...draft.edits, [name]: edit },
    seen: { ...draft.seen, [name]: draft.seen[name] ?? feature.gateTags[name] },
    at: now,
  };
  return isUnchanged(feature, next, name) ? withoutEdit(next, name) : next;
}

export function withoutEdit(draft: FeatureDraft, name: GateName): FeatureDraft {
  const { [name]: _edit, ...edits } = draft.edits;
  const { [name]: _tag, ...seen } = draft.seen;
  return { ...draft, edits, seen };
}

/** The draft on top of the gate as it is now. */
export function rebased(draft: FeatureDraft, feature: FeatureAnswer, name: GateName): FeatureDraft {
  return { ...draft, seen: { ...draft.seen, [name]: feature.gateTags[name] } };
}

/** The edited gates that somebody else changed since the editing began. Changes of other gates do not matter. */
export function conflicts(draft: FeatureDraft, feature: FeatureAnswer): readonly GateName[] {
  return editedGates(draft).filter((name) => draft.seen[name] !== feature.gateTags[name]);
}

/** The edited gates whose input is not complete. */
export function incompleteGates({ edits }: Pick<FeatureDraft, "edits">): readonly GateName[] {
  return editedGates({ edits }).filter((name) => {
    switch (name) {
      case "expression":
        return (
          edits.expression !== undefined &&
          (edits.expression.jsonProblem !== null || draftProblems(edits.expression).length > 0)
        );
      case "percentageOfActors":
      case "percentageOfTime":
        return percentageOf(edits[name] ?? "") === null;
      default:
        return false;
    }
  });
}

/**
 * The draft without the edits that were applied. Edits that were made since then stay, on top of the
 * applied gates, which have `tags`.
 */
export function withoutApplied(
  draft: FeatureDraft,
  applied: GateEdits,
  tags: GateTags,
): FeatureDraft {
  const rest = editedGates({ edits: applied })
    .filter((name) => JSON.stringify(draft.edits[name]) === JSON.stringify(applied[name]))
    .reduce(withoutEdit, draft);
  return { ...rest, seen: Object.fromEntries(editedGates(rest).map((name) => [name, tags[name]])) };
}

type Write =
  InputOf<"POST /environments/:environment/features/:key/changes">["body"]["changes"][number];

/** The writes of complete edits, in their order: the boolean gate resets the others. */
export function writesOf({ edits }: Pick<FeatureDraft, "edits">): Write[] {
  return [
    ...booleanWrites(edits.boolean),
    ...percentageWrites("percentage_of_actors", edits.percentageOfActors),
    ...expressionWrites(edits.expression),
    ...setWrites("actors", edits.actors),
    ...setWrites("groups", edits.groups),
    ...percentageWrites("percentage_of_time", edits.percentageOfTime),
  ];
}

function booleanWrites(isOn: boolean | undefined): readonly Write[] {
  return isOn === undefined ? [] : [{ gate: "boolean", action: isOn ? "enable" : "disable" }];
}

function percentageWrites(
  gate: "percentage_of_actors" | "percentage_of_time",
  typed: string | undefined,
): readonly Write[] {
  return typed === undefined ? [] : [{ gate, action: "enable", value: percentageOf(typed) }];
}

function expressionWrites(draft: ExpressionDraft | undefined): readonly Write[] {
  if (draft === undefined) {
    return [];
  }
  return [
    draft.tree === null
      ? { gate: "expression", action: "disable" }
      : { gate: "expression", action: "enable", value: JSON.parse(draft.json) },
  ];
}

function setWrites(gate: "actors" | "groups", edit: SetEdit | undefined): readonly Write[] {
  const writes: Write[] = [
    { gate, action: "disable", values: [...(edit?.removed ?? [])] },
    { gate, action: "enable", values: [...(edit?.added ?? [])] },
  ];
  return writes.filter(({ values = [] }) => values.length > 0);
}
