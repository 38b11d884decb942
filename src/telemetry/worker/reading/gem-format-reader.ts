import { timeEnd } from "../../messages/submission-limits.ts";
import type { Metric } from "../counting/metric.ts";
import { AsciiLiteral } from "./ascii-literal.ts";
import { equalsKnown, isPrintable } from "./eight-byte-parts.ts";
import { KeyCache } from "./key-cache.ts";

const quote = 0x22;
const comma = 0x2c;
const zero = 0x30;
const nine = 0x39;
const backslash = 0x5c;
const closingBracket = 0x5d;
const closingBrace = 0x7d;

const beforeId = new AsciiLiteral('{"request_id":"');
const idLength = 36;
const beforeMetrics = new AsciiLiteral('","enabled_metrics":[');
const beforeKey = new AsciiLiteral('{"key":"');
const beforeTime = new AsciiLiteral('","time":');
const enabled = new AsciiLiteral(',"result":true,"value":');
const disabled = new AsciiLiteral(',"result":false,"value":');

/** Every integer of up to 15 digits is below 2^53. */
const digitsMax = 15;
/** 2^14 = 16,384 cached keys, which take 1.2 MB. */
const keyBits = 14;
/** Hardly any feature key is longer. */
const keyLengthMax = 64;

export interface GemSubmission {
  /** 36 characters that are not validated. */
  readonly requestId: string;
  readonly metrics: readonly Metric[];
}

/**
 * Reads submissions in exactly the format that the Flipper gem writes (docs/clients.md#telemetry),
 * with ASCII keys of up to 64 characters. With cached keys it takes half the time of the general
 * JSON parser and allocates little; with new keys it takes as much time.
 */
export class GemFormatReader {
  readonly #keys = new KeyCache(keyBits, keyLengthMax);

  /** Returns undefined for every other format, valid or not: the general parser reads those. */
  read(bytes: Uint8Array): GemSubmission | undefined {
    const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const idEnd = beforeId.length + idLength;
    if (!beforeId.isAt(view, 0) || !beforeMetrics.isAt(view, idEnd)) {
      return undefined;
    }
    const metrics = this.#metrics(json, view, idEnd + beforeMetrics.length);
    return metrics === undefined
      ? undefined
      : { requestId: json.toString("latin1", beforeId.length, idEnd), metrics };
  }

  /** One method with a local position, because a shared cursor would take a tenth more time. */
  #metrics(json: Buffer, view: DataView, start: number): readonly Metric[] | undefined {
    const metrics: Metric[] = [];
    let time = 0;
    let timeAt = 0;
    let timeLength = 0;
    for (let at = start; beforeKey.isAt(view, at); at++) {
      at += beforeKey.length;
      const key = this.#keyAt(json, view, at);
      at += key.length;
      // Most metrics of a submission have the same time, so it is parsed once.
      if (timeLength === 0 || !equalsKnown(view, at, timeAt, timeLength)) {
        time = timeFrom(json, view, at);
        timeAt = at;
        timeLength = digitsEnd(json, at + beforeTime.length) - at;
      }
      at += timeLength;
      const result = enabled.isAt(view, at);
      if (key === "" || time < 0 || !(result || disabled.isAt(view, at))) {
        return undefined;
      }
      const valueStart = at + (result ? enabled : disabled).length;
      at = digitsEnd(json, valueStart);
      const value = integerIn(json, valueStart, at);
      if (value < 0 || json[at] !== closingBrace) {
        return undefined;
      }
      metrics.push({ key, time, result, value });
      at++;
      if (json[at] !== comma) {
        return isEnd(json, at) ? metrics : undefined;
      }
    }
    return undefined;
  }

  /**
   * The key up to the closing quote. Empty if it is longer than `keyLengthMax`, has escapes or is
   * not printable ASCII.
   */
  #keyAt(json: Buffer, view: DataView, start: number): string {
    let end = start;
    while (end < json.length && json[end] !== quote) {
      end++;
    }
    const cached = this.#keys.find(view, start, end);
    if (cached !== "" || end - start > keyLengthMax || !isPlain(json, start, end)) {
      return cached;
    }
    const key = json.toString("latin1", start, end);
    this.#keys.add(key, view, start, end);
    return key;
  }
}

function isPlain(json: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = json[at] ?? 0;
    if (!isPrintable(byte) || byte === backslash) {
      return false;
    }
  }
  return end > start;
}

/** The `time` member after a key; -1 if it is missing or the general parser refuses it. */
function timeFrom(json: Buffer, view: DataView, keyEnd: number): number {
  const start = keyEnd + beforeTime.length;
  const time = beforeTime.isAt(view, keyEnd) ? integerIn(json, start, digitsEnd(json, start)) : -1;
  return time < timeEnd ? time : -1;
}

function digitsEnd(json: Buffer, start: number): number {
  let at = start;
  for (; ; at++) {
    const byte = json[at] ?? 0;
    if (byte < zero || byte > nine) {
      return at;
    }
  }
}

/** The integer in JSON's notation; -1 if it is not one or has more than `digitsMax` digits. */
function integerIn(json: Buffer, start: number, end: number): number {
  const length = end - start;
  if (length === 0 || length > digitsMax || (length > 1 && json[start] === zero)) {
    return -1;
  }
  let integer = 0;
  for (let at = start; at < end; at++) {
    integer = integer * 10 + (json[at] ?? 0) - zero;
  }
  return integer;
}

function isEnd(json: Buffer, at: number): boolean {
  return json[at] === closingBracket && json[at + 1] === closingBrace && json.length === at + 2;
}
