import type { BucketSeries } from "../messages/bucket-series.ts";
import { cappedSum } from "../messages/counts.ts";
import { timestampOf } from "../messages/minutes.ts";
import type { KeyCounts } from "./port/telemetry-store.ts";

/** A feature of a summary; without counts if it was never evaluated. */
export interface SummarizedFeature {
  /** As `RequestedFeature` has it. */
  readonly head: string;
  readonly counts: KeyCounts | undefined;
}

/**
 * Writes features with their members `summary` and `time_series` (docs/api.md#telemetry-summary),
 * separated by commas, as the bytes of JSON, with zeros for buckets without counts. A summary of many
 * features is almost only this text, so digits are written without making strings of them.
 */
export function writeSummaries(
  features: readonly SummarizedFeature[],
  series: BucketSeries,
): Uint8Array<ArrayBuffer> {
  const writer = new SummaryWriter(series);
  const bytesMax = features.reduce((sum, { head }) => sum + writer.bytesMax(head), 0);
  return writer.write(features, new Uint8Array(bytesMax));
}

const encoder = new TextEncoder();
const utf8BytesPerUnitMax = 3;
/** 2^53-1 has 16 digits; a rate, which has at most 24 characters, counts as two numbers. */
const digitsMax = 16;
const numbersPerItem = 3;
const numbersPerSummary = 5;
/** Up to here numbers have few digits and are whole numbers of 32 bits. */
const smallMax = 1_000_000_000;
const digitZero = 48;
const closingBrace = 125;
const comma = 44;

const middle = {
  enabled: encoder.encode(',"enabled":'),
  disabled: encoder.encode(',"disabled":'),
  summary: encoder.encode(',"summary":{"total":'),
  rate: encoder.encode(',"enabled_rate":'),
  series: encoder.encode('},"time_series":['),
  end: encoder.encode("]}"),
};
const zeroItemEnd = encoder.encode('0,"enabled":0,"disabled":0}');

class SummaryWriter {
  /** The start of the item of each bucket, up to the total. */
  readonly #itemStarts: readonly Uint8Array[];
  readonly #itemsBytesMax: number;
  #bytes = new Uint8Array(0);
  #at = 0;

  constructor({ bucketCount, start, sizeMinutes }: BucketSeries) {
    this.#itemStarts = Array.from({ length: bucketCount }, (_, index) => {
      const timestamp = JSON.stringify(timestampOf(start + index * sizeMinutes));
      return encoder.encode(`${index === 0 ? "" : ","}{"timestamp":${timestamp},"total":`);
    });
    const names = middle.enabled.length + middle.disabled.length + 1;
    this.#itemsBytesMax = this.#itemStarts.reduce(
      (sum, item) => sum + item.length + names + numbersPerItem * digitsMax,
      0,
    );
  }

  bytesMax(head: string): number {
    const names = Object.values(middle).reduce((sum, { length }) => sum + length, 1);
    const numbers = numbersPerSummary * digitsMax;
    return head.length * utf8BytesPerUnitMax + names + numbers + this.#itemsBytesMax;
  }

  write(
    features: readonly SummarizedFeature[],
    target: Uint8Array<ArrayBuffer>,
  ): Uint8Array<ArrayBuffer> {
    this.#bytes = target;
    this.#at = 0;
    for (const { head, counts } of features) {
      if (this.#at > 0) {
        this.#byte(comma);
      }
      this.#at += encoder.encodeInto(head, target.subarray(this.#at)).written;
      this.#summary(counts);
      this.#copy(middle.series);
      this.#items(counts);
      this.#copy(middle.end);
    }
    return target.subarray(0, this.#at);
  }

  #summary(counts: KeyCounts | undefined): void {
    const enabled = counts === undefined ? 0 : sumOf(counts.enabled);
    const disabled = counts === undefined ? 0 : sumOf(counts.disabled);
    this.#copy(middle.summary);
    this.#counts(enabled, disabled);
    this.#copy(middle.rate);
    this.#text(String(enabled === 0 ? 0 : enabled / (enabled + disabled)));
  }

  #items(counts: KeyCounts | undefined): void {
    for (let bucket = 0; bucket < this.#itemStarts.length; bucket++) {
      this.#copy(this.#itemStarts[bucket] ?? zeroItemEnd);
      const enabled = counts?.enabled[bucket] ?? 0;
      const disabled = counts?.disabled[bucket] ?? 0;
      if (enabled === 0 && disabled === 0) {
        this.#copy(zeroItemEnd);
      } else {
        this.#counts(enabled, disabled);
        this.#byte(closingBrace);
      }
    }
  }

  /** The total, the enabled and the disabled, with the names of the last two. */
  #counts(enabled: number, disabled: number): void {
    this.#number(cappedSum(enabled, disabled));
    this.#copy(middle.enabled);
    this.#number(enabled);
    this.#copy(middle.disabled);
    this.#number(disabled);
  }

  /** A loop is faster than `set` for so few bytes. */
  #copy(from: Uint8Array): void {
    const bytes = this.#bytes;
    const at = this.#at;
    for (let index = 0; index < from.length; index++) {
      bytes[at + index] = from[index] ?? 0;
    }
    this.#at = at + from.length;
  }

  #byte(byte: number): void {
    this.#bytes[this.#at++] = byte;
  }

  #text(text: string): void {
    for (let index = 0; index < text.length; index++) {
      this.#byte(text.charCodeAt(index));
    }
  }

  #number(number: number): void {
    if (number >= smallMax) {
      this.#text(String(number));
      return;
    }
    const bytes = this.#bytes;
    let at = this.#at;
    for (let limit = 10; number >= limit; limit *= 10) {
      at++;
    }
    this.#at = at + 1;
    let rest = number | 0;
    for (; rest >= 10; rest = (rest / 10) | 0) {
      bytes[at--] = digitZero + (rest % 10);
    }
    bytes[at] = digitZero + rest;
  }
}

function sumOf(counts: Float64Array): number {
  let sum = 0;
  for (const count of counts) {
    sum = cappedSum(sum, count);
  }
  return sum;
}
