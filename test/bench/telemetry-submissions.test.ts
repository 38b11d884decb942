import { expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { requestAt, rowCount, wirePieces } from "../../bench/load/request-pattern.ts";
import {
  createOutcomeSubmissions,
  createSubmissions,
  metricsPerSubmission,
  submissionBody,
} from "../../bench/telemetry-submissions.ts";
import { readOutcomes } from "../../src/telemetry/worker/reading/outcome-reader.ts";

const { pattern, evaluationCount, jsonBytes } = createSubmissions({
  count: 5_000,
  namespace: 0xbeef,
  timeSeconds: 1_700_000_040,
  path: "/adapter/telemetry",
  headers: { "flipper-cloud-token": "t" },
});

test("every row is valid gzip of the same metrics with its own id", () => {
  const ids = new Set<string>();
  for (let row = 0; row < rowCount(pattern); row += 7) {
    const json = gunzipSync(submissionBody(pattern, row)).toString();
    const document: { request_id: string; enabled_metrics: { value: number }[] } = JSON.parse(json);
    expect(json.length).toBe(jsonBytes);
    expect(document.enabled_metrics).toHaveLength(metricsPerSubmission);
    expect(document.enabled_metrics.reduce((sum, { value }) => sum + value, 0)).toBe(
      evaluationCount,
    );
    expect(document.request_id).toMatch(/^[\da-f]{8}-beef-4000-8000-[\da-f]{12}$/);
    expect(ids).not.toContain(document.request_id);
    ids.add(document.request_id);
  }
});

test("the pieces and the fields of a row are together the complete request", () => {
  const pieces = wirePieces(pattern);
  const { rows, widths } = pattern;
  let start = 0;
  const fields = widths.map((width) => {
    start += width;
    return rows.slice(start - width, start);
  });
  const sent = pieces.map((piece, index) => piece + (fields[index] ?? "")).join("");
  const [head = "", ...body] = sent.split("\r\n\r\n");
  expect(body.join("\r\n\r\n")).toBe(requestAt(pattern, 0).body);
  expect(head.split("\r\n")).toEqual([
    "POST /adapter/telemetry HTTP/1.1",
    "host: 127.0.0.1",
    "flipper-cloud-token: t",
    "content-type: application/json",
    "content-encoding: gzip",
    `content-length: ${requestAt(pattern, 0).body.length}`,
  ]);
});

test("submissions of outcomes are valid, and the sum of their totals is known", () => {
  const watched = { keys: ["search", "cart"], names: ["checkout"] };
  const { pattern, outcomeCount, total } = createOutcomeSubmissions(watched, {
    ...{ count: 2, namespace: 1, path: "/adapter/gatehouse/outcomes", headers: {} },
  });
  const [first, second] = [0, 1].map((row) =>
    readOutcomes(Uint8Array.from(submissionBody(pattern, row)), "gzip"),
  );
  expect(first?.requestId).not.toBe(second?.requestId);
  expect(first?.outcomes).toEqual(second?.outcomes);
  expect(first?.outcomes).toHaveLength(outcomeCount);
  expect(first?.outcomes.reduce((sum, outcome) => sum + outcome.total, 0)).toBe(total);
});
