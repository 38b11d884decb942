import type { ActorFeature } from "../../api/admin/contract/actor-feature-models.ts";
import { auditStepSummary } from "../audits/audit-steps.ts";
import { timeInShort } from "../past/time-words.ts";
import type { TimedChange } from "../past/use-change-times.ts";
import { fill } from "../texts/fill.ts";
import { pastTexts } from "../texts/past-texts.ts";

const { past: words } = pastTexts;

/** A change with its author, time and reason, such as "40% → 50% by Release manager, Wed 22:14". */
export function changedWords(change: TimedChange, row: ActorFeature): string {
  const { actor, reason } = change.step.newest;
  const time = timeInShort(change.at);
  const what = whatChanged(change, row);
  const { name: author } = actor;
  const who =
    author === null
      ? fill(words.changed, { what, time })
      : fill(words.changedBy, { what, author, time });
  return reason === null ? who : `${who} “${reason}”`;
}

function whatChanged({ step }: TimedChange, { gate, percentage }: ActorFeature): string {
  const { action, before, value } = step.newest;
  const isPercentage = gate === "percentageOfActors" || (gate === null && percentage > 0);
  if (isPercentage && action === "percentage_of_actors" && step.count === 1 && before !== null) {
    return fill(words.fromTo, { before, value: value ?? "" });
  }
  const summary = auditStepSummary(step);
  return summary.slice(0, 1).toLowerCase() + summary.slice(1);
}
