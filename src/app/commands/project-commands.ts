import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import {
  type FinishedRule,
  finishedAfterDaysBounds,
  finishedLongevities,
} from "../../core/model/finished-rule.ts";
import { issuePatternForm, issuePatternIn } from "../../core/model/issue-pattern.ts";
import type { Project } from "../../core/model/project.ts";

/** Sets when a feature of the project looks finished. Throws `parameter_invalid`. */
export function setFinishedRule(
  draft: Draft,
  project: Project,
  { finishedAfterDays, finishedLongevities: chosen }: FinishedRule,
): Project {
  const { minimum, maximum } = finishedAfterDaysBounds;
  if (
    !Number.isInteger(finishedAfterDays) ||
    finishedAfterDays < minimum ||
    finishedAfterDays > maximum
  ) {
    const message = `The days must be an integer from ${minimum} to ${maximum}`;
    throw new GatehouseError("parameter_invalid", { message });
  }
  const changed: Project = {
    ...project,
    finishedAfterDays,
    // Each longevity once, in one order.
    finishedLongevities: finishedLongevities.filter((longevity) => chosen.includes(longevity)),
  };
  draft.record({ kind: "project.saved", project: changed });
  return changed;
}

/** Chooses whether servers keep a sample of the actors of the project. */
export function setSamplesActors(draft: Draft, project: Project, samplesActors: boolean): void {
  if (samplesActors !== project.samplesActors) {
    draft.record({ kind: "project.saved", project: { ...project, samplesActors } });
  }
}

/**
 * Sets the address of issues that reasons name, or removes it with null. Does nothing if it is the
 * same. Throws `parameter_invalid`.
 */
export function setIssuePattern(draft: Draft, project: Project, text: string | null): void {
  const issuePattern = text === null ? null : issuePatternIn(text);
  if (issuePattern === undefined) {
    const message = `The pattern must be ${issuePatternForm}`;
    throw new GatehouseError("parameter_invalid", { message });
  }
  if (issuePattern !== project.issuePattern) {
    draft.record({ kind: "project.saved", project: { ...project, issuePattern } });
  }
}
