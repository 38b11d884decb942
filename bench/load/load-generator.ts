import type { RequestPattern } from "./request-pattern.ts";

/** Requests of some connections, each with one request at a time, during a time. */
export interface Load {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  readonly requests: RequestPattern;
  /** The row of the first request. */
  readonly firstRow: number;
  readonly connections: number;
  readonly durationSeconds: number;
  /** How long each connection waits before each request; 0 for the highest load. */
  readonly pauseMs: number;
}

export interface LoadResult {
  readonly answerCount: number;
  readonly elapsedMs: number;
  /** Bytes of all answers, including status lines and headers. */
  readonly bytesRead: number;
  /** Answers with a status of 400 or more. */
  readonly refusedCount: number;
  /** Connections that failed, were closed early, or timed out. */
  readonly brokenCount: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Sends a load to a server from another process. Rejects if this process fails. */
export interface LoadGenerator {
  readonly name: string;
  run(load: Load): Promise<LoadResult>;
}
