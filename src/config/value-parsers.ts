import { isIPv4, isIPv6 } from "node:net";

/** A parsed value, or the reason of an error, which follows the option's name: "--port must …". */
export type ParseResult<Value> = { readonly value: Value } | { readonly reason: string };

export interface ValueParser<Value> {
  (text: string): ParseResult<Value>;
  /** The only texts that it accepts, if they are a fixed list. */
  readonly words?: readonly string[] | undefined;
}

const digits = /^\d{1,15}$/;
const hostNameLabel = /^(?!-)[A-Za-z0-9_-]{1,63}(?<!-)$/;
const digitsAndDots = /^[\d.]+$/;
const hostNameLengthMax = 253;
const pathLengthMax = 4096;
const urlCharacters = /^[!#-&(-;=?-_a-z{-~]{1,2048}$/;
const groupNameLengthMax = 255;
const control = /\p{Cc}/u;

/** Parses one of the words; letter case matters. */
export function parseOneOf<const Word extends string>(
  ...words: readonly Word[]
): ValueParser<Word> {
  const parse = (text: string): ParseResult<Word> => {
    const value = words.find((word) => word === text);
    return value === undefined ? { reason: `must be one of ${words.join(", ")}` } : { value };
  };
  return Object.assign(parse, { words });
}

/** Parses a decimal integer from `minimum` to `maximum`. */
export function parseInteger(minimum: number, maximum: number): ValueParser<number> {
  return (text) => {
    const value = digits.test(text) ? Number(text) : Number.NaN;
    return value >= minimum && value <= maximum
      ? { value }
      : { reason: `must be an integer from ${minimum} to ${maximum}` };
  };
}

const unitsBytes: Readonly<Record<string, number>> = {
  "": 1,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
};
const byteCount = /^(?<count>\d{1,15})(?<unit>[KMG]iB)?$/;

/** Parses bytes, such as `1000` or `64MiB`, from `minimum` to `maximum` bytes. */
export function parseByteCount({
  minimum,
  maximum,
}: {
  readonly minimum: number;
  readonly maximum: number;
}): ValueParser<number> {
  return (text) => {
    const { count, unit = "" } = byteCount.exec(text)?.groups ?? {};
    const value = Number(count) * (unitsBytes[unit] ?? Number.NaN);
    return value >= minimum && value <= maximum
      ? { value }
      : { reason: `must be a size from ${minimum} to ${maximum} bytes, such as 1000 or 64MiB` };
  };
}

const unitsMs: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const lengthOfTime = /^(?<count>\d{1,6})(?<unit>[mhd])$/;

/**
 * Parses minutes, hours or days, such as `6h`, from `minimum` to `maximum`; the value is
 * milliseconds.
 */
export function parseDuration(minimum: string, maximum: string): ValueParser<number> {
  return (text) => {
    const value = milliseconds(text);
    return value >= milliseconds(minimum) && value <= milliseconds(maximum)
      ? { value }
      : { reason: `must be a time from ${minimum} to ${maximum}, such as 30m, 6h or 1d` };
  };
}

function milliseconds(text: string): number {
  const { count, unit = "" } = lengthOfTime.exec(text)?.groups ?? {};
  return Number(count) * (unitsMs[unit] ?? Number.NaN);
}

/** Parses a host name or an IP address to listen on; IPv6 without brackets. */
export function parseHost(text: string): ParseResult<string> {
  const valid = text.includes(":") ? isIPv6(text) : isHostName(text);
  return valid
    ? { value: text }
    : { reason: "must be a host name or an IP address without a port" };
}

function isHostName(text: string): boolean {
  if (digitsAndDots.test(text)) {
    return isIPv4(text);
  }
  return (
    text.length <= hostNameLengthMax && text.split(".").every((label) => hostNameLabel.test(label))
  );
}

/** Parses the path of a file or a directory, which need not exist yet. */
export function parseFilePath(text: string): ParseResult<string> {
  return text === "" || text.length > pathLengthMax || text.includes("\0")
    ? { reason: `must be a path of 1 to ${pathLengthMax} characters` }
    : { value: text };
}

/** Parses an absolute http or https URL; the value is the unchanged text. */
export function parseUrl(text: string): ParseResult<string> {
  const protocol = urlCharacters.test(text) ? URL.parse(text)?.protocol : undefined;
  return protocol === "http:" || protocol === "https:"
    ? { value: text }
    : { reason: "must be an http or https URL" };
}

/** Parses the name of a group to register in mountable mode. */
export function parseGroupName(text: string): ParseResult<string> {
  const valid =
    text !== "" &&
    text === text.trim() &&
    text.length <= groupNameLengthMax &&
    text.isWellFormed() &&
    !control.test(text);
  return valid
    ? { value: text }
    : {
        reason: `must be a name of 1 to ${groupNameLengthMax} characters without spaces at either end`,
      };
}
