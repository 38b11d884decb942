import { featureKeyLengthMax } from "../../../core/evaluation/feature-key.ts";
import { actorBucketCount } from "../../../core/guards/guard-minute.ts";
import {
  isOutcomeName,
  outcomeNameRule,
  watchedPairsMax,
} from "../../../core/outcomes/outcome-name.ts";
import { isJsonObject } from "../../../core/text/json-object.ts";
import { isLongerThan } from "../../../core/text/text-length.ts";
import { decodeUtf8 } from "../../../http/request/decode-utf8.ts";
import type { BodyEncoding } from "../../../http/request/request-body.ts";
import { countMax } from "../../messages/counts.ts";
import type { Outcome } from "../counting/outcome-sums.ts";
import { invalidMember, jsonOfBody, parsedSubmission } from "./submission-json.ts";

/** Outcomes with all members validated (docs/api.md#outcome-submission). */
export interface OutcomeSubmission {
  /** In lower case. */
  readonly requestId: string;
  readonly outcomes: readonly Outcome[];
}

/** Each watched pair once with each result. */
export const outcomesMax = 2 * watchedPairsMax;

/**
 * Throws `request_invalid` for a body that cannot be decoded, and `parameter_invalid` with the
 * invalid members for one that is not a submission of outcomes.
 */
export function readOutcomes(
  bytes: Uint8Array<ArrayBuffer>,
  encoding: BodyEncoding,
): OutcomeSubmission {
  const { request_id, outcomes } = parsedSubmission(decodeUtf8(jsonOfBody(bytes, encoding)));
  if (!Array.isArray(outcomes)) {
    throw invalidMember("outcomes must be an array");
  }
  if (outcomes.length > outcomesMax) {
    throw invalidMember(
      `outcomes has ${outcomes.length} items; at most ${outcomesMax} are allowed`,
    );
  }
  if (!areOutcomes(outcomes)) {
    throw invalidMember(whyInvalid(outcomes));
  }
  return { requestId: request_id.toLowerCase(), outcomes };
}

function areOutcomes(items: readonly unknown[]): items is readonly Outcome[] {
  for (const item of items) {
    if (!isOutcome(item)) {
      return false;
    }
  }
  return true;
}

function isOutcome(item: unknown): item is Outcome {
  return (
    isJsonObject(item) &&
    isName(item.name) &&
    isKey(item.key) &&
    typeof item.result === "boolean" &&
    isCount(item.total) &&
    isCount(item.errors) &&
    addUp(item.buckets, item.total, item.errors)
  );
}

function isName(name: unknown): boolean {
  return typeof name === "string" && isOutcomeName(name);
}

function isKey(key: unknown): boolean {
  return (
    typeof key === "string" &&
    key !== "" &&
    !isLongerThan(key, featureKeyLengthMax) &&
    key.isWellFormed()
  );
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** Whether there are 16 pairs of counts, with errors up to their total, and these sums. */
function addUp(buckets: unknown, total: unknown, errors: unknown): boolean {
  if (!Array.isArray(buckets) || buckets.length !== actorBucketCount) {
    return false;
  }
  let totals = 0;
  let allErrors = 0;
  for (const bucket of buckets) {
    if (!Array.isArray(bucket) || bucket.length !== 2) {
      return false;
    }
    const [ofBucket, wrong]: readonly unknown[] = bucket;
    if (!isCount(ofBucket) || !isCount(wrong) || wrong > ofBucket) {
      return false;
    }
    totals += ofBucket;
    allErrors += wrong;
  }
  return totals === total && allErrors === errors;
}

/** The rule that an item breaks; searched only now, so that valid submissions take no time for it. */
function whyInvalid(items: readonly unknown[]): string {
  const index = items.findIndex((item) => !isOutcome(item));
  const at = `outcomes[${index}]`;
  const item = items[index];
  if (!isJsonObject(item)) {
    return `${at} must be an object`;
  }
  const count = ` must be an integer from 0 to ${countMax}`;
  const rules: readonly (readonly [string, boolean, string])[] = [
    ["name", isName(item.name), ` must be ${outcomeNameRule}`],
    ["key", isKey(item.key), ` must be a text of 1 to ${featureKeyLengthMax} characters`],
    ["result", typeof item.result === "boolean", " must be true or false"],
    ["total", isCount(item.total), count],
    ["errors", isCount(item.errors), count],
  ];
  const broken = rules.filter(([, holds]) => !holds);
  return broken.length > 0
    ? broken.map(([name, , problem]) => `${at}.${name}${problem}`).join("; ")
    : `${at}.buckets must be ${actorBucketCount} pairs [total, errors], each with errors up to its total, that add up to total and errors`;
}
