import { quote } from "../../core/text/quote.ts";
import { rewordingRefusals } from "../api-client/api-failure.ts";
import type { FeatureAnswer } from "../api-client/feature-answers.ts";
import type { GateRequest } from "../api-client/public-api-client.ts";
import type { Why } from "../options/why-option.ts";
import { gateNames } from "../output/gate-text.ts";
import { lookUpFeature } from "../output/known-feature.ts";
import { changeOverAdminOrPublic } from "../targets/admin-or-public.ts";
import type { Target } from "../targets/api-target.ts";
import { featureWith } from "../targets/read-features.ts";

interface ChangedFeature {
  readonly feature: FeatureAnswer;
  /** Whether the feature did not exist before. */
  readonly created: boolean;
  /** Whether the server applied all changes in one step. */
  readonly isOneStep: boolean;
}

/** The most changes in one request (docs/admin-api.md#several-changes). */
export const changesMax = 1_000;

interface ChangeOptions {
  /** Whether a missing feature is created; otherwise it is refused with `feature_not_found`. */
  readonly createsMissing: boolean;
  readonly allowsAnyGroup: boolean;
  readonly why: Why;
  /** Names a change in a refusal as the user typed it; by default the gate and its value. */
  readonly nameOf?: (change: GateRequest) => string;
}

export type GateRequests = readonly [GateRequest, ...GateRequest[]];

/**
 * Changes gates of a feature in one step. A server without the Admin API gets one change after
 * another.
 */
export function changeFeatureGates(
  place: Target,
  key: string,
  changes: GateRequests,
  options: ChangeOptions,
): Promise<ChangedFeature> {
  const { nameOf = gateAndValue, createsMissing, allowsAnyGroup, why } = options;
  return changeOverAdminOrPublic(
    why,
    () =>
      namingChanges(changes, nameOf, async () => {
        const { feature, created } = await place.admin.call(
          "POST /environments/:environment/features/:key/changes",
          {
            params: { ...place.at, key },
            query: place.in,
            body: { changes, createsMissing, allowUnknown: allowsAnyGroup, ...why },
          },
        );
        return { feature: featureWith(feature), created, isOneStep: true };
      }),
    () => changeOneByOne(place, key, changes, options),
  );
}

async function changeOneByOne(
  { api }: Target,
  key: string,
  changes: GateRequests,
  { createsMissing, allowsAnyGroup, nameOf = gateAndValue }: ChangeOptions,
): Promise<ChangedFeature> {
  const found = createsMissing ? await lookUpFeature(api, key) : await api.feature(key);
  let feature: FeatureAnswer | null = null;
  for (const change of changes.toSorted((left, right) => rank(left) - rank(right))) {
    feature = await rewordingRefusals(
      () => api.changeGate(key, change, { allowsAnyGroup }),
      (refusal) =>
        changes.length === 1 || refusal.isRouteMissing
          ? refusal
          : refusal.withMessage(`${nameOf(change)}: ${refusal.message}`),
    );
  }
  if (feature === null) {
    throw new Error("There is at least one change");
  }
  return { feature, created: found === null, isOneStep: changes.length === 1 };
}

/** The boolean gate resets the others, and changes that may be refused follow it. */
const firstGates: readonly GateRequest["gate"][] = ["boolean", "expression", "groups"];

function rank({ gate }: GateRequest): number {
  const index = firstGates.indexOf(gate);
  return index === -1 ? firstGates.length : index;
}

/** The form in which a refusal names one of several changes. */
const numbered = /^changes\[(?<index>\d+)\]: (?<reason>[\s\S]*)$/;

/** Names the refused change in words instead of by its number in the request. */
function namingChanges<Answer>(
  changes: readonly GateRequest[],
  nameOf: (change: GateRequest) => string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  return rewordingRefusals(work, (refusal) => {
    const { index, reason = "" } = numbered.exec(refusal.message)?.groups ?? {};
    const change = changes[Number(index)];
    if (change === undefined) {
      return refusal;
    }
    return refusal.withMessage(changes.length === 1 ? reason : `${nameOf(change)}: ${reason}`);
  });
}

function gateAndValue({ gate, value }: GateRequest): string {
  return typeof value === "string" ? `${gateNames[gate]}, ${quote(value)}` : gateNames[gate];
}
