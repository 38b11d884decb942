import { actorSampleData } from "./actor-sample-data.ts";
import { governanceData } from "./governance-data.ts";
import { issuePatternData } from "./issue-pattern-data.ts";
import type { OldData } from "./old-data.ts";
import { personalTokenData } from "./personal-token-data.ts";
import { reasonData } from "./reason-data.ts";
import { recordData } from "./record-data.ts";
import { retiredKeyData } from "./retired-key-data.ts";
import { rolloutData } from "./rollout-data.ts";
import { signOnData } from "./sign-on-data.ts";
import { viewData } from "./view-data.ts";

/** The data of each migration after the one with replicas. */
export function laterData(replicas: OldData): Readonly<Record<string, OldData>> {
  const personalTokens = personalTokenData(replicas);
  const reasons = reasonData(personalTokens);
  const views = viewData(reasons);
  const governance = governanceData(recordData(views));
  const ofGovernance = issuePatternData(signOnData(retiredKeyData(governance)));
  const actorSample = actorSampleData(ofGovernance);
  return {
    "0009_personal_tokens": personalTokens,
    "0010_reasons": reasons,
    "0011_views": views,
    "0012_governance": ofGovernance,
    "0013_actor_sample": actorSample,
    "0014_rollouts": rolloutData(actorSample),
  };
}
