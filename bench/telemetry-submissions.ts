import { crc32, deflateRawSync, gunzipSync } from "node:zlib";
import { featureCount, featureKey } from "./benchmark-features.ts";
import { type RequestPattern, requestAt, rowCount } from "./load/request-pattern.ts";

export const metricsPerSubmission = 2 * featureCount;

/** Copies of a telemetry submission (docs/api.md#telemetry-submission), each with its own id. */
export interface Submissions {
  readonly pattern: RequestPattern;
  /** The sum of the evaluations in one submission. */
  readonly evaluationCount: number;
  /** The size of the decompressed JSON of a submission. */
  readonly jsonBytes: number;
}

const idLength = 36;
/** How many digits at the start of an id are different for each row. */
const idDigits = 8;
const checksumLength = 4;

interface SubmissionOptions {
  readonly count: number;
  /** Makes the ids of several sets different: 0 to 65535. */
  readonly namespace: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Submissions of metrics, all of the time `timeSeconds`. */
export function createSubmissions({
  timeSeconds,
  ...options
}: SubmissionOptions & { readonly timeSeconds: number }): Submissions {
  const metrics = metricsAt(timeSeconds);
  const evaluationCount = metrics.reduce((sum, metric) => sum + metric.value, 0);
  return { ...gzipSubmissions(options, { enabled_metrics: metrics }), evaluationCount };
}

/** Submissions of outcomes (docs/api.md#outcome-submission): each name of each feature, with both results. */
export function createOutcomeSubmissions(
  watched: Readonly<Record<"keys" | "names", readonly string[]>>,
  options: SubmissionOptions,
): Pick<Submissions, "pattern"> & { readonly outcomeCount: number; readonly total: number } {
  const outcomes = watched.keys.flatMap((key) =>
    watched.names.flatMap((name) =>
      [true, false].map((result, index) => ({ name, key, result, ...countsOf(index + 1) })),
    ),
  );
  const { pattern } = gzipSubmissions(options, { outcomes });
  const total = outcomes.reduce((sum, outcome) => sum + outcome.total, 0);
  return { pattern, outcomeCount: outcomes.length, total };
}

/** Irregular counts in all buckets of actors, with their sums. */
function countsOf(seed: number) {
  const buckets = Array.from({ length: 16 }, (_, index) => {
    const total = 1 + (Math.imul(seed * 16 + index, 2_654_435_761) >>> 26);
    return [total, total >> 3] as const;
  });
  const sumOf = (place: 0 | 1) => buckets.reduce((sum, bucket) => sum + bucket[place], 0);
  return { total: sumOf(0), errors: sumOf(1), buckets };
}

/**
 * Creates gzip bodies that differ in their request id only, without compressing each one: the id is
 * in an uncompressed block of the gzip data, the other members are in a compressed block that is the
 * same in all.
 */
function gzipSubmissions(
  options: SubmissionOptions,
  members: object,
): Pick<Submissions, "pattern" | "jsonBytes"> {
  const [beforeId, afterId] = ['{"request_id":"', '",'];
  const rest = JSON.stringify(members).slice(1);
  const jsonOf = (id: string) => beforeId + id + afterId + rest;
  const storedLength = beforeId.length + idLength + afterId.length;
  const checksumOf = checksums(jsonOf, beforeId.length, options.namespace);
  const rows = Array.from({ length: options.count }, (_, row) => {
    const id = idOf(row, options.namespace);
    return id + littleEndian(checksumOf(id), checksumLength);
  });
  const jsonBytes = jsonOf(idOf(0, options.namespace)).length;
  const pattern: RequestPattern = {
    method: "POST",
    headers: {
      ...options.headers,
      "content-type": "application/json",
      "content-encoding": "gzip",
    },
    path: [options.path],
    body: [
      gzipHeader + storedBlockHeader(storedLength) + beforeId,
      afterId + deflateRawSync(rest).toString("latin1"),
      littleEndian(jsonBytes, 4),
    ],
    widths: [idLength, checksumLength],
    rows: rows.join(""),
  };
  checkRows(pattern);
  return { pattern, jsonBytes };
}

export function submissionBody(pattern: RequestPattern, row: number): Buffer {
  return Buffer.from(requestAt(pattern, row).body, "latin1");
}

function metricsAt(time: number) {
  return Array.from({ length: metricsPerSubmission }, (_, index) => ({
    key: featureKey(index >> 1),
    time,
    result: index % 2 === 0,
    // Irregular, like real counts, so that gzip cannot compress a pattern.
    value: 1 + (Math.imul(index + 1, 2_654_435_761) >>> 18),
  }));
}

function idOf(row: number, namespace: number): string {
  const digits = row.toString(16).padStart(idDigits, "0");
  return `${digits}-${namespace.toString(16).padStart(4, "0")}-4000-8000-0123456789ab`;
}

const gzipHeader = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff";

function storedBlockHeader(length: number): string {
  return `\x00${littleEndian(length, 2)}${littleEndian(length ^ 0xffff, 2)}`;
}

function littleEndian(number: number, bytes: number): string {
  return String.fromCharCode(
    ...Array.from({ length: bytes }, (_, index) => (number >>> (8 * index)) & 0xff),
  );
}

/**
 * Returns a function for the CRC-32 of the submission with an id. A digit changes the CRC by a
 * value that depends only on the digit and its position, so it is looked up instead of computed
 * from 14 KB.
 */
function checksums(jsonOf: (id: string) => string, idStart: number, namespace: number) {
  const zeroId = idOf(0, namespace);
  const zeroJson = Buffer.from(jsonOf(zeroId));
  const zero = crc32(zeroJson);
  const differences = Array.from({ length: idDigits }, (_, position) =>
    Array.from({ length: 16 }, (__, digit) => {
      const json = Buffer.from(zeroJson);
      json.write(digit.toString(16), idStart + position);
      return crc32(json) ^ zero;
    }),
  );
  return (id: string): number => {
    let checksum = zero;
    for (let position = 0; position < idDigits; position++) {
      const digit = Number.parseInt(id.charAt(position), 16);
      checksum ^= differences[position]?.[digit] ?? 0;
    }
    return checksum;
  };
}

function checkRows(pattern: RequestPattern): void {
  for (const row of [0, rowCount(pattern) - 1]) {
    JSON.parse(gunzipSync(submissionBody(pattern, row)).toString());
  }
}
