import { lazily } from "../../../core/memo/lazily.ts";
import { isJsonObject } from "../../../core/text/json-object.ts";
import { decodeUtf8 } from "../../../http/request/decode-utf8.ts";
import type { BodyEncoding } from "../../../http/request/request-body.ts";
import { requestInvalid } from "../../../http/request/request-invalid.ts";
import { countMax } from "../../messages/counts.ts";
import { timeEnd } from "../../messages/submission-limits.ts";
import { MetricKey, Metrics } from "../counting/metrics.ts";
import { GemFormatReader } from "./gem-format-reader.ts";
import { invalidMember, isUuid, jsonOfBody, parsedSubmission } from "./submission-json.ts";

/** A submission with all its metrics validated (docs/api.md#telemetry-submission). */
export interface Submission {
  /** In lower case. */
  readonly requestId: string;
  /** Valid until the next submission is read. */
  readonly metrics: Metrics;
}

/** One entry of `enabled_metrics`. */
interface Metric {
  readonly key: string;
  readonly time: number;
  readonly result: boolean;
  readonly value: number;
}

/** Decodes and validates the bodies of submissions. */
export class SubmissionReader {
  /** Its cache of keys is for servers that get telemetry. */
  readonly #gemFormat = lazily(() => new GemFormatReader());
  readonly #metrics = new Metrics();

  /**
   * Throws `request_invalid` for a body that cannot be decoded, and `parameter_invalid` with the
   * invalid members for one that is not a submission.
   */
  read(bytes: Uint8Array<ArrayBuffer>, encoding: BodyEncoding): Submission {
    const json = jsonOfBody(bytes, encoding);
    const metrics = this.#metrics;
    metrics.clear();
    let requestId = this.#gemFormat.get().read(json, metrics);
    if (requestId === undefined || !isUuid(requestId)) {
      metrics.clear();
      requestId = parseSubmission(json, metrics);
    }
    return { requestId: requestId.toLowerCase(), metrics };
  }
}

/** Adds the metrics of a submission, and returns its id. */
function parseSubmission(json: Uint8Array, added: Metrics): string {
  const text = decodeUtf8(json);
  const { request_id: requestId, enabled_metrics: metrics } = parsedSubmission(text);
  if (!Array.isArray(metrics)) {
    throw invalidMember("enabled_metrics must be an array");
  }
  if (!areMetrics(metrics)) {
    throw invalidMember(whyInvalid(metrics));
  }
  if (text.includes("\\u") && !metrics.every(({ key }) => key.isWellFormed())) {
    throw requestInvalid("the JSON holds an unpaired surrogate");
  }
  for (const { key, time, result, value } of metrics) {
    added.add(new MetricKey(key), time, result, value);
  }
  return requestId;
}

function areMetrics(items: readonly unknown[]): items is readonly Metric[] {
  for (const item of items) {
    if (!isMetric(item)) {
      return false;
    }
  }
  return true;
}

function isMetric(item: unknown): item is Metric {
  return (
    isJsonObject(item) &&
    isKey(item.key) &&
    isTime(item.time) &&
    isResult(item.result) &&
    isCount(item.value)
  );
}

function isKey(key: unknown): boolean {
  return typeof key === "string" && key !== "";
}

function isTime(time: unknown): boolean {
  return isInteger(time) && isInSeconds(time);
}

function isInteger(value: unknown): boolean {
  return Number.isInteger(value);
}

function isInSeconds(time: unknown): boolean {
  return typeof time !== "number" || time < timeEnd;
}

function isResult(result: unknown): boolean {
  return typeof result === "boolean";
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** A member's name, the rule that it breaks, and the end of the message. */
const rules: readonly (readonly [keyof Metric, (value: unknown) => boolean, string])[] = [
  ["key", isKey, " must be a text of one character or more"],
  ["time", isInteger, " must be an integer"],
  ["time", isInSeconds, `: time is in seconds, so it must be below ${timeEnd}`],
  ["result", isResult, " must be true or false"],
  ["value", isCount, ` must be an integer from 0 to ${countMax}`],
];

/** Searches for the invalid member only now, so that valid submissions take no time for it. */
function whyInvalid(items: readonly unknown[]): string {
  const index = items.findIndex((item) => !isMetric(item));
  const item = items[index];
  if (!isJsonObject(item)) {
    return `enabled_metrics[${index}] must be an object`;
  }
  const invalidRules = rules.filter(([name, holds]) => !holds(item[name]));
  return invalidRules
    .map(([name, , problem]) => `enabled_metrics[${index}].${name}${problem}`)
    .join("; ");
}
