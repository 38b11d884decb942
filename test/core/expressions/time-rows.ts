import { TimeValue } from "../../../src/core/expressions/time-value.ts";
import { fails, nowMs, property, type Row } from "./operator-row.ts";

export const timeRows: readonly Row[] = [
  ["Now", [], new TimeValue(nowMs / 1_000)],

  ["Time", [0], new TimeValue(0)],
  ["Time", [1_700_000_000], new TimeValue(1_700_000_000)],
  ["Time", [1.5], new TimeValue(1.5)],
  ["Time", [-1], new TimeValue(-1)],
  ["Time", ["2024-02-29T12:00:00Z"], new TimeValue(1_709_208_000)],
  ["Time", ["2024-03-01T00:00:00+02:00"], new TimeValue(1_709_244_000)],
  ["Time", ["2024-02-29"], new TimeValue(1_709_164_800)],
  ["Time", [property("joined")], new TimeValue(0), { joined: "1970-01-01T00:00:00Z" }],
  ["Time", [{ String: [{ Time: [1_700_000_000] }] }], new TimeValue(1_700_000_000)],
  ["Time", ["tomorrow"], fails],
  ["Time", ["1704067200"], fails],
  ["Time", [""], fails],
  ["Time", [true], fails],
  ["Time", [property("missing")], fails],
  ["Time", [{ Now: [] }], fails],
  ["Time", [{ Number: ["1.0e400"] }], fails],
  ["Time", [property("list")], fails, { list: [0] }],
];
