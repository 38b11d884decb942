import { BenchmarkError } from "./benchmark-error.ts";
import type { LoadGenerator, LoadResult } from "./load/load-generator.ts";
import { type RequestPattern, rowCount } from "./load/request-pattern.ts";
import { processorMs } from "./processor-time.ts";

/** The result of one side of a comparison in one round. */
export interface Measurement {
  readonly ratePerSecond: number;
  /** Undefined if the side has no requests. */
  readonly p50Ms: number | undefined;
  readonly p99Ms: number | undefined;
  /** Processor time of the server for one answer; undefined if the system does not report it. */
  readonly processorMicroseconds: number | undefined;
}

export interface Side {
  measure(round: number): Promise<Measurement>;
}

/**
 * Measures all sides in turn, several times, so that other load on the machine affects all of them
 * equally; every second round in the opposite order. Returns the measurements of each side, without
 * the warm-up rounds, in which new code is compiled.
 */
export async function interleave(
  sides: readonly Side[],
  rounds: number,
  warmUpRounds = 1,
): Promise<readonly (readonly Measurement[])[]> {
  const measured = sides.map((side) => ({ side, measurements: [] as Measurement[] }));
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const turns = round % 2 === 0 ? measured : measured.toReversed();
    for (const { side, measurements } of turns) {
      measurements.push(await side.measure(round));
    }
  }
  return measured.map(({ measurements }) => measurements.slice(warmUpRounds));
}

export interface LoadedServerOptions {
  readonly generator: LoadGenerator;
  readonly server: { readonly pid: number; readonly origin: string };
  /** For a server of several processes; the time of `server.pid` unless given. */
  readonly processorMs?: () => number | undefined;
  readonly requests: (round: number) => RequestPattern;
  readonly connections: number;
  readonly durationSeconds: number;
  readonly pauseMs?: number;
  /** Throws unless the server answers correctly; called before and after each load. */
  readonly check: () => Promise<void>;
  /** Bytes of every answer, if they are known, and the allowed difference. */
  readonly answerBytes?: number;
  readonly answerBytesSpread?: number;
  /** True if no row may be sent twice. */
  readonly sendsRowsOnce?: boolean;
}

/** Rows of a load. A generator may create rows that it does not send in time. */
export interface RowRange {
  readonly first: number;
  /** The first row that was certainly not sent. */
  readonly end: number;
}

/** Rows for each connection that a generator may have used beyond the answered ones. */
const spareRowsPerConnection = 4;

/**
 * A server under load. Throws a `BenchmarkError` if an answer is wrong before, in or after a load.
 */
export class LoadedServer implements Side {
  readonly #options: LoadedServerOptions;
  readonly #nextRows = new Map<RequestPattern, number>();
  readonly #ranges: RowRange[] = [];
  #answerCount = 0;

  constructor(options: LoadedServerOptions) {
    this.#options = options;
  }

  /** The number of answers in all rounds so far. */
  get answerCount(): number {
    return this.#answerCount;
  }

  /** The rows that each load so far may have sent. */
  get ranges(): readonly RowRange[] {
    return this.#ranges;
  }

  async measure(round: number): Promise<Measurement> {
    const { server, check, generator, requests: requestsOf, ...load } = this.#options;
    const { processorMs: usedMs = () => processorMs(server.pid) } = this.#options;
    const requests = requestsOf(round);
    const firstRow = this.#nextRows.get(requests) ?? 0;
    await check();
    const before = usedMs();
    const { origin } = server;
    const result = await generator.run({ pauseMs: 0, ...load, origin, requests, firstRow });
    const after = usedMs();
    const nextRow = firstRow + result.answerCount + spareRowsPerConnection * load.connections;
    this.#nextRows.set(requests, nextRow);
    this.#ranges.push({ first: firstRow, end: nextRow });
    this.#checkResult(result, nextRow, requests);
    await check();
    this.#answerCount += result.answerCount;
    return {
      ratePerSecond: (result.answerCount / result.elapsedMs) * 1_000,
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
      processorMicroseconds:
        before === undefined || after === undefined
          ? undefined
          : ((after - before) * 1_000) / result.answerCount,
    };
  }

  #checkResult(result: LoadResult, nextRow: number, requests: RequestPattern): void {
    const { connections, answerBytes, answerBytesSpread = 0, sendsRowsOnce } = this.#options;
    const what = `Of ${result.answerCount} answers to ${requests.method} ${requests.path.join("…")}`;
    if (result.answerCount === 0 || result.refusedCount > 0 || result.brokenCount > 0) {
      throw new BenchmarkError(
        `${what} ${result.refusedCount} had a status of 400 or more, and ${result.brokenCount} failed`,
      );
    }
    if (sendsRowsOnce === true && nextRow > rowCount(requests)) {
      throw new BenchmarkError(`${what} some were to a request sent before: more rows are needed`);
    }
    if (answerBytes !== undefined) {
      const expected = result.answerCount * answerBytes;
      // Bytes of answers that were incomplete at the end are read but not counted as answers.
      const tolerated = connections * answerBytes + result.answerCount * answerBytesSpread;
      if (Math.abs(result.bytesRead - expected) > tolerated) {
        throw new BenchmarkError(
          `${what} some were of another size: ${result.bytesRead} bytes came`,
        );
      }
    }
  }
}
