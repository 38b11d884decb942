import type { GateName } from "../../api/admin/contract/feature-models.ts";
import { isDraftNode } from "../expressions/draft-node-check.ts";
import { gateNames } from "../gates/gate-names.ts";
import type { FeatureDraft } from "./feature-draft.ts";

const keptMs = 30 * 86_400_000;

/** Null for a text that this version of the page did not write, and after 30 days. */
export function draftIn(text: string): FeatureDraft | null {
  const value = parsedJson(text);
  return isDraft(value) && Date.now() - value.at < keptMs ? value : null;
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isDraft(value: unknown): value is FeatureDraft {
  if (!isRecord(value) || typeof value.at !== "number") {
    return false;
  }
  const { edits, seen } = value;
  return (
    isRecord(edits) &&
    isRecord(seen) &&
    gateNames.every((name) => edits[name] === undefined || checks[name](edits[name]))
  );
}

const checks: Readonly<Record<GateName, (edit: unknown) => boolean>> = {
  boolean: (edit) => typeof edit === "boolean",
  expression: (edit) =>
    isRecord(edit) &&
    typeof edit.json === "string" &&
    (edit.tree === null || isDraftNode(edit.tree)) &&
    (edit.jsonProblem === null || isRecord(edit.jsonProblem)),
  groups: isSetEdit,
  actors: isSetEdit,
  percentageOfActors: (edit) => typeof edit === "string",
  percentageOfTime: (edit) => typeof edit === "string",
};

function isSetEdit(edit: unknown): boolean {
  return isRecord(edit) && isTexts(edit.added) && isTexts(edit.removed);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
