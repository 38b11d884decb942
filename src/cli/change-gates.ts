import { ApiRefusal } from "../api-client/api-failure.ts";
import type { FeatureAnswer } from "../api-client/feature-answers.ts";
import type { GateRequest } from "../api-client/public-api-client.ts";
import { quote } from "../text/quote.ts";
import type { Place } from "./api-place.ts";
import { gateNames } from "./gate-words.ts";
import { routeOrNull } from "./route-or-null.ts";

export interface ChangedFeature {
  readonly feature: FeatureAnswer;
  /** Whether all changes were made in one step. */
  readonly isOneStep: boolean;
}

/** The most changes in one request (docs/api.md#several-changes). */
export const changesMax = 1_000;

interface ChangeOptions {
  readonly allowsAnyGroup?: boolean;
  /** Names a change in a refusal, as the person knows it; the gate and its value unless given. */
  readonly nameOf?: (change: GateRequest) => string;
}

/**
 * Changes gates of a feature: one with the public route, several in one step with Gatehouse's own. A
 * server that does not have this route gets them one after the other.
 */
export async function changeFeatureGates(
  { api, gatehouse }: Pick<Place, "api" | "gatehouse">,
  key: string,
  [first, ...others]: readonly [GateRequest, ...GateRequest[]],
  { nameOf = gateAndValue, ...options }: ChangeOptions = {},
): Promise<ChangedFeature> {
  if (others.length === 0) {
    return { feature: await api.changeGate(key, first, options), isOneStep: true };
  }
  const changes = [first, ...others];
  const changed = await routeOrNull(
    namingChanges(gatehouse.change(key, changes, options), changes, nameOf),
  );
  if (changed !== null) {
    return { feature: changed, isOneStep: true };
  }
  let feature = await api.changeGate(key, first, options);
  for (const change of others) {
    feature = await api.changeGate(key, change, options);
  }
  return { feature, isOneStep: false };
}

/** How a refusal names one of several changes (docs/api.md#several-changes). */
const numbered = /^changes\[(?<index>\d+)\]: (?<reason>[\s\S]*)$/;

/** Names the refused change in words, instead of by its number in the request. */
async function namingChanges<Answer>(
  answer: Promise<Answer>,
  changes: readonly GateRequest[],
  nameOf: (change: GateRequest) => string,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const { index, reason } =
      (error instanceof ApiRefusal && numbered.exec(error.message)?.groups) || {};
    const change = changes[Number(index)];
    if (!(error instanceof ApiRefusal) || change === undefined) {
      throw error;
    }
    const { status, code, path } = error;
    throw new ApiRefusal({ status, code, path, message: `${nameOf(change)}: ${reason}` });
  }
}

function gateAndValue({ gate, value }: GateRequest): string {
  return typeof value === "string" ? `${gateNames[gate]}, ${quote(value)}` : gateNames[gate];
}
