import type { JsonObject } from "../../text/json-object.ts";
import type { ActorIds } from "../actor-ids.ts";
import { all, always, any, type Bounds, limited, never, not, unknown } from "../bounds.ts";
import { asNumber, asText, memberOf, numberIn, objectsIn, textIn } from "../document-values.ts";
import { launchdarklyAttribute } from "./launchdarkly-clauses.ts";

interface Bucket {
  readonly percentage: number;
  /** Whether contexts without a usable value are included, as their bucket is the first one. */
  readonly isFirst: boolean;
  readonly hash: string;
  readonly kindMember: string;
  readonly ids: ActorIds;
}

/** Whether a context is in a percentage of the values of the attribute that `bucketBy` names. */
export function bucketBounds(rollout: JsonObject, bucket: Bucket): Bounds {
  const { percentage, isFirst, hash, kindMember, ids } = bucket;
  const by = textIn(rollout, "kind") === "experiment" ? undefined : textIn(rollout, "bucketBy");
  const attribute = launchdarklyAttribute(
    { ...rollout, bucketBy: by || "key" },
    "bucketBy",
    ids,
    kindMember,
  );
  if (percentage >= 100 || percentage <= 0) {
    return percentage >= 100 ? always : never;
  }
  if (typeof attribute === "string") {
    return unknown(attribute);
  }
  const share = attribute.rollout(percentage, hash);
  if (attribute.isActorId) {
    return share;
  }
  const ofText = all([attribute.isText(), share]);
  const others = not(any([attribute.isText(), attribute.isNumber()]));
  return limited(
    any([ofText, isFirst ? all([others, not(attribute.present())]) : never]),
    always,
    `percentages by ${attribute.name} include texts only`,
  );
}

/** What a variation or a rollout serves: `isWanted` says it of an index. Undefined: an error there. */
export function servedBounds(
  served: JsonObject,
  isWanted: (variation: number) => boolean | undefined,
  flagHash: string,
  ids: ActorIds,
): Bounds {
  const variation = memberOf(served, "variation") ?? null;
  if (variation !== null) {
    return constantBounds(isWanted(asNumber(variation)));
  }
  const rollout = served.rollout;
  if (typeof rollout !== "object" || rollout === null) {
    return constantBounds(isWanted(-1));
  }
  const object = { ...rollout };
  return rolloutBounds(object, isWanted, flagHash, ids);
}

export function constantBounds(wanted: boolean | undefined): Bounds {
  return wanted === undefined
    ? unknown("it serves a variation that does not exist, and so the caller's default")
    : wanted
      ? always
      : never;
}

function rolloutBounds(
  rollout: JsonObject,
  isWanted: (variation: number) => boolean | undefined,
  flagHash: string,
  ids: ActorIds,
): Bounds {
  const variations = objectsIn(rollout, "variations");
  const ranges: string[] = [];
  let start = 0;
  let percentage = 0;
  let isFirst: boolean | undefined;
  for (const [index, each] of variations.entries()) {
    const isLast = index === variations.length - 1;
    // The last variation also gets what the weights leave.
    const weight = (numberIn(each, "weight") ?? 0) / 1_000;
    const end = isLast ? 100 : Math.min(start + weight, 100);
    if (end > start) {
      const wanted = isWanted(numberIn(each, "variation") ?? -1);
      if (wanted === undefined) {
        return constantBounds(undefined);
      }
      isFirst ??= wanted;
      percentage += wanted ? end - start : 0;
      ranges.push(...(wanted && start > 0 ? [`${start} to ${end}`] : []));
    }
    start = end;
  }
  if (isFirst === undefined) {
    return constantBounds(isWanted(-1));
  }
  return bucketBounds(rollout, {
    percentage: Math.round(percentage * 1_000) / 1_000,
    isFirst,
    hash: [asText(memberOf(rollout, "seed") ?? flagHash), ...ranges].join(" "),
    kindMember: "contextKind",
    ids,
  });
}
