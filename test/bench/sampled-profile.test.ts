import { expect, test } from "bun:test";
import {
  functionShares,
  type SampledProfile,
  sampledMs,
} from "../../bench/profiles/sampled-profile.ts";

function frame(functionName: string, url = "", lineNumber = -1) {
  return { functionName, url, lineNumber };
}

/** serve calls read, which calls itself once, and write. */
const profile: SampledProfile = {
  nodes: [
    { id: 1, callFrame: frame("(root)"), children: [2] },
    { id: 2, callFrame: frame("serve", "/house/src/main.ts", 4), children: [3, 5] },
    { id: 3, callFrame: frame("read", "/house/src/read.ts", 0), children: [4] },
    { id: 4, callFrame: frame("read", "/house/src/read.ts", 0) },
    { id: 5, callFrame: frame("write") },
  ],
  samples: [2, 3, 4, 4, 5, 5, 5, 5, 5, 5],
  timeDeltas: [100, 500, 500, 500, 90_000, 500, 500, 500, 500, 500],
};

test("A function has the samples in itself, and each sample below it once", () => {
  const shares = functionShares(profile, "/house").map(({ name, place, self, total }) => ({
    name,
    place,
    self: Math.round(self * 100),
    total: Math.round(total * 100),
  }));
  expect(shares).toEqual([
    { name: "write", place: "", self: 60, total: 60 },
    { name: "read", place: "src/read.ts:1", self: 30, total: 30 },
    { name: "serve", place: "src/main.ts:5", self: 10, total: 100 },
  ]);
});

test("A pause between two samples is no time in JavaScript", () => {
  expect(sampledMs(profile)).toBe(5);
});

test("A thread without samples took no time", () => {
  const empty = { ...profile, samples: [], timeDeltas: [] };
  expect(sampledMs(empty)).toBe(0);
  expect(functionShares(empty, "/house")).toEqual([]);
});
