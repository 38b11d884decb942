import type { FeatureAnswer } from "../api-client/feature-answers.ts";
import type { GateRequest } from "../api-client/public-api-client.ts";
import type { Why } from "../options/why-option.ts";
import { gateDifference } from "../output/gate-differences.ts";
import { type GateValues, gateValues, noOpenGates } from "../output/gate-text.ts";
import { requireShownExpressions } from "../output/hidden-expressions.ts";
import { adminOrPublic } from "../targets/admin-or-public.ts";
import { productionSlug, type Target } from "../targets/api-target.ts";
import {
  type DetailedFeature,
  featureWith,
  namingUnknownFeature,
  readFeatureIfKnown,
  readKnownFeature,
} from "../targets/read-features.ts";
import { changeFeatureGates, changesMax } from "./change-gates.ts";

export interface CopiedGates {
  readonly feature: FeatureAnswer;
  /** How many gate values were changed. */
  readonly changeCount: number;
  /** Whether the environment followed Production for this feature before. */
  readonly isPinned: boolean;
}

export interface GatesToCopy {
  readonly source: Target;
  readonly target: Target;
  readonly key: string;
  readonly why: Why;
}

/** Copies gates between two environments of one server that this caller may change. */
export function copyHere(copy: GatesToCopy): Promise<CopiedGates> {
  const { source, target, key, why } = copy;
  return adminOrPublic(
    () =>
      namingUnknownFeature(source, key, async () => {
        const copied = await source.admin.call(
          "POST /environments/:environment/features/:key/copy",
          {
            params: { ...source.at, key },
            query: source.in,
            body: { to: target.at.environment, ...why },
          },
        );
        return { ...copied, feature: featureWith(copied.feature) };
      }),
    () => copyBetween(copy, () => undefined),
  );
}

/**
 * Reads the gates of the first target, and sends the needed changes to the second. Calls `onSteps`
 * first if the changes do not fit in one request.
 */
export async function copyBetween(
  { source, target, key, why }: GatesToCopy,
  onSteps: (changeCount: number) => void,
): Promise<CopiedGates> {
  const feature = await readKnownFeature(source, key);
  const present = await readFeatureIfKnown(target, key);
  requireShownExpressions([feature, ...(present ? [present] : [])], "copy gates");
  const now = present === null ? noOpenGates : gateValues(present);
  const changes = gateDifference(now, gateValues(feature));
  const isPinned = followsProduction(present, target);
  const writes =
    changes.length === 0 && (isPinned || present === null) ? [sameGates(now)] : changes;
  if (changes.length > changesMax) {
    onSteps(changes.length);
  }
  const copied = await changeInSteps(target, key, why, writes);
  const { key: name, state, gates } = copied ?? present ?? feature;
  return { feature: { key: name, state, gates }, changeCount: changes.length, isPinned };
}

/** Whether a change in Production would also change the gates of this environment. */
function followsProduction(present: DetailedFeature | null, { admin }: Target): boolean {
  // Production never has an override, but its gates are its own.
  return present?.details?.overridden === false && admin.environment !== productionSlug;
}

/**
 * A write that changes no value. It creates a missing feature; an environment that followed
 * Production then has its own gates.
 */
function sameGates({ percentage_of_time: value }: GateValues): GateRequest {
  return { gate: "percentage_of_time", action: "enable", value };
}

/** Null if nothing changed. */
async function changeInSteps(
  target: Target,
  key: string,
  why: Why,
  changes: readonly GateRequest[],
): Promise<FeatureAnswer | null> {
  let changed: FeatureAnswer | null = null;
  for (let start = 0; start < changes.length; start += changesMax) {
    const [first, ...others] = changes.slice(start, start + changesMax);
    if (first !== undefined) {
      const options = { createsMissing: true, allowsAnyGroup: true, why };
      changed = (await changeFeatureGates(target, key, [first, ...others], options)).feature;
    }
  }
  return changed;
}
