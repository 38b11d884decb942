import type { RequestPattern } from "./request-pattern.ts";

/** As many connections as said, each with one request at a time, for so long. */
export interface Load {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  readonly requests: RequestPattern;
  /** The row to begin with. */
  readonly firstRow: number;
  readonly connections: number;
  readonly durationSeconds: number;
  /** How long each connection waits before each request; 0 for a load as hard as it can be. */
  readonly pauseMs: number;
}

export interface LoadResult {
  readonly answerCount: number;
  readonly elapsedMs: number;
  /** Bytes of all answers, heads included. */
  readonly bytesRead: number;
  /** Answers with a status of 400 or more. */
  readonly refusedCount: number;
  /** Connections that could not be made, broke, or waited too long. */
  readonly brokenCount: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Loads a server from a process of its own. Rejects if that process fails. */
export interface LoadGenerator {
  readonly name: string;
  run(load: Load): Promise<LoadResult>;
}
