import type { BucketSeries } from "../messages/bucket-series.ts";
import { cappedSum } from "../messages/counts.ts";
import { timestampOf } from "../messages/minutes.ts";
import type { KeyCounts } from "./port/telemetry-store.ts";

/** A feature of a summary; without counts if it was never evaluated. */
export interface SummarizedFeature {
  /** The text of `RequestedFeature`. */
  readonly head: string;
  readonly counts: KeyCounts | undefined;
}

/**
 * Writes features with their members `summary` and `time_series` (docs/api.md#telemetry-summary),
 * separated by commas, as the bytes of JSON, with zeros for buckets without counts. A summary of
 * many features consists mostly of this text. So most of it is copied from the feature before, and
 * digits are written without creating strings.
 */
export function writeSummaries(
  features: readonly SummarizedFeature[],
  series: BucketSeries,
): Uint8Array<ArrayBuffer> {
  const writer = new SummaryWriter(series);
  const bytesMax = features.reduce((sum, { head }) => sum + writer.bytesMax(head), 0);
  // Not filled with zeros, as only the written part is returned.
  return writer.write(features, Buffer.allocUnsafeSlow(bytesMax));
}

const encoder = new TextEncoder();
const utf8BytesPerUnitMax = 3;
/** 2^53-1 has 16 digits; a rate, which has at most 24 characters, counts as two numbers. */
const digitsMax = 16;
const numbersPerItem = 3;
const numbersPerSummary = 5;
/** Below it numbers have few digits and are whole numbers of 32 bits. */
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

class SummaryWriter {
  /** The start of the item of each bucket, up to the total. */
  readonly #itemStarts: readonly Uint8Array[];
  readonly #itemsBytesMax: number;
  /** Buckets without evaluations. */
  readonly #zeros: KeyCounts;
  /** The lengths and ends of the last written items, which are in `#bytes`. */
  readonly #last: WrittenItems;
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
    this.#zeros = {
      enabled: new Float64Array(bucketCount),
      disabled: new Float64Array(bucketCount),
    };
    this.#last = {
      lengths: new Int32Array(bucketCount),
      ends: new Int32Array(bucketCount),
      counts: this.#zeros,
    };
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
    for (const { head, counts = this.#zeros } of features) {
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

  /** It reads by index: the iterator of a typed array takes several times longer. */
  #summary(counts: KeyCounts): void {
    let enabled = 0;
    let disabled = 0;
    for (let bucket = 0; bucket < this.#itemStarts.length; bucket++) {
      enabled = cappedSum(enabled, counts.enabled[bucket] ?? 0);
      disabled = cappedSum(disabled, counts.disabled[bucket] ?? 0);
    }
    this.#copy(middle.summary);
    this.#counts(enabled, disabled);
    this.#copy(middle.rate);
    this.#text(String(enabled === 0 ? 0 : enabled / (enabled + disabled)));
  }

  /**
   * Most items are as long as the one of the same bucket in the feature before: a run of them is
   * copied from there at once, and then gets its own digits.
   */
  #items(counts: KeyCounts): void {
    const { lengths, ends } = this.#last;
    const bucketCount = lengths.length;
    for (let bucket = 0; bucket < bucketCount; ) {
      const first = bucket;
      let length = lengthsOf(counts, bucket);
      while (bucket < bucketCount && length !== 0 && length === lengths[bucket]) {
        bucket++;
        length = lengthsOf(counts, bucket);
      }
      if (bucket > first) {
        this.#copyItems(first, bucket, counts);
      }
      if (bucket < bucketCount) {
        this.#item(bucket, counts);
        lengths[bucket] = length;
        ends[bucket] = this.#at;
        bucket++;
      }
    }
    this.#last.counts = counts;
  }

  #item(bucket: number, { enabled, disabled }: KeyCounts): void {
    this.#copy(this.#itemStarts[bucket] ?? middle.end);
    this.#counts(enabled[bucket] ?? 0, disabled[bucket] ?? 0);
    this.#byte(closingBrace);
  }

  /** Copies the last items of some buckets, and writes the numbers that differ. */
  #copyItems(first: number, end: number, { enabled, disabled }: KeyCounts): void {
    const { ends, counts: last } = this.#last;
    const from = (ends[first] ?? 0) - this.#lengthOfItem(first, last);
    const to = ends[end - 1] ?? 0;
    const moved = this.#at - from;
    this.#bytes.copyWithin(this.#at, from, to);
    this.#at += to - from;
    for (let bucket = first; bucket < end; bucket++) {
      const at = (ends[bucket] ?? 0) + moved;
      ends[bucket] = at;
      const on = enabled[bucket] ?? 0;
      const off = disabled[bucket] ?? 0;
      if (on !== last.enabled[bucket] || off !== last.disabled[bucket]) {
        const disabledEnd = at - 1;
        const enabledEnd = disabledEnd - digitsOf(off) - middle.disabled.length;
        const totalEnd = enabledEnd - digitsOf(on) - middle.enabled.length;
        this.#digitsBefore(disabledEnd, off);
        this.#digitsBefore(enabledEnd, on);
        this.#digitsBefore(totalEnd, on + off);
      }
    }
  }

  #lengthOfItem(bucket: number, { enabled, disabled }: KeyCounts): number {
    const on = enabled[bucket] ?? 0;
    const off = disabled[bucket] ?? 0;
    const digits = digitsOf(on) + digitsOf(off) + digitsOf(on + off);
    const names = middle.enabled.length + middle.disabled.length + 1;
    return (this.#itemStarts[bucket]?.length ?? 0) + names + digits;
  }

  /** The total, and the enabled and disabled counts with their names. */
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
    this.#at += digitsOf(number);
    this.#digitsBefore(this.#at, number);
  }

  /** Writes the digits of a small number so that they end before a position. */
  #digitsBefore(end: number, number: number): void {
    const bytes = this.#bytes;
    let at = end - 1;
    let rest = number | 0;
    for (; rest >= 10; rest = (rest / 10) | 0) {
      bytes[at--] = digitZero + (rest % 10);
    }
    bytes[at] = digitZero + rest;
  }
}

/** The items of the feature that was written last. */
interface WrittenItems {
  /** For each bucket the result of `lengthsOf`; 0 if there is no item to copy. */
  readonly lengths: Int32Array;
  /** For each bucket the position after its item. */
  readonly ends: Int32Array;
  counts: KeyCounts;
}

/** Equal for two buckets only if their numbers have as many digits; 0 if one is large. */
function lengthsOf({ enabled, disabled }: KeyCounts, bucket: number): number {
  const on = enabled[bucket] ?? 0;
  const off = disabled[bucket] ?? 0;
  const total = on + off;
  return total >= smallMax
    ? 0
    : (digitsOf(on) * digitsMax + digitsOf(off)) * digitsMax + digitsOf(total);
}

/** How many digits a number below `smallMax` has. */
function digitsOf(number: number): number {
  let digits = 1;
  for (let limit = 10; number >= limit; limit *= 10) {
    digits++;
  }
  return digits;
}
