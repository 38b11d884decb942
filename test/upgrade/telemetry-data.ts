export const nowMs = Date.UTC(2026, 10, 21, 12);
/** All features of the state with which the data is opened. */
export const features: readonly string[] = ["search"];

/** The rows of a database after a migration, and what they mean today, at `nowMs`. */
export interface OldTelemetry {
  readonly statements: readonly string[];
  /** Enabled and disabled evaluations in Production. */
  readonly totals: Readonly<Record<string, readonly [number, number]>>;
  /** Submissions that were counted, and must not be counted again. */
  readonly requestIds: readonly string[];
}

const minute = nowMs / 60_000;
const hour = 60;
const day = 24 * hour;
const posted = "00112233-4455-4677-8899-aabbccddeeff";
const journaled = "ffeeddcc-bbaa-4988-b766-554433221100";

/**
 * The id of a Production submission as the first release wrote it: 32-bit words, lowest byte first.
 */
function idBlob(requestId: string): string {
  const hex = `00000001${requestId.replaceAll("-", "")}`;
  return `X'${Buffer.from(hex, "hex").swap32().toString("hex")}'`;
}

/** The id of a Production submission as a row has it now. */
function uuidBlob(requestId: string): string {
  return `X'${requestId.replaceAll("-", "")}'`;
}

/**
 * By the tag of the last applied migration. For a new migration, add the rows that its release
 * writes; never change the data of an earlier tag, because it stands for released data.
 */
