import type { LoadGenerator, LoadResult } from "./load/load-generator.ts";
import { type RequestPattern, rowCount } from "./load/request-pattern.ts";
import { processorMs } from "./processor-time.ts";
import { Refused } from "./refused.ts";

/** What one side of a comparison did in one round. */
export interface Measurement {
  readonly ratePerSecond: number;
  /** Undefined where nobody waited for answers. */
  readonly p50Ms: number | undefined;
  readonly p99Ms: number | undefined;
  /** Processor time of the server for one answer; undefined where the system does not tell. */
  readonly processorMicroseconds: number | undefined;
}

export interface Side {
  measure(round: number): Promise<Measurement>;
}

/**
 * Lets all sides take turns, several times, so that what else the machine does meets all of them
 * alike; every other round in the opposite order. Gives the measurements of each side, without
 * those of the warm-up rounds, in which code that just began to run is compiled.
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
  readonly requests: (round: number) => RequestPattern;
  readonly connections: number;
  readonly durationSeconds: number;
  readonly pauseMs?: number;
  /** Throws unless the server answers as it should; asked before and after each load. */
  readonly check: () => Promise<void>;
  /** Bytes of every answer, where they are known, and by how many an answer may differ. */
  readonly answerBytes?: number;
  readonly answerBytesSpread?: number;
  /** True where no row may be sent twice. */
  readonly sendsRowsOnce?: boolean;
}

/** Rows of a load, sent or not: a generator may make some that it does not send in time. */
export interface RowRange {
  readonly first: number;
  /** The first that was certainly not sent. */
  readonly end: number;
}

/** For each connection, rows that a generator may take beyond those that were answered. */
const spareRowsPerConnection = 4;

/** A server under load. Throws `Refused` when it answered wrongly before, during or after. */
export class LoadedServer implements Side {
  readonly #options: LoadedServerOptions;
  readonly #nextRows = new Map<RequestPattern, number>();
  readonly #ranges: RowRange[] = [];
  #answerCount = 0;

  constructor(options: LoadedServerOptions) {
    this.#options = options;
  }

  /** Answers to the load so far, in all rounds. */
  get answerCount(): number {
    return this.#answerCount;
  }

  /** What each load so far may have sent. */
  get ranges(): readonly RowRange[] {
    return this.#ranges;
  }

  async measure(round: number): Promise<Measurement> {
    const { server, check, generator, requests: requestsOf, ...load } = this.#options;
    const requests = requestsOf(round);
    const firstRow = this.#nextRows.get(requests) ?? 0;
    await check();
    const before = processorMs(server.pid);
    const { origin } = server;
    const result = await generator.run({ pauseMs: 0, ...load, origin, requests, firstRow });
    const after = processorMs(server.pid);
    const nextRow = firstRow + result.answerCount + spareRowsPerConnection * load.connections;
    this.#nextRows.set(requests, nextRow);
    this.#ranges.push({ first: firstRow, end: nextRow });
    this.#refuseUnsound(result, nextRow, requests);
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

  #refuseUnsound(result: LoadResult, nextRow: number, requests: RequestPattern): void {
    const { connections, answerBytes, answerBytesSpread = 0, sendsRowsOnce } = this.#options;
    const what = `Of ${result.answerCount} answers to ${requests.method} ${requests.path.join("…")}`;
    if (result.answerCount === 0 || result.refusedCount > 0 || result.brokenCount > 0) {
      throw new Refused(
        `${what} ${result.refusedCount} had a status of 400 or more, and ${result.brokenCount} failed`,
      );
    }
    if (sendsRowsOnce === true && nextRow > rowCount(requests)) {
      throw new Refused(`${what} some were to a request sent before: more rows are needed`);
    }
    if (answerBytes !== undefined) {
      const expected = result.answerCount * answerBytes;
      // What was on its way when time was up is read, but is no answer.
      const tolerated = connections * answerBytes + result.answerCount * answerBytesSpread;
      if (Math.abs(result.bytesRead - expected) > tolerated) {
        throw new Refused(`${what} some were of another size: ${result.bytesRead} bytes came`);
      }
    }
  }
}
