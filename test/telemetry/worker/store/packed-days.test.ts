import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { packDays, unpackDays } from "../../../../src/telemetry/worker/store/packed-days.ts";

const count = fc.oneof(
  fc.nat(300),
  fc.nat({ max: 2 ** 31 - 1 }),
  fc.integer({ min: 2 ** 31 - 2, max: 2 ** 32 + 2 }),
  fc.maxSafeNat(),
);
const days = fc
  .uniqueArray(fc.record({ day: fc.nat(40_000), enabled: count, disabled: count }), {
    selector: ({ day }) => day,
  })
  .map((list) => list.sort((left, right) => left.day - right.day));

describe("packed days", () => {
  test("are unpacked as they were", () => {
    fc.assert(
      fc.property(days, (list) => {
        expect(unpackDays(list[0]?.day ?? 0, packDays(list))).toEqual(list);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [[{ day: 7, enabled: 0, disabled: 0 }], "000000"],
    [[{ day: 7, enabled: 127, disabled: 128 }], "007f8001"],
    [
      [
        { day: 7, enabled: 300, disabled: 0 },
        { day: 11, enabled: 1, disabled: 2 },
      ],
      "00ac0200040102",
    ],
    [[{ day: 7, enabled: Number.MAX_SAFE_INTEGER, disabled: 1 }], "00ffffffffffffff0f01"],
  ])("of %j are the bytes %s, as stored data must stay readable", (list, hex) => {
    expect(packDays(list).toString("hex")).toBe(hex);
    expect(unpackDays(7, Buffer.from(hex, "hex"))).toEqual(list);
  });

  test("of three months take few bytes", () => {
    const months = Array.from({ length: 90 }, (_, day) => ({ day, enabled: 1_000, disabled: 500 }));
    expect(packDays(months).length).toBe(450);
  });
});
