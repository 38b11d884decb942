import { AsciiLiteral } from "./ascii-literal.ts";
import { isPlainAscii } from "./ascii-parts.ts";
import { KnownTexts } from "./known-texts.ts";
import type { Metric } from "./metric.ts";

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

/** Every integer of so many digits is safe. */
const digitsMax = 15;
/** A few thousand keys of usual length: 300 KiB. */
const keys = new KnownTexts(12, 64);
const decoder = new TextDecoder("latin1");

/**
 * Reads a submission in the very form that the Flipper gem writes (WIRE.md B.6), with ASCII keys,
 * in two thirds of the time that decoding and parsing take, with hardly any garbage. Undefined
 * for all else, right or wrong, which is left to the thorough way; the id is not checked.
 */
export function readUsual(
  json: Uint8Array,
): { readonly requestId: string; readonly metrics: readonly Metric[] } | undefined {
  const view = new DataView(json.buffer, json.byteOffset, json.length);
  const idEnd = beforeId.length + idLength;
  if (!beforeId.isAt(view, 0) || !beforeMetrics.isAt(view, idEnd)) {
    return undefined;
  }
  const metrics = readMetrics(json, view, idEnd + beforeMetrics.length);
  return metrics === undefined
    ? undefined
    : { requestId: decoder.decode(json.subarray(beforeId.length, idEnd)), metrics };
}

/** One position in one function: a cursor that others move costs a tenth of the worker's time. */
function readMetrics(json: Uint8Array, view: DataView, start: number): Metric[] | undefined {
  const metrics: Metric[] = [];
  for (let at = start; beforeKey.isAt(view, at); at++) {
    at += beforeKey.length;
    const key = keyAt(json, view, at);
    at += key.length;
    if (key === "" || !beforeTime.isAt(view, at)) {
      return undefined;
    }
    at += beforeTime.length;
    const timeEnd = digitsEnd(json, at);
    const time = integerIn(json, at, timeEnd);
    const result = enabled.isAt(view, timeEnd);
    if (time < 0 || !(result || disabled.isAt(view, timeEnd))) {
      return undefined;
    }
    const valueStart = timeEnd + (result ? enabled : disabled).length;
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

/** Up to the closing quote; empty without one, or if it is not plain ASCII or has escapes. */
function keyAt(json: Uint8Array, view: DataView, start: number): string {
  let hash = 0;
  let end = start;
  for (; json[end] !== quote; end++) {
    const byte = json[end] ?? 0;
    if (!isPlainAscii(byte) || byte === backslash) {
      return "";
    }
    hash = (Math.imul(hash, 31) + byte) | 0;
  }
  return keys.of(view, start, end, hash);
}

function digitsEnd(json: Uint8Array, start: number): number {
  let at = start;
  for (; ; at++) {
    const byte = json[at] ?? 0;
    if (byte < zero || byte > nine) {
      return at;
    }
  }
}

/** The integer that digits make as JSON writes it; -1 if they make none, or one that is not safe. */
function integerIn(json: Uint8Array, start: number, end: number): number {
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

function isEnd(json: Uint8Array, at: number): boolean {
  return json[at] === closingBracket && json[at + 1] === closingBrace && json.length === at + 2;
}
