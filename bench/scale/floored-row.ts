/** What was measured several times, and what is promised of the median. */
export interface FlooredRow {
  readonly name: string;
  readonly unit: "ms" | "MiB";
  readonly values: readonly number[];
  /** Null without a promise. */
  readonly floor: number | null;
  readonly aim: number | null;
}
