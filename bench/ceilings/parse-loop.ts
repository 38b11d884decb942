import { processorMs } from "../processor-time.ts";
import {
  createSubmissions,
  metricsPerSubmission,
  submissionBody,
} from "../telemetry-submissions.ts";

/**
 * Decompresses and parses submissions in one thread, without HTTP, checks, sums and disk, for as
 * many milliseconds as the first argument. Prints the number of submissions, the time and the
 * processor time, both in milliseconds, as JSON.
 */
const bodyCount = 512;
const warmUpMs = 300;
const decoder = new TextDecoder();

function main(durationMs: number): void {
  const { pattern } = createSubmissions({
    count: bodyCount,
    namespace: 0,
    timeSeconds: Math.floor(Date.now() / 60_000) * 60,
    path: "/",
    headers: {},
  });
  const bodies = Array.from({ length: bodyCount }, (_, row) =>
    Uint8Array.from(submissionBody(pattern, row)),
  );
  parseFor(warmUpMs, bodies);
  const processorBefore = processorMs(process.pid) ?? 0;
  const { submissionCount, elapsedMs } = parseFor(durationMs, bodies);
  const usedMs = (processorMs(process.pid) ?? 0) - processorBefore;
  console.log(JSON.stringify({ submissionCount, elapsedMs, usedMs }));
}

function parseFor(durationMs: number, bodies: readonly Uint8Array<ArrayBuffer>[]) {
  const started = performance.now();
  let submissionCount = 0;
  let elapsedMs = 0;
  for (; elapsedMs < durationMs; elapsedMs = performance.now() - started) {
    for (const body of bodies.slice(0, 16)) {
      const document: { enabled_metrics: unknown[] } = JSON.parse(
        decoder.decode(Bun.gunzipSync(body)),
      );
      if (document.enabled_metrics.length !== metricsPerSubmission) {
        throw new Error("A submission lost metrics");
      }
      submissionCount++;
    }
  }
  return { submissionCount, elapsedMs };
}

main(Number(process.argv[2]));
