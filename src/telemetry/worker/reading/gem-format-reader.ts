import { timeEnd } from "../../messages/submission-limits.ts";
import type { MetricKey, Metrics } from "../counting/metrics.ts";
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
const wordBytes = 4;
const fourQuotes = 0x22222222;
/** If a byte is 0, subtracting its lowest bit sets its highest bit, which was not set before. */
const lowestBits = 0x01010101;
const highestBits = 0x80808080;
/** Hardly any feature key is longer. */
const keyLengthMax = 64;

/**
 * Reads submissions in exactly the format that the Flipper gem writes (docs/clients.md#telemetry),
 * with ASCII keys of up to 64 characters. With cached keys it takes less than half the time of the
 * general JSON parser and allocates nothing for a metric; with new keys it takes as much time.
 */
export class GemFormatReader {
  readonly #keys = new KeyCache(keyBits, keyLengthMax);

  /**
   * Adds the metrics of a submission, and returns its id, 36 characters that are not validated.
   * Returns undefined for every other format, valid or not, perhaps after adding some metrics: the
   * general parser reads those.
   */
  read(bytes: Uint8Array, metrics: Metrics): string | undefined {
    const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const idEnd = beforeId.length + idLength;
    const isRead =
      beforeId.isAt(view, 0) &&
      beforeMetrics.isAt(view, idEnd) &&
      this.#readMetrics(json, view, idEnd + beforeMetrics.length, metrics);
    return isRead ? json.toString("latin1", beforeId.length, idEnd) : undefined;
  }

  /** One method with a local position, because a shared cursor would take a tenth more time. */
  #readMetrics(json: Buffer, view: DataView, start: number, metrics: Metrics): boolean {
    let time = 0;
    let timeAt = 0;
    let timeLength = 0;
    for (let at = start; beforeKey.isAt(view, at); at++) {
      at += beforeKey.length;
      const keyEnd = quoteAt(json, view, at);
      const key = this.#keys.find(view, at, keyEnd) ?? this.#newKey(json, view, at, keyEnd);
      at = keyEnd;
      // Most metrics of a submission have the same time, so it is parsed once.
      if (timeLength === 0 || !equalsKnown(view, at, timeAt, timeLength)) {
        time = timeFrom(json, view, at);
        timeAt = at;
        timeLength = digitsEnd(json, at + beforeTime.length) - at;
      }
      at += timeLength;
      const result = enabled.isAt(view, at);
      if (key === undefined || time < 0 || !(result || disabled.isAt(view, at))) {
        return false;
      }
      const valueAt = at + (result ? enabled : disabled).length;
      at = digitsEnd(json, valueAt);
      const value = integerIn(json, valueAt, at);
      if (value < 0 || json[at] !== closingBrace) {
        return false;
      }
      metrics.add(key, time, result, value);
      at++;
      if (json[at] !== comma) {
        return isEnd(json, at);
      }
    }
    return false;
  }

  /**
   * Undefined for a key that is longer than `keyLengthMax`, has escapes or is not printable ASCII.
   */
  #newKey(json: Buffer, view: DataView, start: number, end: number): MetricKey | undefined {
    return end - start <= keyLengthMax && isPlain(json, start, end)
      ? this.#keys.add(json.toString("latin1", start, end), view, start, end)
      : undefined;
  }
}

/** The next quote; the end if there is none. Looks at four bytes at once. */
function quoteAt(json: Buffer, view: DataView, start: number): number {
  let at = start;
  for (; at + wordBytes <= json.length; at += wordBytes) {
    const differences = view.getInt32(at, true) ^ fourQuotes;
    if (((differences - lowestBits) & ~differences & highestBits) !== 0) {
      break;
    }
  }
  while (at < json.length && json[at] !== quote) {
    at++;
  }
  return at;
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
