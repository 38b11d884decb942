import { expect, test } from "bun:test";
import { featureQueries } from "../../../src/flipper-api/features/feature-query.ts";

const defaults = { excludeGates: false, excludeGateNames: false };
const queries: [search: string, flags: Partial<typeof defaults>][] = [
  ["", {}],
  ["_cb=1700000000", {}],
  ["exclude_gate_names=true", { excludeGateNames: true }],
  ["exclude_gates=true&_cb=1", { excludeGates: true }],
  [`exclude_gates=true&_cb=${"1".repeat(1_000)}`, { excludeGates: true }],
];

test.each(queries)("%s has the same result each time, also after many others", (search, flags) => {
  const read = featureQueries(true);
  const shape = { ...defaults, expression: true, ...flags };
  expect(read(search)).toEqual({ shape, selection: null });
  for (let other = 0; other < 1_000; other++) {
    expect(read(`_cb=x${other}`).shape).toEqual({ ...defaults, expression: true });
    expect(read(search)).toEqual({ shape, selection: null });
  }
});

test("a repeated query is parsed once", () => {
  const read = featureQueries(false);
  expect(read("exclude_gate_names=true")).toBe(read("exclude_gate_names=true"));
});

test.each(["%zz", "_cb=%ff", "exclude_gates=true&exclude_gates=false", "exclude_gates[]=true"])(
  "%s is refused each time",
  (search) => {
    const read = featureQueries(true);
    for (let time = 0; time < 3; time++) {
      expect(() => read(search)).toThrow("Request invalid");
    }
  },
);

test("a query with keys is not cached", () => {
  const read = featureQueries(true);
  const [first, second] = [read("keys=a"), read("keys=a")];
  expect(first).not.toBe(second);
  expect(first.selection?.text("keys")).toBe("a");
});
