import { median } from "../statistics.ts";

/** One pair of a round: the time after a change, and that of a warm answer by the same client. */
export interface ChangeSample {
  readonly changedMs: number;
  readonly warmMs: number;
}

export interface ChangedRow {
  readonly name: string;
  readonly unit: "ms beyond warm" | "ms at the longest" | "times";
  /** One number for each round. */
  readonly rounds: readonly number[];
  /** The median of the warm answers; undefined for a row without them. */
  readonly warm: number | undefined;
  readonly floor: number;
  readonly aim: number;
}

export const roundCount = 10;

interface RowOptions {
  readonly name: string;
  readonly floor: number;
  readonly aim: number;
  readonly samplesPerRound: number;
}

/** Of each round, the median after a change less the median of warm answers. */
export async function changedRow(
  { samplesPerRound, ...row }: RowOptions,
  sample: () => Promise<ChangeSample>,
): Promise<ChangedRow> {
  // New code is compiled in the first samples.
  await sample();
  await sample();
  const rounds: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < roundCount; round++) {
    const samples: ChangeSample[] = [];
    for (let nth = 0; nth < samplesPerRound; nth++) {
      samples.push(await sample());
    }
    const warmMs = median(samples.map((each) => each.warmMs));
    warm.push(warmMs);
    rounds.push(median(samples.map((each) => each.changedMs)) - warmMs);
  }
  return { ...row, unit: "ms beyond warm", rounds, warm: median(warm) };
}
