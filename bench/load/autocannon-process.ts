import autocannon from "autocannon";
import type { Load, LoadResult } from "./load-generator.ts";
import { requestAt } from "./request-pattern.ts";

/**
 * Runs in a process that `Autocannon` starts. The argument is a file with the load; prints the
 * result.
 */
async function main(path: string | undefined): Promise<void> {
  const load: Load = await Bun.file(path ?? "").json();
  const { requests, connections, durationSeconds, pauseMs } = load;
  let row = load.firstRow;
  const started = performance.now();
  const result = await autocannon({
    url: load.origin,
    connections,
    duration: durationSeconds,
    timeout: 5,
    ...(pauseMs > 0 ? { connectionRate: Math.round(1_000 / pauseMs) } : {}),
    requests: [
      requests.widths.length === 0
        ? wireRequest(load, 0)
        : { setupRequest: () => wireRequest(load, row++) },
    ],
  });
  const loadResult: LoadResult = {
    answerCount: result.requests.total,
    elapsedMs: Math.min(performance.now() - started, result.duration * 1_000),
    bytesRead: result.throughput.total,
    refusedCount: result["4xx"] + result["5xx"],
    brokenCount: result.errors,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
  console.log(JSON.stringify(loadResult));
}

function wireRequest({ requests }: Load, row: number): autocannon.Request {
  const { method, path, headers, body } = requestAt(requests, row);
  const common = { method, path, headers: { ...headers } };
  return body === "" ? common : { ...common, body: Buffer.from(body, "latin1") };
}

await main(process.argv[2]);
