import { expect, test } from "bun:test";
import { nullSettings } from "./null-settings.ts";
import { delays, falseAlarms, quantile } from "./simulate.ts";

/** All runs are in false-alarms.nightly.test.ts and detection.nightly.test.ts. */
const runs = 6;

test("traffic without a rise gives no more false alarms than its confidence allows", () => {
  let alarms = 0;
  for (const setting of Object.values(nullSettings)) {
    alarms += falseAlarms(runs, setting).of95;
  }
  expect(alarms).toBeLessThanOrEqual(runs * Object.keys(nullSettings).length * 0.05);
});

test.each([
  [0.5, 100_000, 2, 6],
  [0.5, 10_000, 10, 4],
  [0.05, 100_000, 2, 23],
  [0.05, 10_000, 10, 12],
])("share %p, %p an hour, rise %p: found after about %p minutes", (share, hourly, rise, median) => {
  const traffic = { hourly, at: () => ({ step: 0, share }), base: () => 0.01, rise };
  const found = quantile(
    delays(100, () => traffic, 200),
    0.5,
  );
  expect(Math.abs(found - median)).toBeLessThanOrEqual(Math.max(0.2 * median, 1));
});
