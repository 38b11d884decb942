import type { JsonObject } from "../../text/json-object.ts";
import type { ActorIds } from "../actor-ids.ts";
import { drawn } from "../attribute.ts";
import { all, always, any, type Bounds, limited, never, unknown } from "../bounds.ts";
import {
  asNumber,
  asText,
  listIn,
  memberOf,
  objectIn,
  objectsIn,
  textIn,
} from "../document-values.ts";
import { constraintBounds, unleashAttribute } from "./unleash-constraints.ts";

const comma = /\s*,\s*/;

/** Constraints of segments by their ids; undefined for a segment without constraints in the document. */
export type UnleashSegments = ReadonlyMap<string, readonly JsonObject[]>;

export interface UnleashParts {
  readonly ids: ActorIds;
  readonly segments: UnleashSegments;
  /** `constraintsBounds`, computed once for each segment. */
  readonly segmentBounds: (constraints: readonly JsonObject[]) => Bounds;
}

/** A strategy, which needs all its constraints and segments. */
export function strategyBounds(strategy: JsonObject, parts: UnleashParts): Bounds {
  const segments = listIn(strategy, "segments").map((id) => {
    const constraints = parts.segments.get(asText(id));
    return constraints === undefined
      ? unknown(`the constraints of segment ${asText(id)} are not in the document; use --segments`)
      : parts.segmentBounds(constraints);
  });
  const constraints = objectsIn(strategy, "constraints").map((each) =>
    constraintBounds(each, parts.ids),
  );
  return all([...constraints, ...segments, ownBounds(strategy, parts.ids)]);
}

export function constraintsBounds(constraints: readonly JsonObject[], ids: ActorIds): Bounds {
  return all([always, ...constraints.map((each) => constraintBounds(each, ids))]);
}

/** Whether a strategy draws by the user's id, and without a user by the session or at random. */
export function drawsWithoutUser(strategy: JsonObject): boolean {
  const parameters = objectIn(strategy, "parameters") ?? {};
  const percentage = percentageIn(parameters, "rollout");
  const isDefault = (textIn(parameters, "stickiness") || "default") === "default";
  return nameOf(strategy) === "flexibleRollout" && isDefault && percentage > 0 && percentage < 100;
}

function nameOf(strategy: JsonObject): string {
  return textIn(strategy, "name") ?? textIn(strategy, "strategyName") ?? "";
}

function ownBounds(strategy: JsonObject, ids: ActorIds): Bounds {
  const parameters = objectIn(strategy, "parameters") ?? {};
  const userId = unleashAttribute("userId", ids);
  const hash = `group ${textIn(parameters, "groupId") ?? ""}`;
  const percentage = percentageIn(parameters, "percentage");
  const name = nameOf(strategy);
  switch (name) {
    case "default":
      return always;
    case "userWithId":
      return any([never, ...listed(parameters, "userIds").map((id) => userId.equals(id))]);
    case "flexibleRollout":
      return flexibleRollout(parameters, hash, ids);
    case "gradualRolloutUserId":
      return userId.rollout(percentage, hash);
    case "gradualRolloutSessionId":
      return unleashAttribute("sessionId", ids).rollout(percentage, hash);
    case "gradualRolloutRandom":
      return drawn(percentage);
    case "remoteAddress": {
      const address = unleashAttribute("remoteAddress", ids);
      const same = any([never, ...listed(parameters, "IPs").map((each) => address.spells(each))]);
      const loss = "only addresses that the strategy lists as they are match, not ranges";
      return limited(same, address.exists(), loss);
    }
    default:
      return unknown(`the strategy ${name} has no equivalent`);
  }
}

function flexibleRollout(parameters: JsonObject, hash: string, ids: ActorIds): Bounds {
  const percentage = percentageIn(parameters, "rollout");
  const stickiness = textIn(parameters, "stickiness") || "default";
  if (stickiness === "random") {
    return drawn(percentage);
  }
  if (stickiness !== "default") {
    return unleashAttribute(stickiness, ids).rollout(percentage, hash);
  }
  return percentage >= 100 ? always : unleashAttribute("userId", ids).rollout(percentage, hash);
}

/** Unleash has 100 buckets, so decimals have no effect. */
function percentageIn(parameters: JsonObject, name: string): number {
  const percentage = Math.floor(asNumber(memberOf(parameters, name) ?? 0));
  return percentage > 0 ? Math.min(percentage, 100) : 0;
}

/** Unleash removes white space around commas, but not at both ends. */
function listed(parameters: JsonObject, name: string): readonly string[] {
  const text = textIn(parameters, name) ?? "";
  return text === "" ? [] : text.split(comma);
}