export const oldTelemetry: Readonly<Record<string, OldTelemetry>> = {
  "0000_foundation": {
    statements: [
      "INSERT INTO keys VALUES (1, 1, 'search', 1), (2, 1, 'serach', NULL), (3, 9, 'gone', 7)",
      `INSERT INTO minutes VALUES (1, ${minute - 5}, 3, 1), (2, ${minute - 5}, 1, 1)`,
      `INSERT INTO hours VALUES (1, ${minute - 10 * hour}, 10, 2)`,
      `INSERT INTO days VALUES (1, ${minute - (minute % day) - 3 * day}, 100, 20)`,
      `INSERT INTO counted_submissions VALUES (1, ${nowMs - 2_000}, ${idBlob(posted)})`,
      `INSERT INTO journal VALUES
        (1, ${nowMs - 1_000}, ${idBlob(journaled)}, '[[1,${minute - 1},5,0]]')`,
    ],
    totals: { search: [118, 23] },
    requestIds: [posted, journaled],
  },
  "0001_clock": {
    statements: [
      "INSERT INTO keys VALUES (1, 1, 'search', 1)",
      `INSERT INTO minutes VALUES (1, ${minute - 5}, 3, 1)`,
      `INSERT INTO hours VALUES (1, ${minute - 10 * hour}, 10, 2)`,
      `INSERT INTO days VALUES (1, ${minute - (minute % day) - 3 * day}, 100, 20)`,
      `INSERT INTO counted_submissions VALUES (1, ${nowMs - 2_000}, ${idBlob(posted)})`,
      `INSERT INTO journal VALUES
        (1, ${nowMs - 1_000}, ${idBlob(journaled)}, '[[1,${minute - 1},5,0]]')`,
      `INSERT INTO clock VALUES (1, ${minute - 1}, ${nowMs - 2_000})`,
    ],
    totals: { search: [118, 23] },
    requestIds: [posted, journaled],
  },
  "0002_past_days": {
    statements: [
      "INSERT INTO keys VALUES (1, 1, 'search', 1)",
      `INSERT INTO minutes VALUES (1, ${minute - 5}, 3, 1)`,
      `INSERT INTO hours VALUES (1, ${minute - 10 * hour}, 10, 2)`,
      `INSERT INTO days VALUES (1, ${minute - (minute % day) - 3 * day}, 100, 20)`,
      // 5 days ago 300 and 0, 4 days later 1 and 2.
      `INSERT INTO past_days VALUES
        (1, ${Math.floor(minute / day) - 5}, ${Math.floor(minute / day) - 1}, X'00AC0200040102')`,
      `INSERT INTO counted_submissions VALUES (1, ${nowMs - 2_000}, ${idBlob(posted)})`,
      `INSERT INTO journal VALUES
        (1, ${nowMs - 1_000}, ${idBlob(journaled)}, '[[1,${minute - 1},5,0]]')`,
      `INSERT INTO clock VALUES (1, ${minute - 1}, ${nowMs - 2_000})`,
    ],
    totals: { search: [419, 25] },
    requestIds: [posted, journaled],
  },
  "0003_relays": {
    statements: [
      "INSERT INTO keys VALUES (1, 1, 'search', 1)",
      `INSERT INTO minutes VALUES (1, ${minute - 5}, 3, 1)`,
      `INSERT INTO hours VALUES (1, ${minute - 10 * hour}, 10, 2)`,
      `INSERT INTO days VALUES (1, ${minute - (minute % day) - 3 * day}, 100, 20)`,
      // 5 days ago 300 and 0, 4 days later 1 and 2.
      `INSERT INTO past_days VALUES
        (1, ${Math.floor(minute / day) - 5}, ${Math.floor(minute / day) - 1}, X'00AC0200040102')`,
      `INSERT INTO counted_submissions VALUES (1, ${nowMs - 2_000}, ${idBlob(posted)})`,
      `INSERT INTO journal VALUES
        (1, ${nowMs - 1_000}, ${idBlob(journaled)}, '[[1,${minute - 1},5,0]]')`,
      `INSERT INTO relays VALUES ('spool-1', 7, ${nowMs - 2_000})`,
      `INSERT INTO clock VALUES (1, ${minute - 1}, ${nowMs - 2_000})`,
    ],
    totals: { search: [419, 25] },
    requestIds: [posted, journaled],
  },
  "0004_request_ids": {
    statements: [
      "INSERT INTO keys VALUES (1, 1, 'search', 1)",
      `INSERT INTO minutes VALUES (1, ${minute - 5}, 3, 1)`,
      `INSERT INTO hours VALUES (1, ${minute - 10 * hour}, 10, 2)`,
      `INSERT INTO days VALUES (1, ${minute - (minute % day) - 3 * day}, 100, 20)`,
      // 5 days ago 300 and 0, 4 days later 1 and 2.
      `INSERT INTO past_days VALUES
        (1, ${Math.floor(minute / day) - 5}, ${Math.floor(minute / day) - 1}, X'00AC0200040102')`,
      `INSERT INTO request_ids VALUES
        (1, 1, ${uuidBlob(posted)}, ${nowMs - 2_000}), (2, 1, ${uuidBlob(journaled)}, ${nowMs - 1_000})`,
      `INSERT INTO journal VALUES (1, ${nowMs - 1_000}, '[[1,${minute - 1},5,0]]')`,
      `INSERT INTO relays VALUES ('spool-1', 7, ${nowMs - 2_000})`,
      `INSERT INTO clock VALUES (1, ${minute - 1}, ${nowMs - 2_000})`,
    ],
    totals: { search: [419, 25] },
    requestIds: [posted, journaled],
  },
  "0005_outcomes": {
    statements: [
      "INSERT INTO keys VALUES (1, 1, 'search', 1)",
      `INSERT INTO minutes VALUES (1, ${minute - 5}, 3, 1)`,
      `INSERT INTO hours VALUES (1, ${minute - 10 * hour}, 10, 2)`,
      `INSERT INTO days VALUES (1, ${minute - (minute % day) - 3 * day}, 100, 20)`,
      // 5 days ago 300 and 0, 4 days later 1 and 2.
      `INSERT INTO past_days VALUES
        (1, ${Math.floor(minute / day) - 5}, ${Math.floor(minute / day) - 1}, X'00AC0200040102')`,
      `INSERT INTO request_ids VALUES
        (1, 1, ${uuidBlob(posted)}, ${nowMs - 2_000}), (2, 1, ${uuidBlob(journaled)}, ${nowMs - 1_000})`,
      `INSERT INTO journal VALUES (1, ${nowMs - 1_000}, '[[1,${minute - 1},5,0]]')`,
      `INSERT INTO relays VALUES ('spool-1', 7, ${nowMs - 2_000})`,
      `INSERT INTO outcomes VALUES
        (1, 'search', ${minute - 5}, 'checkout', 1, 3, 1, X'${"0000".repeat(15)}0301')`,
      `INSERT INTO outcome_hours VALUES (1, 'checkout', 'search', 1, ${minute - 10 * hour}, 30, 2)`,
      `INSERT INTO guard_minutes VALUES (7, 'checkout', ${minute - 5}, X'01${"00".repeat(66)}')`,
      `INSERT INTO clock VALUES (1, ${minute - 1}, ${nowMs - 2_000})`,
    ],
    totals: { search: [419, 25] },
    requestIds: [posted, journaled],
  },
};
