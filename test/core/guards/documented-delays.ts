const hour = 60;
const day = 24 * hour;

export interface DocumentedDelay {
  readonly share: number;
  readonly hourly: number;
  readonly rise: number;
  /** In minutes; infinity for more than 7 days. */
  readonly median: number;
  readonly ninety: number;
}

export const longest = 7 * day;
const never = Number.POSITIVE_INFINITY;

const rises = [1.2, 1.5, 2, 10] as const;
/** Base rate 1 %, confidence 95 %, nothing tolerated: median and 90 % for each rise. */
const rows: readonly (readonly [number, number, readonly (readonly [number, number])[]])[] = [
  [
    0.5,
    1_000,
    [
      [152 * hour, never],
      [23 * hour, 50 * hour],
      [7.7 * hour, 15 * hour],
      [30, 44],
    ],
  ],
  [
    0.5,
    10_000,
    [
      [15 * hour, 32 * hour],
      [2.4 * hour, 4.9 * hour],
      [47, 85],
      [4, 6],
    ],
  ],
  [
    0.5,
    100_000,
    [
      [94, 3.5 * hour],
      [18, 29],
      [6, 11],
      [2, 2],
    ],
  ],
  [
    0.05,
    1_000,
    [
      [never, never],
      [153 * hour, never],
      [39 * hour, 78 * hour],
      [2.1 * hour, 3.2 * hour],
    ],
  ],
  [
    0.05,
    10_000,
    [
      [70 * hour, never],
      [11 * hour, 23 * hour],
      [3.5 * hour, 6.9 * hour],
      [12, 20],
    ],
  ],
  [
    0.05,
    100_000,
    [
      [7.2 * hour, 16 * hour],
      [82, 2.4 * hour],
      [23, 42],
      [2, 3],
    ],
  ],
];

export const documentedDelays: readonly DocumentedDelay[] = rows.flatMap(([share, hourly, cells]) =>
  cells.map(([median, ninety], index) => ({
    share,
    hourly,
    rise: rises[index] ?? Number.NaN,
    median,
    ninety,
  })),
);
