import type { Attribute } from "./attribute.ts";
import { always, type Bounds, between, never } from "./bounds.ts";

/** A part of the actors, as a system with percentages by variant divides them. */
export interface Share {
  readonly weight: number;
  /** Undefined if it is not known whether the feature is enabled for this part. */
  readonly enabled: boolean | undefined;
}

const percent = 100;

/**
 * The parts of the actors for whom the feature is enabled. Undefined without any part. `hash` names
 * how the other system draws: parts that start at the first bucket nest within each other.
 */
export function enabledShare(
  attribute: Attribute,
  shares: readonly Share[],
  hash: string,
): Bounds | undefined {
  const total = shares.reduce((sum, { weight }) => sum + weight, 0);
  if (!(total > 0)) {
    return undefined;
  }
  const weightOf = (enabled: boolean | undefined) =>
    shares.reduce((sum, share) => sum + (share.enabled === enabled ? share.weight : 0), 0);
  const enabled = weightOf(true);
  if (enabled === total && attribute.isActorId) {
    return always;
  }
  const share = roundedDown((enabled / total) * percent);
  const bounds =
    enabled === 0 ? never : attribute.rollout(share, `${hash}${layoutOf(shares, total)}`);
  return weightOf(undefined) === 0
    ? bounds
    : between(bounds.lower, true, ["a part of its percentages has a value that is not known"]);
}

/** Distinguishes parts that do not start at the first bucket. */
function layoutOf(shares: readonly Share[], total: number): string {
  const drawn = shares.filter(({ weight }) => weight > 0);
  const firstOther = drawn.findIndex((share) => share.enabled !== true);
  const isPrefix =
    firstOther > 0 && drawn.slice(firstOther).every(({ enabled }) => enabled === false);
  return isPrefix
    ? ` of ${total}`
    : ` ${JSON.stringify(drawn.map(({ weight, enabled }) => [weight, enabled ?? null]))}`;
}

/** Without more decimals than a person reads. */
function roundedDown(percentage: number): number {
  const rounded = Math.floor(percentage * 1_000) / 1_000;
  return Math.abs(rounded - percentage) < 1e-9 ? rounded : Math.round(percentage * 1_000) / 1_000;
}
