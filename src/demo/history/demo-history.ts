import { createEnvironment } from "../../app/commands/environment-commands.ts";
import { parseEnvironmentName } from "../../app/commands/environment-name.ts";
import { changeFeature, ensureFeature } from "../../app/commands/feature-commands.ts";
import { describeFeature } from "../../app/commands/feature-description.ts";
import { firstStart } from "../../app/commands/first-start.ts";
import { hostedGroupPolicy } from "../../app/commands/hosted-group-policy.ts";
import { runAs } from "../../app/commands/permit-changes.ts";
import type { GateChange } from "../../core/evaluation/gate-change.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import { dayMs, minuteMs } from "../../core/time-units.ts";
import type { DemoFeature } from "./demo-feature.ts";
import { addPeople, demoAuthor, demoProjectId } from "./demo-people.ts";
import { moreFeatures } from "./more-features.ts";
import { shopFeatures } from "./shop-features.ts";

export const demoFeatures: readonly DemoFeature[] = [...shopFeatures, ...moreFeatures];
export const demoDays = 30;

/** A command of the past. */
export interface PastCommand {
  /** How many days ago it ran. */
  readonly daysAgo: number;
  readonly run: (draft: Draft) => void;
}

/** The features that differ from Production in an environment, with the days since it exists. */
const environments = [
  {
    name: "Staging",
    daysAgo: 27,
    enabled: ["checkout_redesign", "ai_summaries", "streaming_api", "invoice_pdf", "price_history"],
  },
  { name: "QA", daysAgo: 19, enabled: ["new_onboarding", "bulk_delete"] },
  { name: "feature/checkout", daysAgo: 4, enabled: ["checkout_redesign", "checkout_retry"] },
] as const;

const oldestFeatureDays = 29;
const newestFeatureDays = 3;
const changeReason = "No more errors than before";

/** Everything that happened in the last month, the oldest first. */
export function demoHistory(): readonly PastCommand[] {
  const created = demoFeatures.flatMap((feature, index) => historyOf(feature, index));
  return [
    { daysAgo: demoDays, run: firstStart },
    { daysAgo: demoDays - 0.1, run: addPeople },
    ...[...environments.flatMap(environmentHistory), ...created].sort(
      (left, right) => right.daysAgo - left.daysAgo,
    ),
  ];
}

/** The time of a command by the clock of the demo; minutes differ, as people do not work by the hour. */
export function pastTimeOf({ daysAgo }: PastCommand, index: number, now: number): number {
  return now - Math.round(daysAgo * dayMs) - ((index * 7) % 53) * minuteMs;
}

/** Creates a feature, and spreads its changes over the days after it. */
function historyOf(feature: DemoFeature, index: number): readonly PastCommand[] {
  const { key, changes, description = null, longevity = null, tags = [] } = feature;
  const span = oldestFeatureDays - newestFeatureDays;
  const createdAgo = oldestFeatureDays - (index * span) / demoFeatures.length;
  const steps = stepsOf(changes);
  const create = (draft: Draft) => {
    const caller = demoAuthor(draft, index);
    runAs(draft, caller, () => {
      const created = ensureFeature(draft, caller, key);
      describeFeature(draft, created, { description, longevity, tags, ownerId: caller.userId });
    });
  };
  return [
    { daysAgo: createdAgo, run: create },
    ...steps.map((step, position) => ({
      daysAgo: createdAgo * (1 - (position + 1) / (steps.length + 1)),
      run: (draft: Draft) => {
        const caller = demoAuthor(draft, index + position);
        applyStep(draft, position === 0 ? caller : { ...caller, reason: changeReason }, key, step);
      },
    })),
  ];
}

/** The changes as people make them: several actors at once. */
function stepsOf(changes: readonly GateChange[]): readonly (readonly GateChange[])[] {
  const actors = changes.filter(({ action }) => action === "enable_actor");
  const others = changes.filter(({ action }) => action !== "enable_actor").map((each) => [each]);
  return actors.length === 0 ? others : [...others.slice(0, 1), actors, ...others.slice(1)];
}

function applyStep(
  draft: Draft,
  caller: Caller,
  key: string,
  changes: readonly GateChange[],
): void {
  runAs(draft, caller, () => {
    for (const change of changes) {
      if (change.action === "enable_group") {
        hostedGroupPolicy(draft, caller, change.value, false);
      }
      changeFeature(draft, caller, ensureFeature(draft, caller, key), change);
    }
  });
}

function environmentHistory({
  name,
  daysAgo,
  enabled,
}: (typeof environments)[number]): readonly PastCommand[] {
  const create = (draft: Draft) => {
    const values = { ...parseEnvironmentName(name), projectId: demoProjectId(draft) };
    createEnvironment(draft, { ...values, kind: "custom", creatorTokenId: null });
  };
  return [
    { daysAgo, run: create },
    ...enabled.map((key, index) => ({
      // The last days, when all features exist.
      daysAgo: Math.min(daysAgo, newestFeatureDays) * (1 - (index + 1) / (enabled.length + 1)),
      run: (draft: Draft) => {
        const environment = draft.state.environments.find((each) => each.name === name);
        const caller = demoAuthor(draft, index);
        if (environment !== undefined) {
          applyStep(draft, { ...caller, environment }, key, [{ action: "enable" }]);
        }
      },
    })),
  ];
}
